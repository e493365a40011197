package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.segment.kit.ScriptedHolder.requester;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.kit.CommandCrashPoints;
import org.touchpaper.segment.kit.CrashingProxy;
import org.touchpaper.segment.kit.CrashingProxy.Language;
import org.touchpaper.segment.kit.KillableSegment;

/**
 * A line that configures the shared border port is executed late, and the L-NSAP crashes meanwhile.
 */
class SharedPortTest {

  private static final Duration LATE = Duration.ofSeconds(30);

  @TempDir Path folder;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final ConnectionId one = new ConnectionId(new UUID(1, 1));
  private final ConnectionId two = new ConnectionId(new UUID(2, 2));

  @Test
  void aLineOfAnEarlierProcessDisconnectsNoOtherCircuit() throws IOException {
    try (var edge =
            EmulatedElement.start(
                ElementConfig.demo("EDGE-UCL", ElementModel.IOS_7600), folder, clock);
        var lnsap = service(new CrashingProxy("EDGE-UCL", Language.WILD_CLI, edge.port()))) {
      var truth = new DatabaseEdgeConsistency(lnsap, edge);
      var process = lnsap.startWith(null, CommandCrashPoints.none());
      edge.faults()
          .injectOnce("switchport trunk allowed vlan", new InjectedFault.LateExecution(LATE));
      begin(lnsap, one, "haptic");
      lnsap.runDueTasks();
      assertThat(edge.faults().isExhausted()).isTrue();
      process.retarget(new CrashPoint(Moment.BEFORE_COMMIT, 1));
      assertThatThrownBy(() -> begin(lnsap, two, "vis")).isNotNull();
      assertThat(process.hasCrashed()).isTrue();

      lnsap.startWith(null, CommandCrashPoints.none());
      begin(lnsap, two, "vis");
      lnsap.runDueTasks();
      assertThat(dataPlane(lnsap, two)).isNotEqualTo("ACTIVE");
      assertThat(problem(lnsap, two)).contains(" cannot be used until 2026-12-01T12:01:0");

      for (var second = 0; second < 4 * LATE.toSeconds(); second++) {
        clock.advance(Duration.ofSeconds(1));
        lnsap.runDueTasks();
        truth.check(clock.instant());
      }
      assertThat(dataPlane(lnsap, one)).isEqualTo("ACTIVE");
      assertThat(dataPlane(lnsap, two)).isEqualTo("ACTIVE");
      truth.checkExactly(clock.instant());
      assertThat(truth.violations()).isEmpty();
    }
  }

  private KillableSegment service(CrashingProxy wire) {
    return new KillableSegment(
        LnsapConfiguration.class,
        List.of(
            "--spring.config.name=lnsap",
            "--spring.config.additional-location=classpath:samples/uklight/lnsap-ucl.yml",
            "--touchpaper.profile=demo",
            "--touchpaper.element-timeout=2s",
            "--touchpaper.elements.EDGE-UCL.port=" + wire.port()),
        List.of(wire),
        clock);
  }

  private void begin(KillableSegment lnsap, ConnectionId id, String host) {
    var schedule = new Schedule(clock.instant(), clock.instant().plus(Duration.ofMinutes(30)));
    var criteria = LnsapFixture.criteria(host, 10, schedule);
    var request = new ReserveRequest(requester(), id, 1, criteria, lnsap.holder().holderOf(id));
    assertThat(lnsap.segment().reserve(request)).isInstanceOf(ReserveResult.Held.class);
    lnsap.segment().commit(new ConnectionVersionRequest(requester(), id, 1));
    lnsap.segment().provision(new ConnectionVersionRequest(requester(), id, 1));
  }

  private static String dataPlane(KillableSegment lnsap, ConnectionId id) {
    return of(lnsap, id, "data_plane");
  }

  private static String problem(KillableSegment lnsap, ConnectionId id) {
    return of(lnsap, id, "coalesce(problem, '')");
  }

  private static String of(KillableSegment lnsap, ConnectionId id, String column) {
    return lnsap
        .sql()
        .sql("select " + column + " from segment_connection where connection_id = ?")
        .param(id.value())
        .query(String.class)
        .single();
  }
}
