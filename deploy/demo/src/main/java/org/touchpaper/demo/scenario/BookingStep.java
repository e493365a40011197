package org.touchpaper.demo.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Steps 2 and 3: one call books a lightpath and nodes; both are active from the start and released
 * after the end.
 */
final class BookingStep {

  private static final Duration UP_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration CLEAR_TIMEOUT = Duration.ofSeconds(3);
  private static final Pattern OWN_NAME = Pattern.compile("\\bTP-[0-9A-F]{12}\\b");
  private static final List<String> EDGES = List.of("EDGE-UCL", "EDGE-MAN");

  private final DemoQueries network;
  private final DemoConsole screen;
  private final VerificationLog checks;
  private final NetworkSnapshot idle;
  private final Instant start;
  private final Instant end;
  private final Map<String, Integer> linesShown = new HashMap<>();
  private DemoBooking booking = new DemoBooking(HttpReply.json("{}"));
  private String lastState = "";

  BookingStep(
      DemoQueries network,
      DemoConsole screen,
      VerificationLog checks,
      NetworkSnapshot idle,
      Instant start,
      Instant end) {
    this.network = network;
    this.screen = screen;
    this.checks = checks;
    this.idle = idle;
    this.start = start;
    this.end = end;
  }

  void book() {
    screen.printStep(2, "One call: 300 Mbit/s vis.ucl → newton.manchester and 4 nodes of newton");
    elementNames().forEach(tid -> linesShown.put(tid, network.transcript(tid).size()));
    var key = network.freshKey();
    var request = DemoBooking.request("SPICE run 42", 4, start, end);
    var calledAt = network.now();
    var reply = network.post(request, key);
    checks.recordDuration("booking call, response", calledAt, network.now());
    booking = new DemoBooking(reply.body());
    checks.require("the response is 201", reply.status() == 201, reply.toString());
    screen.printEvent(network.now(), "201 " + booking.id());
    checks.verify("the booking is COMMITTED", booking.state().equals("COMMITTED"), booking.state());
    checks.verifyEqual("every part is COMMITTED", "COMMITTED COMMITTED", booking.partStates());
    screen.printNote("nodes " + nodes());
    screen.printNote("path  " + String.join(" – ", booking.path()));
    booking.endpoints().forEach(end -> screen.printNote("end   " + end));
    checks.verify(
        "both ends have a VLAN, and addresses of UCL, where it starts",
        booking.hasAddresses("10.88.0."),
        booking.endpoints().toString());
    checks.verify("the booking names four nodes", nodes().split("[, ]+").length == 4, nodes());
    checks.verify(
        "the path crosses both edges and the wide area",
        elementsOnPath().containsAll(EDGES) && elementsOnPath().size() >= 4,
        String.join(" ", booking.path()));
    var repeated = network.post(request, key);
    checks.verifyEqual(
        "a repeat with the same key returns the same booking",
        booking.id(),
        new DemoBooking(repeated.body()).id());
  }

  void awaitLightpathUp() {
    screen.printStep(3, "At the start the lightpath and the nodes are active");
    var timeout = Duration.between(network.now(), start).plus(UP_TIMEOUT);
    booking =
        network.await(
            timeout, this::readBooking, observed -> observed.lightpathState().equals("ACTIVE"));
    checks.verifyEqual(
        "the lightpath is ACTIVE: its configuration was read back from all elements",
        "ACTIVE",
        booking.lightpathState());
    var holding = elementsHolding();
    checks.recordDuration(
        "circuit configured on every element, before the start", network.now(), start);
    elementsOnPath()
        .forEach(tid ->
            checks.verify(
                tid + " has its part of the circuit",
                holding.contains(tid),
                "configuration: " + network.element(tid)));
    showTranscripts();
    elementsOnPath()
        .forEach(tid ->
            ElementStateText.linesOf(network.element(tid))
                .forEach(line -> screen.printTranscriptLine(tid, "has " + line)));
    checks.verify(
        "no other element was changed",
        elementsOnPath().containsAll(holding),
        "configured: " + holding + ", on the path: " + elementsOnPath());
    checks.verify(
        "all elements of the wide area use one circuit name",
        wideAreaNames().size() == 1,
        wideAreaNames().toString());
  }

  void awaitAllUp() {
    watchUntil(start.plus(UP_TIMEOUT), "ACTIVE");
    checks.recordDuration("both active, after the start", start, network.now());
    checks.verifyEqual("the booking is ACTIVE within 1 s of the start", "ACTIVE", booking.state());
    checks.verifyEqual("every part is ACTIVE", "ACTIVE ACTIVE", booking.partStates());
    var allocations = network.allocations();
    ElementStateText.fileLines(allocations).forEach(screen::printNote);
    checks.verify(
        "the allocation file names the user, the nodes and the end",
        allocations.contains("scientist")
            && List.of(nodes().split("[, ]+")).stream().allMatch(allocations::contains)
            && allocations.contains(end.toString()),
        allocations);
  }

  void awaitAllClear() {
    watchUntil(end.plus(CLEAR_TIMEOUT), "ENDED");
    var timeout = Duration.between(network.now(), end.plus(CLEAR_TIMEOUT));
    var after =
        network.await(
            timeout, () -> NetworkSnapshot.take(network), snapshot -> snapshot.equals(idle));
    checks.recordDuration("every element clear, after the end", end, network.now());
    showTranscripts();
    checks.verifyEqual(
        "every element is clear within 3 s of the end", idle.elements(), after.elements());
    checks.verifyEqual("the allocation file is deleted", idle.allocations(), after.allocations());
    var finalBooking = network.await(CLEAR_TIMEOUT, this::readBooking, DemoBooking::released);
    checks.verifyEqual("the booking is ENDED", "ENDED", finalBooking.state());
    checks.verifyEqual("every part is ENDED", "ENDED ENDED", finalBooking.partStates());
    checks.verify(
        "every part is released", finalBooking.released(), finalBooking.body().toString());
  }

  private void watchUntil(Instant limit, String state) {
    var timeout = Duration.between(network.now(), limit);
    booking = network.await(timeout, this::readBooking, observed -> observed.state().equals(state));
  }

  private DemoBooking readBooking() {
    var observed = new DemoBooking(network.coAllocation(booking.id()).body());
    var state = observed.state() + " (" + observed.partStates() + ")";
    if (!state.equals(lastState)) {
      lastState = state;
      screen.printEvent(network.now(), state);
    }
    return observed;
  }

  private String nodes() {
    return booking.compute().path("reference").asString("");
  }

  private List<String> elementNames() {
    return HttpReply.json(idle.elements()).propertyNames().stream().sorted().toList();
  }

  private List<String> elementsOnPath() {
    return elementNames().stream()
        .filter(tid -> booking.path().stream().anyMatch(hop -> hop.contains(tid)))
        .toList();
  }

  private List<String> elementsHolding() {
    var before = HttpReply.json(idle.elements());
    var current = HttpReply.json(network.elements());
    return elementNames().stream()
        .filter(tid -> !before.path(tid).equals(current.path(tid)))
        .toList();
  }

  private List<String> wideAreaNames() {
    return elementsOnPath().stream()
        .filter(tid -> !EDGES.contains(tid))
        .map(tid -> network.element(tid).toString())
        .flatMap(text -> OWN_NAME.matcher(text).results())
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  private void showTranscripts() {
    for (var tid : elementsOnPath()) {
      var lines = network.transcript(tid);
      var newLines = lines.stream().skip(linesShown.getOrDefault(tid, 0)).toList();
      ElementTranscriptSummary.summarize(newLines)
          .forEach(line -> screen.printTranscriptLine(tid, line));
      linesShown.put(tid, lines.size());
    }
  }
}
