package org.touchpaper.demo.script;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Step 4: all 128 nodes while four of them run are refused whole, and nothing of it is left. */
final class RefusedWhole {

  private static final List<String> SEGMENTS =
      List.of("bar-ucl", "lnsap-ucl", "nsap", "bar-manchester", "lnsap-manchester");

  /** An abort is on its way to every segment when the caller is answered. */
  private static final Duration LETTING_GO = Duration.ofSeconds(3);

  private final Network network;
  private final Screen screen;
  private final Checks checks;

  RefusedWhole(Network network, Screen screen, Checks checks) {
    this.network = network;
    this.screen = screen;
    this.checks = checks;
  }

  void ask(Instant start, Instant end) {
    screen.step(4, "All 128 nodes until the same end: refused whole");
    var before = Snapshot.take(network);
    var free = network.timetables(start, end);
    var asked = network.now();
    var reply = network.post(Booking.request("too much", 128, start, end), network.freshKey());
    checks.took("a call that does not fit, refused", asked, network.now());
    checks.that("the answer is 409", reply.status() == 409, reply.toString());
    var refusal = reply.body().path("refusals").path(0);
    screen.event(network.now(), "409 " + refusal.path("reason").asString(""));
    checks.equal("newton refuses", "newton", refusal.path("resource").asString(""));
    checks.equal("because its nodes are busy", "NODES_BUSY", refusal.path("code").asString(""));
    var alternative = reply.body().path("alternatives").path(0).path("startTime").asString("");
    screen.note("earliest alternative: " + alternative);
    checks.equal("the earliest alternative is the end of the first", end.toString(), alternative);
    nothingIsLeft(reply.text("id"), before, free, start, end);
  }

  private void nothingIsLeft(String id, Snapshot before, String free, Instant start, Instant end) {
    var booking = new Booking(network.coAllocation(id).body());
    var history =
        network.await(
            LETTING_GO, () -> history(booking.connectionId()), RefusedWhole::wasHeldThenAborted);
    Reply.json(history)
        .forEach(line ->
            screen.event(
                Instant.parse(line.path("at").asString("")),
                "lightpath " + line.path("event").asString("")));
    checks.that("the network part was held, then aborted", wasHeldThenAborted(history), history);
    var freeAgain = network.await(LETTING_GO, () -> network.timetables(start, end), free::equals);
    checks.equal("every timetable is as it was before", free, freeAgain);
    for (var service : SEGMENTS) {
      var state =
          network.await(
              LETTING_GO,
              () -> network.segment(service, booking.connectionId()),
              RefusedWhole::isGone);
      checks.that(service + " knows nothing of it, or that it was aborted", isGone(state), state);
    }
    checks.equal("every element is unchanged", before.elements(), network.elements());
    checks.equal("the allocation files are unchanged", before.allocations(), network.allocations());
  }

  private String history(String connectionId) {
    return network.reservation(connectionId).body().path("history").toString();
  }

  private static boolean wasHeldThenAborted(String history) {
    var held = history.indexOf("every segment holds");
    return held >= 0 && history.indexOf("abort") > held;
  }

  private static boolean isGone(String state) {
    return state.equals("UNKNOWN") || state.equals("ABORTED");
  }
}
