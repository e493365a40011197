package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.reconcile.Reconciler;

/** An item that does not work impairs its circuit, even without an alarm. */
class IdleItemTest {

  private static final String PROBLEM = "impaired: CRS 3-4 on B does not work";

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private final InMemorySegment underTest =
      new InMemorySegment(InMemorySegment.MANUAL_SCHEDULE, InMemorySegment.REPORTS_WORKING);

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
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    sweep();
    assertThat(underTest.known(connectionId)).returns(null, ConnectionReport.Known::problem);
  }

  @AfterEach
  void close() {
    underTest.close();
  }

  @Test
  void oneSweepFindsAnIdleItemAndTheNextItsRecovery() {
    setWorking("NO");
    sweep();
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane)
        .returns(PROBLEM, ConnectionReport.Known::problem);
    assertThat(underTest.holder().received())
        .filteredOn(Notification.Alarm.class::isInstance)
        .extracting(notification -> ((Notification.Alarm) notification).detail())
        .containsExactly(PROBLEM);
    assertThat(underTest.bean(Reconciler.class).lastReadAlarms("B"))
        .extracting(PortAlarm::description)
        .containsExactly("CRS 3-4 on B does not work");

    setWorking("YES");
    sweep();
    assertThat(underTest.known(connectionId)).returns(null, ConnectionReport.Known::problem);
  }

  /** Neither a missing answer nor a card out of order proves that it works again. */
  @Test
  void anUnreadItemKeepsItsState() {
    setWorking("NO");
    sweep();
    underTest.b.reachable(false);
    sweep();
    assertThat(underTest.known(connectionId)).returns(PROBLEM, ConnectionReport.Known::problem);
    underTest.b.reachable(true);
    underTest.b.makeUnreadable(Set.of(new ConfigItem.Key("CRS", "3-4")));
    sweep();
    assertThat(underTest.known(connectionId)).returns(PROBLEM, ConnectionReport.Known::problem);
  }

  @Test
  void theImpairmentIsDiscardedWithTheCircuit() {
    setWorking("NO");
    sweep();
    underTest
        .segment()
        .terminate(new ConnectionVersionRequest(underTest.requester(), connectionId, 1));
    underTest.runDueTasks();
    sweep();
    assertThat(underTest.known(connectionId)).returns(true, ConnectionReport.Known::released);
    assertThat(underTest.bean(Reconciler.class).lastReadAlarms("B")).isEmpty();
  }

  private void setWorking(String yesOrNo) {
    var item = underTest.b.items().getFirst();
    underTest.b.put(
        new ConfigItem(
            "B",
            item.kind(),
            item.key(),
            item.owner(),
            Map.of(ConfigItem.WORKS_ATTRIBUTE, yesOrNo)));
  }

  private void sweep() {
    underTest.bean(Reconciler.class).sweep();
    underTest.runDueTasks();
  }
}
