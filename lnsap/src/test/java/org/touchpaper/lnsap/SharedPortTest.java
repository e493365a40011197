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
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.kit.ElementWire;
import org.touchpaper.segment.kit.ElementWire.Language;
import org.touchpaper.segment.kit.MortalSegment;
import org.touchpaper.segment.kit.WireWatch;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;

/** A line that sets up the shared border port comes late, and the L-NSAP dies meanwhile. */
class SharedPortTest {

  private static final Duration LATE = Duration.ofSeconds(30);

  @TempDir Path folder;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final ConnectionId one = new ConnectionId(new UUID(1, 1));
  private final ConnectionId two = new ConnectionId(new UUID(2, 2));

  @Test
  void aLineFromAnEarlierLifeTakesNobodyOffThePort() throws IOException {
    try (var edge =
            EmulatedElement.start(ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder, clock);
        var lnsap = service(new ElementWire("EDGE-UCL", Language.WILD_CLI, edge.port()))) {
      var truth = new EdgeTruth(lnsap, edge);
      var life = lnsap.live(null, WireWatch.none());
      edge.faults().next("switchport trunk allowed vlan", new Fault.Late(LATE));
      begin(lnsap, one, "haptic");
      lnsap.workDue();
      assertThat(edge.faults().areSpent()).isTrue();
      life.aim(new CrashPoint(Moment.BEFORE_COMMIT, 1));
      assertThatThrownBy(() -> begin(lnsap, two, "vis")).isNotNull();
      assertThat(life.isDead()).isTrue();

      lnsap.live(null, WireWatch.none());
      begin(lnsap, two, "vis");
      lnsap.workDue();
      assertThat(dataPlane(lnsap, two)).isNotEqualTo("ACTIVE");
      assertThat(problem(lnsap, two)).contains(" is left alone until 2026-12-01T12:01:0");

      for (var second = 0; second < 4 * LATE.toSeconds(); second++) {
        clock.advance(Duration.ofSeconds(1));
        lnsap.workDue();
        truth.check(clock.instant());
      }
      assertThat(dataPlane(lnsap, one)).isEqualTo("ACTIVE");
      assertThat(dataPlane(lnsap, two)).isEqualTo("ACTIVE");
      truth.checkExactly(clock.instant());
      assertThat(truth.violations()).isEmpty();
    }
  }

  private MortalSegment service(ElementWire wire) {
    return new MortalSegment(
        LnsapConfiguration.class,
        List.of(
            "--spring.config.name=lnsap",
            "--touchpaper.campus=ucl",
            "--touchpaper.profile=demo",
            "--touchpaper.element-timeout=2s",
            "--touchpaper.elements.EDGE-UCL.port=" + wire.port()),
        List.of(wire),
        clock);
  }

  private void begin(MortalSegment lnsap, ConnectionId id, String host) {
    var schedule = new Schedule(clock.instant(), clock.instant().plus(Duration.ofMinutes(30)));
    var criteria = LnsapUnderTest.criteria(host, 10, schedule);
    var request = new Reserve(requester(), id, 1, criteria, lnsap.holder().of(id));
    assertThat(lnsap.segment().reserve(request)).isInstanceOf(ReserveAnswer.Held.class);
    lnsap.segment().commit(new Order(requester(), id, 1));
    lnsap.segment().provision(new Order(requester(), id, 1));
  }

  private static String dataPlane(MortalSegment lnsap, ConnectionId id) {
    return of(lnsap, id, "data_plane");
  }

  private static String problem(MortalSegment lnsap, ConnectionId id) {
    return of(lnsap, id, "coalesce(problem, '')");
  }

  private static String of(MortalSegment lnsap, ConnectionId id, String column) {
    return lnsap
        .sql()
        .sql("select " + column + " from segment_connection where connection_id = ?")
        .param(id.value())
        .query(String.class)
        .single();
  }
}
