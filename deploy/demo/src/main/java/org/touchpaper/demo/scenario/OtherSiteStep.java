package org.touchpaper.demo.scenario;

import java.time.Duration;

/**
 * Step 6: Manchester's BAR books a lightpath in the other direction, with nodes, and cancels it.
 */
record OtherSiteStep(DemoQueries network, DemoConsole screen, VerificationLog checks) {

  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  void bookAndCancel() {
    screen.printStep(6, "Manchester's BAR books newton.manchester → vis.ucl and 4 nodes of newton");
    var start = network.now().plus(Duration.ofDays(1));
    var request =
        DemoBooking.request(
            "SPICE from Manchester",
            4,
            start,
            start.plusSeconds(600),
            "newton.manchester",
            "vis.ucl");
    var calledAt = network.now();
    var reply = network.post(request, network.freshKey());
    checks.recordDuration("booking call at Manchester, response", calledAt, network.now());
    var booking = new DemoBooking(reply.body());
    checks.require("Manchester's BAR responds 201", reply.status() == 201, reply.toString());
    screen.printEvent(network.now(), "201 " + booking.id());
    checks.verifyEqual(
        "both parts are COMMITTED at Manchester", "COMMITTED COMMITTED", booking.partStates());
    checks.verify(
        "both ends have addresses of Manchester, where it starts",
        booking.hasAddresses("fd00:88:"),
        booking.endpoints().toString());
    verifyCommitted("rm-network-manchester", booking);
    verifyCommitted("rm-newton", booking);
    var cancelled = network.cancel(booking.id());
    checks.verifyEqual(
        "Manchester's BAR cancels it", "CANCELLED", new DemoBooking(cancelled.body()).state());
  }

  private void verifyCommitted(String resourceManager, DemoBooking booking) {
    var decision =
        network.await(
            TIMEOUT,
            () -> network.decision(resourceManager, booking.id() + ".1"),
            observed -> observed.equals("COMMIT"));
    checks.verifyEqual(
        resourceManager + " reports COMMIT for Manchester's booking", "COMMIT", decision);
  }
}
