package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.reconcile.FlapDamper;
import org.touchpaper.segment.reconcile.Reconciler;

/** Impairments are reported at once, and flapping ones are damped. */
class CircuitImpairmentTest {

  private static final PortAlarm LOS = new PortAlarm("1-2", "LOS on 1-2 of A");
  private static final String PROBLEM = "impaired: LOS on 1-2 of A";

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private final InMemorySegment underTest = new InMemorySegment(InMemorySegment.MANUAL_SCHEDULE);

  @BeforeEach
  void up() {
    var schedule = new Schedule(underTest.now(), underTest.now().plus(Duration.ofHours(1)));
    underTest
        .segment()
        .reserve(
            new ReserveRequest(
                underTest.requester(),
                connectionId,
                1,
                underTest.fullCapacityCriteria(schedule),
                underTest.heldBy(connectionId)));
    underTest
        .segment()
        .commit(new ConnectionVersionRequest(underTest.requester(), connectionId, 1));
    underTest
        .segment()
        .provision(new ConnectionVersionRequest(underTest.requester(), connectionId, 1));
    underTest.runDueTasks();
    sweep();
    assertThat(underTest.known(connectionId)).returns(null, ConnectionReport.Known::problem);
  }

  @AfterEach
  void close() {
    underTest.close();
  }

  private void sweep() {
    underTest.bean(Reconciler.class).sweep(List.of("A"));
    underTest.runDueTasks();
  }

  /** A restarted service does not know the alarms of B, and B does not answer for long. */
  @Test
  void anUnresponsiveElementDoesNotDelayAnAlarmOfAnother() throws Exception {
    underTest.restart();
    var answers = new CountDownLatch(1);
    underTest.b.muteUntil(answers);
    underTest.a.setAlarms(LOS);
    try {
      assertTimely(() -> underTest.bean(Reconciler.class).sweep(List.of("A")));
      assertThat(underTest.known(connectionId)).returns(PROBLEM, ConnectionReport.Known::problem);

      underTest.a.setAlarms();
      assertTimely(() -> underTest.bean(Reconciler.class).sweep(List.of("A")));
      assertThat(underTest.known(connectionId))
          .returns(PROBLEM, ConnectionReport.Known::problem); // the state of B is unknown
    } finally {
      answers.countDown();
    }
    underTest.bean(Reconciler.class).sweep(List.of("B"));
    assertThat(underTest.known(connectionId)).returns(null, ConnectionReport.Known::problem);
  }

  @Test
  void anUnresponsiveElementDoesNotDelayTheEndOfAnAlarm() throws Exception {
    underTest.a.setAlarms(LOS);
    sweep();
    underTest.bean(Reconciler.class).sweep(List.of("B"));
    assertThat(underTest.known(connectionId)).returns(PROBLEM, ConnectionReport.Known::problem);

    var answers = new CountDownLatch(1);
    underTest.b.muteUntil(answers);
    underTest.a.setAlarms();
    try {
      assertTimely(() -> underTest.bean(Reconciler.class).sweep(List.of("A")));
      assertThat(underTest.known(connectionId)).returns(null, ConnectionReport.Known::problem);
    } finally {
      answers.countDown();
    }
  }

  private static void assertTimely(Runnable work) throws Exception {
    CompletableFuture.runAsync(work).get(20, TimeUnit.SECONDS);
  }

  /** It stays impaired until it has been clear for the soak time. */
  @Test
  void reportsOfAFlappingPortAreDamped() {
    var before = countNotified();
    for (var times = 0; times < 20; times++) { // 7 minutes
      changeAlarms(LOS);
      assertThat(underTest.known(connectionId)).returns(PROBLEM, ConnectionReport.Known::problem);
      changeAlarms();
    }
    assertThat(countNotified() - before).isEqualTo(FlapDamper.MAX_REPORTS + 1);
    assertThat(underTest.known(connectionId)).returns(PROBLEM, ConnectionReport.Known::problem);

    underTest.advance(FlapDamper.SOAK_TIME.minusSeconds(11));
    sweep();
    assertThat(underTest.known(connectionId)).returns(PROBLEM, ConnectionReport.Known::problem);
    underTest.advance(Duration.ofSeconds(1));
    sweep();
    assertThat(underTest.known(connectionId)).returns(null, ConnectionReport.Known::problem);
    assertThat(countNotified() - before).isEqualTo(FlapDamper.MAX_REPORTS + 2);
  }

  /** One port has no signal; the alarms of another flap. */
  @Test
  void reportsOfAFlappingAlarmBesideALastingOneAreDamped() {
    var other = new PortAlarm("1-2", "SD on 1-2 of A");
    var before = countNotified();
    for (var times = 0; times < 20; times++) {
      changeAlarms(LOS);
      changeAlarms(LOS, other);
    }
    assertThat(countNotified() - before).isEqualTo(FlapDamper.MAX_REPORTS);
    underTest.advance(FlapDamper.SOAK_TIME);
    sweep();
    assertThat(underTest.known(connectionId))
        .returns(PROBLEM + "; SD on 1-2 of A", ConnectionReport.Known::problem);
  }

  private void changeAlarms(PortAlarm... alarms) {
    underTest.a.setAlarms(alarms);
    sweep();
    underTest.advance(Duration.ofSeconds(10));
    sweep();
  }

  private long countNotified() {
    return underTest.holder().received().stream()
        .filter(notification ->
            notification instanceof Notification.Alarm
                || notification instanceof Notification.DataPlaneChanged)
        .count();
  }
}
