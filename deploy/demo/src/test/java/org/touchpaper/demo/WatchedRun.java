package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.run.DemoApplicationSetup;
import org.touchpaper.demo.scenario.DemoControlRequest;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.CoAllocationRequest;
import org.touchpaper.hlm.CoAllocationRequest.Compute;
import org.touchpaper.hlm.CoAllocationRequest.Lightpath;
import org.touchpaper.hlm.FixedSchedule;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.TrafficDto;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run that is booked when the network has started, and watched over its lightpath where this
 * machine can carry packets.
 */
final class WatchedRun implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int FRAMES = 200;
  private static final Duration LENGTH = Duration.ofMinutes(30);

  /** Two readings of the counters, a minute apart, and as long again on a slow machine. */
  private static final Duration TIMEOUT = Duration.ofMinutes(4);

  /** Its lightpath begins {@code setupLead} (10 s) before. */
  private static final Duration SOON = Duration.ofSeconds(30);

  private final RunningDemoControlRequestHandler network;
  private final HlmClient scientist;
  private final CoAllocationDto booked;
  private boolean isOverLightpath;

  /** Books it. */
  WatchedRun(LauncherRun session, PortPlan ports) {
    network = session.probe();
    network.answer(
        new DemoControlRequest.Engine()); // it listens elsewhere if nothing carries packets
    var bar = URI.create(String.valueOf(ports.url("bar-ucl")));
    scientist = new HlmClient(bar, "scientist", "scientist", Duration.ofMinutes(1));
    var start = Instant.now().plus(SOON).truncatedTo(ChronoUnit.SECONDS);
    booked =
        done(
            scientist.book(
                new CoAllocationRequest(
                    "watched",
                    new FixedSchedule(start, start.plus(LENGTH)),
                    List.of(
                        new Compute(
                            null,
                            "newton",
                            1,
                            CoAllocationRequest.Run.of(DemoApplicationSetup.APPLICATION))),
                    List.of(new Lightpath("vis.ucl", "newton.manchester", 100))),
                "watched"));
  }

  void watch() {
    await()
        .atMost(TIMEOUT)
        .until(
            () -> done(scientist.find(booked.id())).compute().getFirst().run(),
            run -> run != null && run.state().equals("active") && run.endpoint() != null);
    watchFrames();
  }

  private void watchFrames() {
    var answer = network.answer(new DemoControlRequest.ViewRun(booked.id(), FRAMES));
    var view = JSON.readTree(answer);
    assertThat(view.path("frames").asInt(0)).as(answer).isEqualTo(FRAMES);
    isOverLightpath = view.path("overLightpath").asBoolean(false);
  }

  /** Waits for the minute in which the frames came. */
  void awaitTraffic() {
    assumeTrue(isOverLightpath, "no packets over the emulated lightpath, which needs root and TUN");
    var lightpath = booked.lightpaths().getFirst().connectionId();
    await()
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> hasFrames(done(scientist.traffic(lightpath, null, null))) || watchAgain());
  }

  /** Leaves the network to the next tests. */
  void cancel() {
    await()
        .atMost(TIMEOUT)
        .until(() -> scientist.cancel(booked.id()), answer -> answer instanceof CallResult.Done);
  }

  /** The first frames may have come before the counters were read for the first time. */
  private boolean watchAgain() {
    watchFrames();
    return false;
  }

  /** The frames go to the viewer, at the lightpath's source. */
  private static boolean hasFrames(TrafficDto traffic) {
    return traffic.points().stream()
        .anyMatch(point -> point.toSourceMbps() > point.toDestinationMbps());
  }

  private static <T> T done(CallResult<T> answer) {
    assertThat(answer).isInstanceOf(CallResult.Done.class);
    return ((CallResult.Done<T>) answer).value();
  }

  @Override
  public void close() {
    scientist.close();
    network.close();
  }
}
