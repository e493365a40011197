package org.touchpaper.segment.provider;

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
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.ScriptedElement.Mood;
import org.touchpaper.segment.kit.SegmentTalk;

/** What elements, people and foreign requesters do to a circuit, and what becomes of it. */
class ProviderTroubleTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final WireSegment it = new WireSegment();
  private final ConnectionId one = new ConnectionId(UUID.randomUUID());

  @AfterEach
  void close() {
    it.close();
  }

  @Test
  void aForeignHoldLapsesAtItsInstantAndCannotBeCommittedAnyMore() {
    var until = it.now().plus(MINUTE);
    hold(one, new Holder.Until(until), hour());
    it.advance(MINUTE);
    assertThatExceptionOfType(Fault.class)
        .isThrownBy(() -> it.segment().commit(order(one)))
        .returns(Fault.Code.COMMIT_FAILED, Fault::code);
    await()
        .atMost(PATIENCE)
        .until(() -> known(one).reservation() == ReservationState.RESERVE_TIMEOUT);
    assertThatExceptionOfType(Fault.class)
        .isThrownBy(() -> it.segment().commit(order(one)))
        .returns(Fault.Code.COMMIT_FAILED, Fault::code);
    hold(new ConnectionId(UUID.randomUUID()), new Holder.Until(it.now().plus(MINUTE)), hour());
  }

  @Test
  void aForeignHoldCommittedInTimeStands() {
    hold(one, new Holder.Until(it.now().plus(MINUTE)), hour());
    it.segment().commit(order(one));
    it.advance(MINUTE);
    assertThat(known(one).version()).isEqualTo(1);
  }

  @Test
  void anElementsDenialReachesTheHolderWordForWordAndIsTriedAgain() {
    it.b.next(Mood.DENIES);
    provisioned(one);
    await()
        .atMost(PATIENCE)
        .until(() -> it.holder().heard().stream().anyMatch(Notification.Alarm.class::isInstance));
    assertThat(known(one).problem()).contains("SROF", "Status, Requested Operation Failed");
    assertThat(known(one).dataPlane()).isEqualTo(DataPlane.ACTIVATING);
    assertThat(it.a.items()).isEmpty();

    turnUntil(() -> known(one).dataPlane() == DataPlane.ACTIVE);
    assertThat(known(one).problem()).isNull();
  }

  @Test
  void whatNeverComesUpIsFailedAtItsEndWithTheReason() {
    var foreign = new Item("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    it.b.put(foreign);
    provisioned(one);
    await().atMost(PATIENCE).until(() -> known(one).problem() != null);
    it.advance(Duration.ofHours(1));
    await().atMost(PATIENCE).until(() -> known(one).released());
    assertThat(known(one))
        .returns(DataPlane.FAILED, Report.Known::dataPlane)
        .returns("CRS 3-4 on B is held by NIGHTLY-BACKUP", Report.Known::problem);
    assertThat(it.b.items()).containsExactly(foreign);
  }

  /** Left by a process that ended between its commands and their undoing. */
  @Test
  void whatAnEarlierAttemptLeftGoesThoughSomebodyIsInTheWay() {
    var foreign = new Item("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    it.a.put(new Item("A", "CRS", "1-2", CircuitName.of(one.value(), 1)));
    it.b.put(foreign);
    provisioned(one);
    await().atMost(PATIENCE).until(() -> known(one).problem() != null);
    assertThat(it.a.items()).isEmpty();
    assertThat(it.b.items()).containsExactly(foreign);
  }

  /** All of it may stand, and carry traffic: our process ended before it could write that down. */
  @Test
  void whatAnEarlierAttemptLeftStaysWhileAnElementCannotBeRead() {
    var ours = new Item("A", "CRS", "1-2", CircuitName.of(one.value(), 1));
    it.a.put(ours);
    it.b.reachable(false);
    provisioned(one);
    await().atMost(PATIENCE).until(() -> known(one).problem() != null);
    assertThat(it.a.items()).containsExactly(ours);
    it.b.reachable(true);
    turnUntil(() -> known(one).dataPlane() == DataPlane.ACTIVE);
  }

  /** Whoever has its place took it from what ran: what runs of it is not ours to end for that. */
  @Test
  void whatStoodStaysThoughSomebodyIsInTheWayOfItsRepair() {
    provisioned(one);
    active(one);
    var ours = List.copyOf(it.a.items());
    var foreign = new Item("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    it.b.restartEmpty();
    it.b.put(foreign);
    turnUntil(() -> String.valueOf(known(one).problem()).contains("NIGHTLY-BACKUP"));
    assertThat(it.a.items()).containsExactlyElementsOf(ours);
    assertThat(it.b.items()).containsExactly(foreign);
  }

  @Test
  void whatAnElementLostInARestartIsCreatedAgain() {
    provisioned(one);
    active(one);
    it.a.restartEmpty();
    turnUntil(() -> it.a.items().size() == 1);
    active(one);
  }

  @Test
  void whatSomebodyTookAwayStaysAwayAndTheCircuitIsFailed() {
    provisioned(one);
    active(one);
    takenAwayAndFailed();
  }

  @Test
  void whatARestartLeftAndSomebodyTookLaterIsNotTakenForLost() {
    provisioned(one);
    active(one);
    it.a.restart();
    turnUntil(() ->
        it.bean(JdbcClient.class)
            .sql("select distinct incarnation from segment_item where element = 'A'")
            .query(String.class)
            .single()
            .equals("boot 1"));
    takenAwayAndFailed();
  }

  private void takenAwayAndFailed() {
    it.a.strip();
    turnUntil(() -> known(one).dataPlane() == DataPlane.FAILED);
    assertThat(known(one))
        .returns(LifecycleState.FAILED, Report.Known::lifecycle)
        .returns(true, Report.Known::released);
    assertThat(known(one).problem()).contains("was removed while the element ran");
    assertThat(it.b.items()).isEmpty();
    it.advance(MINUTE);
    it.restart();
    it.advance(MINUTE);
    assertThat(it.a.items()).isEmpty();
  }

  @Test
  void anOfficersCutTakesDownForGoodAndTellsTheHolder() {
    provisioned(one);
    active(one);
    it.provider().cut(one, "cut by officer olga: intrusion");
    it.provider().cut(one, "cut again");
    await().atMost(PATIENCE).until(() -> known(one).released());
    assertThat(known(one))
        .returns(DataPlane.FAILED, Report.Known::dataPlane)
        .returns("cut by officer olga: intrusion", Report.Known::problem);
    await()
        .atMost(PATIENCE)
        .until(() ->
            it.holder().heard().stream()
                .anyMatch(heard ->
                    heard instanceof Notification.ForcedEnd end && end.reason().contains("olga")));
    assertThatExceptionOfType(Fault.class)
        .isThrownBy(() -> it.segment().provision(order(one)))
        .returns(Fault.Code.INVALID_TRANSITION, Fault::code);
    it.segment().terminate(order(one));
    assertThat(known(one).lifecycle()).isEqualTo(LifecycleState.TERMINATED);
    assertThat(it.a.items()).isEmpty();
  }

  @Test
  void whatIsEndedWhileItComesUpIsTakenDownAndNeverCalledUp() {
    var busy = new CountDownLatch(1);
    it.b.busyUntil(busy);
    provisioned(one);
    await().atMost(PATIENCE).until(() -> it.a.items().size() == 1);
    it.segment().terminate(order(one));
    assertThat(known(one).released()).isFalse();
    busy.countDown();
    await().atMost(PATIENCE).until(() -> known(one).released());
    assertThat(it.a.items()).isEmpty();
    assertThat(it.b.items()).isEmpty();
    assertThat(it.holder().heard())
        .noneMatch(heard ->
            heard instanceof Notification.DataPlaneChanged changed
                && changed.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  void anElementThatIsAwayAtTheEndForHoursIsClearedWhenItIsBack() {
    provisioned(one);
    active(one);
    it.b.reachable(false);
    it.advance(Duration.ofHours(1));
    await().atMost(PATIENCE).until(() -> it.a.items().isEmpty());
    await().atMost(PATIENCE).until(() -> known(one).problem() != null);
    assertThat(known(one))
        .returns(DataPlane.DEACTIVATING, Report.Known::dataPlane)
        .returns(false, Report.Known::released)
        .extracting(Report.Known::problem)
        .asString()
        .contains("B cannot be read");
    it.advance(Duration.ofHours(5));
    it.restart();
    it.b.reachable(true);
    turnUntil(() -> known(one).released());
    assertThat(it.b.items()).isEmpty();
    assertThat(known(one))
        .returns(LifecycleState.PASSED_END_TIME, Report.Known::lifecycle)
        .returns(DataPlane.INACTIVE, Report.Known::dataPlane);
  }

  @Test
  void oneThatStartsWhereAnotherEndsComesUpOnTheSameElements() {
    var next = new ConnectionId(UUID.randomUUID());
    provisioned(one);
    active(one);
    hold(next, it.heldBy(next), new Schedule(it.now().plus(Duration.ofHours(1)), hours(2)));
    it.segment().commit(order(next));
    it.segment().provision(order(next));
    it.advance(Duration.ofHours(1));
    await().atMost(PATIENCE).until(() -> known(one).released());
    turnUntil(() -> known(next).dataPlane() == DataPlane.ACTIVE);
    assertThat(it.a.items())
        .extracting(Item::owner)
        .containsExactly(CircuitName.of(next.value(), 1));
  }

  @Test
  void ofTwentyAtTheSameTimeOneIsHeld() throws Exception {
    List<Future<ReserveAnswer>> answers = new ArrayList<>();
    var schedule = hour();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 20; i++) {
        var id = new ConnectionId(UUID.randomUUID());
        answers.add(
            threads.submit(() -> it.segment().reserve(reserve(id, it.heldBy(id), schedule))));
      }
    }
    assertThat(answers.stream().map(Future::resultNow))
        .filteredOn(ReserveAnswer.Held.class::isInstance)
        .hasSize(1);
  }

  @Test
  void ofTheSameRequestTwentyTimesAtOnceAllGetOneAnswer() throws Exception {
    List<Future<ReserveAnswer>> answers = new ArrayList<>();
    var request = reserve(one, it.heldBy(one), hour());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 20; i++) {
        answers.add(threads.submit(() -> it.segment().reserve(request)));
      }
    }
    assertThat(answers.stream().map(Future::resultNow).distinct())
        .singleElement()
        .isInstanceOf(ReserveAnswer.Held.class);
  }

  private Schedule hour() {
    return new Schedule(it.now(), it.now().plus(Duration.ofHours(1)));
  }

  private Instant hours(int hours) {
    return it.now().plus(Duration.ofHours(hours));
  }

  private Reserve reserve(ConnectionId id, Holder holder, Schedule schedule) {
    return new Reserve(it.requester(), id, 1, it.greedy(schedule), holder);
  }

  private void hold(ConnectionId id, Holder holder, Schedule schedule) {
    assertThat(it.segment().reserve(reserve(id, holder, schedule)))
        .isInstanceOf(ReserveAnswer.Held.class);
  }

  private void provisioned(ConnectionId id) {
    hold(id, it.heldBy(id), hour());
    it.segment().commit(order(id));
    it.segment().provision(order(id));
  }

  private void turnUntil(Callable<Boolean> seen) {
    SegmentTalk.turnUntil(it, seen);
  }

  private void active(ConnectionId id) {
    await().atMost(PATIENCE).until(() -> known(id).dataPlane() == DataPlane.ACTIVE);
  }

  private Order order(ConnectionId id) {
    return new Order(it.requester(), id, 1);
  }

  private Report.Known known(ConnectionId id) {
    return (Report.Known) it.segment().query(it.requester(), id);
  }
}
