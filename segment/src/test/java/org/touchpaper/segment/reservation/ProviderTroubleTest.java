package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ReservationState;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.ScriptedElement.Reaction;
import org.touchpaper.segment.kit.SegmentContractSupport;

/** Faults of elements, interventions of people, and foreign requesters. */
class ProviderTroubleTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final InMemorySegment underTest = new InMemorySegment();
  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());

  @AfterEach
  void close() {
    underTest.close();
  }

  @Test
  void anExpiringHoldLapsesAndCannotBeCommittedAfterwards() {
    var until = underTest.now().plus(MINUTE);
    hold(connectionId, new Holder.ExternalRequester(until), hour());
    underTest.advance(MINUTE);
    assertThatExceptionOfType(SegmentFaultException.class)
        .isThrownBy(() -> underTest.segment().commit(command(connectionId)))
        .returns(SegmentFaultException.Code.COMMIT_FAILED, SegmentFaultException::code);
    await()
        .atMost(PATIENCE)
        .until(() -> known(connectionId).reservation() == ReservationState.RESERVE_TIMEOUT);
    assertThatExceptionOfType(SegmentFaultException.class)
        .isThrownBy(() -> underTest.segment().commit(command(connectionId)))
        .returns(SegmentFaultException.Code.COMMIT_FAILED, SegmentFaultException::code);
    hold(
        new ConnectionId(UUID.randomUUID()),
        new Holder.ExternalRequester(underTest.now().plus(MINUTE)),
        hour());
  }

  @Test
  void anExpiringHoldCommittedInTimeStays() {
    hold(connectionId, new Holder.ExternalRequester(underTest.now().plus(MINUTE)), hour());
    underTest.segment().commit(command(connectionId));
    underTest.advance(MINUTE);
    assertThat(known(connectionId).version()).isEqualTo(1);
  }

  @Test
  void aDenialIsReportedVerbatimAndRetried() {
    underTest.b.queueReactions(Reaction.DENIES);
    reserveCommitAndProvision(connectionId);
    await()
        .atMost(PATIENCE)
        .until(() ->
            underTest.holder().received().stream().anyMatch(Notification.Alarm.class::isInstance));
    assertThat(known(connectionId).problem())
        .contains("SROF", "Status, Requested Operation Failed");
    assertThat(known(connectionId).dataPlane()).isEqualTo(DataPlaneState.ACTIVATING);
    assertThat(underTest.a.items()).isEmpty();

    advanceUntil(() -> known(connectionId).dataPlane() == DataPlaneState.ACTIVE);
    assertThat(known(connectionId).problem()).isNull();
  }

  @Test
  void aCircuitThatNeverComesUpIsFailedAtItsEnd() {
    var foreign = new ConfigItem("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    underTest.b.put(foreign);
    reserveCommitAndProvision(connectionId);
    await().atMost(PATIENCE).until(() -> known(connectionId).problem() != null);
    underTest.advance(Duration.ofHours(1));
    await().atMost(PATIENCE).until(() -> known(connectionId).released());
    assertThat(known(connectionId))
        .returns(DataPlaneState.FAILED, ConnectionReport.Known::dataPlane)
        .returns("CRS 3-4 on B is held by NIGHTLY-BACKUP", ConnectionReport.Known::problem);
    assertThat(underTest.b.items()).containsExactly(foreign);
  }

  /** It was left by a process that died between its commands and their undoing. */
  @Test
  void theRestOfAnEarlierAttemptIsRemovedDespiteAConflict() {
    var foreign = new ConfigItem("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    underTest.a.put(
        new ConfigItem("A", "CRS", "1-2", CircuitNameFormat.of(connectionId.value(), 1)));
    underTest.b.put(foreign);
    reserveCommitAndProvision(connectionId);
    await().atMost(PATIENCE).until(() -> known(connectionId).problem() != null);
    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.b.items()).containsExactly(foreign);
  }

  /** All of it may be present and carry traffic: the process died before it recorded that. */
  @Test
  void theRestOfAnEarlierAttemptStaysWhileAnElementIsUnreadable() {
    var ours = new ConfigItem("A", "CRS", "1-2", CircuitNameFormat.of(connectionId.value(), 1));
    underTest.a.put(ours);
    underTest.b.reachable(false);
    reserveCommitAndProvision(connectionId);
    await().atMost(PATIENCE).until(() -> known(connectionId).problem() != null);
    assertThat(underTest.a.items()).containsExactly(ours);
    underTest.b.reachable(true);
    advanceUntil(() -> known(connectionId).dataPlane() == DataPlaneState.ACTIVE);
  }

  /** The conflict took the place of a running circuit, which is not ended for that. */
  @Test
  void anActiveCircuitStaysDespiteAConflictOfItsRepair() {
    reserveCommitAndProvision(connectionId);
    awaitActive(connectionId);
    var ours = List.copyOf(underTest.a.items());
    var foreign = new ConfigItem("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    underTest.b.restartEmpty();
    underTest.b.put(foreign);
    advanceUntil(() -> String.valueOf(known(connectionId).problem()).contains("NIGHTLY-BACKUP"));
    assertThat(underTest.a.items()).containsExactlyElementsOf(ours);
    assertThat(underTest.b.items()).containsExactly(foreign);
  }

  @Test
  void anItemLostInARestartIsRecreated() {
    reserveCommitAndProvision(connectionId);
    awaitActive(connectionId);
    underTest.a.restartEmpty();
    advanceUntil(() -> underTest.a.items().size() == 1);
    awaitActive(connectionId);
  }

  @Test
  void aRemovedItemIsNotRestoredAndTheCircuitFails() {
    reserveCommitAndProvision(connectionId);
    awaitActive(connectionId);
    removeItemsAndFail();
  }

  @Test
  void anItemRemovedAfterARestartDoesNotCountAsLost() {
    reserveCommitAndProvision(connectionId);
    awaitActive(connectionId);
    underTest.a.restart();
    advanceUntil(() ->
        underTest
            .bean(JdbcClient.class)
            .sql("select distinct incarnation from segment_item where element = 'A'")
            .query(String.class)
            .single()
            .equals("boot 1"));
    removeItemsAndFail();
  }

  private void removeItemsAndFail() {
    underTest.a.removeAll();
    advanceUntil(() -> known(connectionId).dataPlane() == DataPlaneState.FAILED);
    assertThat(known(connectionId))
        .returns(LifecycleState.FAILED, ConnectionReport.Known::lifecycle)
        .returns(true, ConnectionReport.Known::released);
    assertThat(known(connectionId).problem()).contains("was removed while the element ran");
    assertThat(underTest.b.items()).isEmpty();
    underTest.advance(MINUTE);
    underTest.restart();
    underTest.advance(MINUTE);
    assertThat(underTest.a.items()).isEmpty();
  }

  @Test
  void aCutTakesDownPermanentlyAndNotifiesTheHolder() {
    reserveCommitAndProvision(connectionId);
    awaitActive(connectionId);
    underTest.cut(connectionId, "intrusion");
    await().atMost(PATIENCE).until(() -> known(connectionId).released());
    assertThat(known(connectionId))
        .returns(DataPlaneState.FAILED, ConnectionReport.Known::dataPlane)
        .returns(
            "cut by the security office of the wire: intrusion", ConnectionReport.Known::problem);
    await()
        .atMost(PATIENCE)
        .until(() ->
            underTest.holder().received().stream()
                .anyMatch(notification ->
                    notification instanceof Notification.ForcedEnd end
                        && end.reason().contains("intrusion")));
    assertThatExceptionOfType(SegmentFaultException.class)
        .isThrownBy(() -> underTest.segment().provision(command(connectionId)))
        .returns(SegmentFaultException.Code.CUT, SegmentFaultException::code);
    underTest.segment().terminate(command(connectionId));
    assertThat(known(connectionId).lifecycle()).isEqualTo(LifecycleState.TERMINATED);
    assertThat(underTest.a.items()).isEmpty();
  }

  @Test
  void aCircuitEndedDuringSetUpIsTakenDownAndNeverReportedUp() {
    var busy = new CountDownLatch(1);
    underTest.b.busyUntil(busy);
    reserveCommitAndProvision(connectionId);
    await().atMost(PATIENCE).until(() -> underTest.a.items().size() == 1);
    underTest.segment().terminate(command(connectionId));
    assertThat(known(connectionId).released()).isFalse();
    busy.countDown();
    await().atMost(PATIENCE).until(() -> known(connectionId).released());
    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.b.items()).isEmpty();
    assertThat(underTest.holder().received())
        .noneMatch(notification ->
            notification instanceof Notification.DataPlaneChanged changed
                && changed.dataPlane() == DataPlaneState.ACTIVE);
  }

  @Test
  void anElementUnreachableAtTheEndIsClearedLater() {
    reserveCommitAndProvision(connectionId);
    awaitActive(connectionId);
    underTest.b.reachable(false);
    underTest.advance(Duration.ofHours(1));
    await().atMost(PATIENCE).until(() -> underTest.a.items().isEmpty());
    await().atMost(PATIENCE).until(() -> known(connectionId).problem() != null);
    assertThat(known(connectionId))
        .returns(DataPlaneState.DEACTIVATING, ConnectionReport.Known::dataPlane)
        .returns(false, ConnectionReport.Known::released)
        .extracting(ConnectionReport.Known::problem)
        .asString()
        .contains("B cannot be read");
    underTest.advance(Duration.ofHours(5));
    underTest.restart();
    underTest.b.reachable(true);
    advanceUntil(() -> known(connectionId).released());
    assertThat(underTest.b.items()).isEmpty();
    assertThat(known(connectionId))
        .returns(LifecycleState.PASSED_END_TIME, ConnectionReport.Known::lifecycle)
        .returns(DataPlaneState.INACTIVE, ConnectionReport.Known::dataPlane);
  }

  @Test
  void adjoiningCircuitsUseTheSameElements() {
    var next = new ConnectionId(UUID.randomUUID());
    reserveCommitAndProvision(connectionId);
    awaitActive(connectionId);
    hold(
        next,
        underTest.heldBy(next),
        new Schedule(underTest.now().plus(Duration.ofHours(1)), hours(2)));
    underTest.segment().commit(command(next));
    underTest.segment().provision(command(next));
    underTest.advance(Duration.ofHours(1));
    await().atMost(PATIENCE).until(() -> known(connectionId).released());
    advanceUntil(() -> known(next).dataPlane() == DataPlaneState.ACTIVE);
    assertThat(underTest.a.items())
        .extracting(ConfigItem::owner)
        .containsExactly(CircuitNameFormat.of(next.value(), 1));
  }

  @Test
  void ofTwentyConcurrentRequestsOneIsHeld() throws Exception {
    List<Future<ReserveResult>> answers = new ArrayList<>();
    var schedule = hour();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 20; i++) {
        var id = new ConnectionId(UUID.randomUUID());
        answers.add(
            threads.submit(
                () -> underTest.segment().reserve(reserve(id, underTest.heldBy(id), schedule))));
      }
    }
    assertThat(answers.stream().map(Future::resultNow))
        .filteredOn(ReserveResult.Held.class::isInstance)
        .hasSize(1);
  }

  @Test
  void concurrentRepeatsOfARequestGetOneAnswer() throws Exception {
    List<Future<ReserveResult>> answers = new ArrayList<>();
    var request = reserve(connectionId, underTest.heldBy(connectionId), hour());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 20; i++) {
        answers.add(threads.submit(() -> underTest.segment().reserve(request)));
      }
    }
    assertThat(answers.stream().map(Future::resultNow).distinct())
        .singleElement()
        .isInstanceOf(ReserveResult.Held.class);
  }

  private Schedule hour() {
    return new Schedule(underTest.now(), underTest.now().plus(Duration.ofHours(1)));
  }

  private Instant hours(int hours) {
    return underTest.now().plus(Duration.ofHours(hours));
  }

  private ReserveRequest reserve(ConnectionId id, Holder holder, Schedule schedule) {
    return new ReserveRequest(
        underTest.requester(), id, 1, underTest.fullCapacityCriteria(schedule), holder);
  }

  private void hold(ConnectionId id, Holder holder, Schedule schedule) {
    assertThat(underTest.segment().reserve(reserve(id, holder, schedule)))
        .isInstanceOf(ReserveResult.Held.class);
  }

  private void reserveCommitAndProvision(ConnectionId id) {
    hold(id, underTest.heldBy(id), hour());
    underTest.segment().commit(command(id));
    underTest.segment().provision(command(id));
  }

  private void advanceUntil(Callable<Boolean> condition) {
    SegmentContractSupport.advanceUntil(underTest, condition);
  }

  private void awaitActive(ConnectionId id) {
    await().atMost(PATIENCE).until(() -> known(id).dataPlane() == DataPlaneState.ACTIVE);
  }

  private ConnectionVersionRequest command(ConnectionId id) {
    return new ConnectionVersionRequest(underTest.requester(), id, 1);
  }

  private ConnectionReport.Known known(ConnectionId id) {
    return (ConnectionReport.Known) underTest.segment().query(underTest.requester(), id);
  }
}
