package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.inventory.DriftRecord;
import org.touchpaper.segment.inventory.DriftRepository;
import org.touchpaper.segment.reconcile.ElementEventListener;
import org.touchpaper.segment.reconcile.Reconciler;

/**
 * An item that reads as missing once may be present and carry traffic; to abandon a circuit takes
 * it down everywhere, permanently.
 */
class MissingItemTest {

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private final InMemorySegment underTest =
      new InMemorySegment(InMemorySegment.MANUAL_SCHEDULE, InMemorySegment.MISSING_FOR + "10s");

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
  }

  @AfterEach
  void close() {
    underTest.close();
  }

  @Test
  void anItemThatReappearsAtTheNextReadingIsNotRemoved() {
    var item = underTest.a.items().getFirst();
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane)
        .returns(LifecycleState.CREATED, ConnectionReport.Known::lifecycle)
        .extracting(ConnectionReport.Known::problem)
        .asString()
        .startsWith("impaired: CRS 1-2 on A")
        .contains("checking again before abandoning the circuit");
    assertThat(underTest.holder().received()).hasAtLeastOneElementOfType(Notification.Alarm.class);

    underTest.a.put(item);
    sweepAfter(Duration.ofSeconds(30));
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane)
        .returns(null, ConnectionReport.Known::problem);
    underTest.a.removeAll();
    sweepAfter(Duration.ofSeconds(30));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.CREATED, ConnectionReport.Known::lifecycle);
  }

  @Test
  void anItemThatStaysMissingCountsAsRemoved() {
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    sweepAfter(Duration.ofSeconds(9));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.CREATED, ConnectionReport.Known::lifecycle);
    assertThat(underTest.b.items()).isNotEmpty();
    sweepAfter(Duration.ofSeconds(1));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.FAILED, ConnectionReport.Known::lifecycle)
        .returns(true, ConnectionReport.Known::released);
    assertThat(underTest.known(connectionId).problem())
        .endsWith("was removed while the element ran");
    assertThat(underTest.b.items()).isEmpty();
  }

  /** An element that has just restarted may be busy. */
  @Test
  void theGraceBeginsAnewWithANewSession() {
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    underTest.advance(Duration.ofSeconds(9));
    reconnect();
    sweepAfter(Duration.ZERO);
    sweepAfter(Duration.ofSeconds(9));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.CREATED, ConnectionReport.Known::lifecycle);
    sweepAfter(Duration.ofSeconds(1));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.FAILED, ConnectionReport.Known::lifecycle);
  }

  /** One reading in this session is not enough. */
  @Test
  void readingsOfAnEarlierSessionDoNotCount() {
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    underTest.advance(Duration.ofSeconds(1));
    underTest.bean(Reconciler.class).onConnected("A");
    sweepAfter(Duration.ofSeconds(30));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.CREATED, ConnectionReport.Known::lifecycle);
    sweepAfter(Duration.ofSeconds(10));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.FAILED, ConnectionReport.Known::lifecycle);
  }

  /** The earlier readings concerned another circuit. */
  @Test
  void theGraceBeginsAnewWithANewCircuit() {
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    underTest
        .segment()
        .release(new ConnectionVersionRequest(underTest.requester(), connectionId, 1));
    underTest.runDueTasks();
    underTest
        .segment()
        .provision(new ConnectionVersionRequest(underTest.requester(), connectionId, 1));
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane)
        .returns(null, ConnectionReport.Known::problem);
    underTest.a.removeAll();
    sweepAfter(Duration.ofSeconds(30));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.CREATED, ConnectionReport.Known::lifecycle);
    sweepAfter(Duration.ofSeconds(30));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.FAILED, ConnectionReport.Known::lifecycle);
  }

  /** Each of the two elements was busy once. */
  @Test
  void theGraceBeginsAnewOnAnotherElement() {
    var item = underTest.a.items().getFirst();
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    underTest.a.put(item);
    underTest.b.removeAll();
    sweepAfter(Duration.ofSeconds(30));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.CREATED, ConnectionReport.Known::lifecycle);
  }

  /** The removal of all other items is still found. */
  @Test
  void aCardOutOfOrderHidesNoMissingItem() {
    var hidden = new ConfigItem("A", "CRS", "9-9", "TP-OTHERS");
    underTest
        .bean(JdbcClient.class)
        .sql(
            """
            insert into segment_item (connection_id, ordinal, element, kind, item_key, owner,
              attributes, wanted, incarnation)
            select connection_id, 9, element, kind, '9-9', 'TP-OTHERS', attributes, wanted,
              incarnation from segment_item where element = 'A'
            """)
        .update();
    underTest.a.makeUnreadable(Set.of(hidden.place()));
    sweepAfter(Duration.ZERO);
    assertThat(underTest.known(connectionId)).returns(null, ConnectionReport.Known::problem);
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    assertThat(underTest.known(connectionId).problem()).startsWith("impaired: CRS 1-2 on A");
    sweepAfter(Duration.ofSeconds(10));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.FAILED, ConnectionReport.Known::lifecycle);
  }

  @Test
  void anOperatorRestoresAMissingItemUnlessTheCircuitWasCut() {
    var there = underTest.a.items();
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    assertThat(underTest.bean(Reconciler.class).restoreMissing("A", "olga"))
        .containsExactly(connectionId);
    underTest.runDueTasks();
    assertThat(underTest.a.items()).isEqualTo(there);
    sweepAfter(Duration.ofSeconds(30));
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane)
        .returns(null, ConnectionReport.Known::problem);
    assertThat(underTest.bean(Reconciler.class).restoreMissing("A", "olga")).isEmpty();

    underTest.a.removeAll();
    underTest.cut(connectionId, "intrusion");
    assertThat(underTest.bean(Reconciler.class).restoreMissing("A", "olga")).isEmpty();
    underTest.runDueTasks();
    assertThat(underTest.a.items()).isEmpty();
  }

  @Test
  void theRepairOfACircuitThatIsReleasedMeanwhileIsOver() {
    underTest.a.restartEmpty();
    underTest.bean(Reconciler.class).sweep();
    assertThat(drift()).isEqualTo(DriftRecord.Resolution.REPAIRING);
    underTest
        .segment()
        .release(new ConnectionVersionRequest(underTest.requester(), connectionId, 1));
    underTest.runDueTasks();
    assertThat(underTest.b.items()).isEmpty();
    assertThat(drift()).isEqualTo(DriftRecord.Resolution.GONE);
  }

  /** Operators see it as soon as the holder is told, and afterwards what became of it. */
  @Test
  void aMissingItemIsDriftFromTheFirstReading() {
    var reconciler = underTest.bean(Reconciler.class);
    var changes = new ArrayList<String>();
    reconciler.onChange(changes::add);
    var item = underTest.a.items().getFirst();
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    assertThat(underTest.known(connectionId).problem()).isNotNull();
    assertThat(drift()).isEqualTo(DriftRecord.Resolution.MISSING);
    assertThat(reconciler.lackingItems("A")).isEqualTo(Map.of(connectionId, 1));
    assertThat(reconciler.impairedCircuits("A")).containsExactly(connectionId);
    assertThat(reconciler.impairedCircuits("B")).isEmpty();
    assertThat(changes).containsExactly("A");

    underTest.a.put(item);
    sweepAfter(Duration.ofSeconds(1));
    assertThat(drift()).isEqualTo(DriftRecord.Resolution.REPAIRED);
    assertThat(reconciler.lackingItems("A")).isEmpty();
    assertThat(changes).containsExactly("A", "A");

    underTest.a.removeAll();
    sweepAfter(Duration.ofSeconds(1));
    sweepAfter(Duration.ofSeconds(10));
    assertThat(underTest.known(connectionId))
        .returns(LifecycleState.FAILED, ConnectionReport.Known::lifecycle);
    assertThat(drift()).isEqualTo(DriftRecord.Resolution.REPORTED);
    assertThat(underTest.bean(DriftRepository.class).list(10)).hasSize(2);
    assertThat(reconciler.lackingItems("A")).isEmpty();
    assertThat(reconciler.impairedCircuits("A")).isEmpty();
  }

  /** What was missing before a restart of the service is compared before anything is said of it. */
  @Test
  void anItemThatIsThereAgainAfterARestartOfTheServiceIsRepaired() {
    var item = underTest.a.items().getFirst();
    underTest.a.removeAll();
    sweepAfter(Duration.ZERO);
    assertThat(underTest.bean(Reconciler.class).isCompared("A")).isTrue();
    underTest.restart();
    underTest.a.put(item);
    assertThat(underTest.bean(Reconciler.class).isCompared("A")).isFalse();
    assertThat(drift()).isEqualTo(DriftRecord.Resolution.MISSING);
    sweepAfter(Duration.ofSeconds(1));
    assertThat(underTest.bean(Reconciler.class).isCompared("A")).isTrue();
    assertThat(drift()).isEqualTo(DriftRecord.Resolution.REPAIRED);
    assertThat(underTest.known(connectionId).problem()).isNull();
  }

  private DriftRecord.Resolution drift() {
    return underTest.bean(DriftRepository.class).list(1).getFirst().resolution();
  }

  private void reconnect() {
    var hints =
        new ElementEventListener(
            DriverRegistry.of(List.of(underTest.a)), underTest.bean(Reconciler.class));
    hints.start();
    underTest.a.emit(new ElementEvent.Connected("A"));
    hints.stop();
  }

  private void sweepAfter(Duration pause) {
    underTest.advance(pause);
    underTest.bean(Reconciler.class).sweep();
    underTest.runDueTasks();
  }
}
