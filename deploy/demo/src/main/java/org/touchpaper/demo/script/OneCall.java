package org.touchpaper.demo.script;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Steps 2 and 3: one call books a lightpath and nodes, and both come up by the start and are gone
 * after the end.
 */
final class OneCall {

  private static final Duration UP_WITHIN = Duration.ofSeconds(1);
  private static final Duration CLEAR_WITHIN = Duration.ofSeconds(3);
  private static final List<String> EDGES = List.of("EDGE-UCL", "EDGE-MAN");

  private final Network network;
  private final Screen screen;
  private final Checks checks;
  private final Snapshot quiet;
  private final Instant start;
  private final Instant end;
  private final Map<String, Integer> linesShown = new HashMap<>();
  private Booking booking = new Booking(Reply.json("{}"));
  private String lastState = "";

  OneCall(
      Network network, Screen screen, Checks checks, Snapshot quiet, Instant start, Instant end) {
    this.network = network;
    this.screen = screen;
    this.checks = checks;
    this.quiet = quiet;
    this.start = start;
    this.end = end;
  }

  void book() {
    screen.step(2, "One call: 300 Mbit/s vis.ucl → newton.manchester and 4 nodes of newton");
    tids().forEach(tid -> linesShown.put(tid, network.transcript(tid).size()));
    var key = network.freshKey();
    var request = Booking.request("SPICE run 42", 4, start, end);
    var asked = network.now();
    var reply = network.post(request, key);
    checks.took("one call, answered", asked, network.now());
    booking = new Booking(reply.body());
    checks.require("the answer is 201", reply.status() == 201, reply.toString());
    screen.event(network.now(), "201 " + booking.id());
    checks.that("the whole is COMMITTED", booking.state().equals("COMMITTED"), booking.state());
    checks.equal("every part is COMMITTED", "COMMITTED COMMITTED", booking.partStates());
    screen.note("nodes " + nodes());
    screen.note("path  " + String.join(" – ", booking.path()));
    checks.that("four nodes are named", nodes().split("[, ]+").length == 4, nodes());
    checks.that(
        "the path runs over both edges and the wide area",
        onPath().containsAll(EDGES) && onPath().size() >= 4,
        String.join(" ", booking.path()));
    var again = network.post(request, key);
    checks.equal(
        "the same call with the same key names the same booking",
        booking.id(),
        new Booking(again.body()).id());
  }

  void untilTheLightpathIsUp() {
    screen.step(3, "At the start both are really up");
    var until = Duration.between(network.now(), start).plus(UP_WITHIN);
    booking = network.await(until, this::look, seen -> seen.lightpathState().equals("ACTIVE"));
    checks.equal(
        "the lightpath is ACTIVE: all elements were read back", "ACTIVE", booking.lightpathState());
    var held = elementsHolding();
    checks.took("before the start, the circuit stood on every element", network.now(), start);
    onPath()
        .forEach(tid ->
            checks.that(
                tid + " holds its part of the circuit",
                held.contains(tid),
                "it holds " + network.element(tid)));
    showWire();
    onPath()
        .forEach(tid ->
            Held.in(network.element(tid)).forEach(line -> screen.wire(tid, "holds " + line)));
    checks.that(
        "no other element was touched",
        onPath().containsAll(held),
        "configured: " + held + ", on the path: " + onPath());
    checks.that(
        "every name on an element is ours and the same on all elements of the wide area",
        wideAreaNames().size() == 1,
        wideAreaNames().toString());
  }

  void untilAllIsUp() {
    watchUntil(start.plus(UP_WITHIN), "ACTIVE");
    checks.took("after the start, both were up", start, network.now());
    checks.equal("the whole is ACTIVE within 1 s of the start", "ACTIVE", booking.state());
    checks.equal("every part is ACTIVE", "ACTIVE ACTIVE", booking.partStates());
    var allocations = network.allocations();
    Held.files(allocations).forEach(screen::note);
    checks.that(
        "the allocation file names the user, the nodes and the end",
        allocations.contains("scientist")
            && List.of(nodes().split("[, ]+")).stream().allMatch(allocations::contains)
            && allocations.contains(end.toString()),
        allocations);
  }

  void untilAllIsClear() {
    watchUntil(end.plus(CLEAR_WITHIN), "ENDED");
    var patience = Duration.between(network.now(), end.plus(CLEAR_WITHIN));
    var after =
        network.await(patience, () -> Snapshot.take(network), snapshot -> snapshot.equals(quiet));
    checks.took("after the end, every element was clear", end, network.now());
    showWire();
    checks.equal(
        "every element is clear within 3 s of the end", quiet.elements(), after.elements());
    checks.equal("the allocation file is gone", quiet.allocations(), after.allocations());
    var whole = network.await(CLEAR_WITHIN, this::look, Booking::released);
    checks.equal("the whole is ENDED", "ENDED", whole.state());
    checks.equal("every part is ENDED", "ENDED ENDED", whole.partStates());
    checks.that("every part is released", whole.released(), whole.body().toString());
  }

  private void watchUntil(Instant limit, String wanted) {
    var patience = Duration.between(network.now(), limit);
    booking = network.await(patience, this::look, seen -> seen.state().equals(wanted));
  }

  private Booking look() {
    var seen = new Booking(network.coAllocation(booking.id()).body());
    var state = seen.state() + " (" + seen.partStates() + ")";
    if (!state.equals(lastState)) {
      lastState = state;
      screen.event(network.now(), state);
    }
    return seen;
  }

  private String nodes() {
    return booking.compute().path("reference").asString("");
  }

  private List<String> tids() {
    return Reply.json(quiet.elements()).propertyNames().stream().sorted().toList();
  }

  private List<String> onPath() {
    return tids().stream()
        .filter(tid -> booking.path().stream().anyMatch(hop -> hop.contains(tid)))
        .toList();
  }

  private List<String> elementsHolding() {
    var before = Reply.json(quiet.elements());
    var now = Reply.json(network.elements());
    return tids().stream().filter(tid -> !before.path(tid).equals(now.path(tid))).toList();
  }

  private List<String> wideAreaNames() {
    return onPath().stream()
        .filter(tid -> !EDGES.contains(tid))
        .map(tid -> network.element(tid).toString())
        .flatMap(text -> ElementName.in(text).stream())
        .distinct()
        .collect(Collectors.toList());
  }

  private void showWire() {
    for (var tid : onPath()) {
      var lines = network.transcript(tid);
      var fresh = lines.stream().skip(linesShown.getOrDefault(tid, 0)).toList();
      Wire.brief(fresh).forEach(line -> screen.wire(tid, line));
      linesShown.put(tid, lines.size());
    }
  }
}
