package org.touchpaper.demo.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Step 4: a request for all 128 nodes while four are in use is refused and leaves nothing. */
record RefusalStep(DemoQueries network, DemoConsole screen, VerificationLog checks) {

  private static final List<String> SEGMENTS =
      List.of("bar-ucl", "lnsap-ucl", "nsap", "bar-manchester", "lnsap-manchester");

  /** Aborts may still be on their way to segments when the caller receives the response. */
  private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(3);

  void verifyRefusal(Instant start, Instant end) {
    screen.printStep(4, "All 128 nodes until the same end: refused, lightpath included");
    var before = NetworkSnapshot.take(network);
    var timetables = network.timetables(start, end);
    var calledAt = network.now();
    var reply = network.post(DemoBooking.request("too much", 128, start, end), network.freshKey());
    checks.recordDuration("refused call, response", calledAt, network.now());
    checks.verify("the response is 409", reply.status() == 409, reply.toString());
    var refusal = reply.body().path("refusals").path(0);
    screen.printEvent(network.now(), "409 " + refusal.path("reason").asString(""));
    checks.verifyEqual("newton refuses", "newton", refusal.path("resource").asString(""));
    checks.verifyEqual("the reason is busy nodes", "NODES_BUSY", refusal.path("code").asString(""));
    var alternative = reply.body().path("alternatives").path(0).path("startTime").asString("");
    screen.printNote("earliest alternative: " + alternative);
    checks.verifyEqual(
        "the earliest alternative is the end of the first booking", end.toString(), alternative);
    verifyNothingLeft(reply.text("id"), before, timetables, start, end);
  }

  private void verifyNothingLeft(
      String id, NetworkSnapshot before, String timetables, Instant start, Instant end) {
    var booking = new DemoBooking(network.coAllocation(id).body());
    var history =
        network.await(
            RELEASE_TIMEOUT,
            () -> history(booking.connectionId()),
            RefusalStep::wasHeldThenAborted);
    HttpReply.json(history)
        .forEach(line ->
            screen.printEvent(
                Instant.parse(line.path("at").asString("")),
                "lightpath " + line.path("event").asString("")));
    checks.verify("the network part was held, then aborted", wasHeldThenAborted(history), history);
    var timetablesAfter =
        network.await(RELEASE_TIMEOUT, () -> network.timetables(start, end), timetables::equals);
    checks.verifyEqual("every timetable is unchanged", timetables, timetablesAfter);
    for (var service : SEGMENTS) {
      var state =
          network.await(
              RELEASE_TIMEOUT,
              () -> network.segment(service, booking.connectionId()),
              RefusalStep::isGone);
      checks.verify(service + " reports it as unknown or aborted", isGone(state), state);
    }
    checks.verifyEqual("every element is unchanged", before.elements(), network.elements());
    checks.verifyEqual(
        "the allocation files are unchanged", before.allocations(), network.allocations());
  }

  private String history(String connectionId) {
    return network.reservation(connectionId).body().path("history").toString();
  }

  private static boolean wasHeldThenAborted(String history) {
    var heldAt = history.indexOf("every segment holds");
    return heldAt >= 0 && history.indexOf("abort") > heldAt;
  }

  private static boolean isGone(String state) {
    return state.equals("UNKNOWN") || state.equals("ABORTED");
  }
}
