package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.ProvisionState;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.SegmentUnreachable;

/**
 * What every segment promises, as tests; extend it and open a fresh segment. Every request is sent
 * twice, and the second answer equals the first.
 */
public abstract class NetworkSegmentContract {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int MANY = 8;

  /** The segment the running test talks to. */
  @SuppressWarnings("NullAway.Init") // set before each test
  protected SegmentUnderTest it;

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private final ConnectionId other = new ConnectionId(UUID.randomUUID());

  /** A segment with an empty calendar. */
  protected abstract SegmentUnderTest open();

  @BeforeEach
  void openSegment() {
    it = open();
  }

  @AfterEach
  void closeSegment() {
    it.close();
  }

  // reserve

  @Test
  void holdsWhatFits() {
    held(one, 1, nextHour());
    assertThat(known(one))
        .returns(ReservationState.RESERVE_HELD, Report.Known::reservation)
        .returns(1, Report.Known::heldVersion)
        .returns(0, Report.Known::version)
        .returns(DataPlane.INACTIVE, Report.Known::dataPlane)
        .returns(false, Report.Known::released);
  }

  @Test
  void choosesOneLabelAmongThoseAllowed() {
    var answer = held(one, 1, nextHour());
    for (var chosen : List.of(answer.source(), answer.destination())) {
      assertThat(chosen.vlans())
          .satisfiesAnyOf(
              vlans -> assertThat(vlans).isNull(), vlans -> assertThat(vlans.isSingle()).isTrue());
    }
  }

  @Test
  void refusesWhatCanNeverFit() {
    var refusal = refused(reserve(one, 1, it.hopeless(nextHour())));
    assertThat(refusal.code().isPermanent()).isTrue();
    assertThat(refusal.reason()).isNotBlank();
  }

  @Test
  void refusesTheSecondOfTwoThatDoNotFitTogether() {
    held(one, 1, nextHour());
    var refusal = refused(reserve(other, 1, it.greedy(nextHour())));
    assertThat(refusal.code().isPermanent()).isFalse();
    assertThat(refusal.resource()).isNotBlank();
  }

  @Test
  void acceptsTwoThatOnlyTouch() {
    var first = nextHour();
    held(one, 1, first);
    held(other, 1, new Schedule(first.endTime(), first.endTime().plus(HOUR)));
  }

  @Test
  void refusesWhatHasEnded() {
    var past = new Schedule(it.now().minus(HOUR), it.now());
    assertThat(refused(reserve(one, 1, it.greedy(past))).code())
        .isEqualTo(Refusal.Code.BAD_SCHEDULE);
  }

  @Test
  void theSameIdWithOtherContentIsAFaultAndChangesNothing() {
    held(one, 1, nextHour());
    var before = known(one);
    var later = new Schedule(it.now().plus(HOUR), it.now().plus(HOUR.multipliedBy(3)));
    faults(Fault.Code.CONTRADICTS_EARLIER, () -> it.segment().reserve(reserve(one, 1, later)));
    assertThat(known(one)).isEqualTo(before);
  }

  @Test
  void believesOnlyConfiguredHolders() {
    var stranger = new Holder.Asker("stranger", URI.create("http://127.0.0.1:9/"), one, 1);
    faults(
        Fault.Code.NOT_ALLOWED,
        () ->
            it.segment()
                .reserve(new Reserve(it.requester(), one, 1, it.greedy(nextHour()), stranger)));
    assertThat(it.segment().query(it.requester(), one)).isEqualTo(new Report.Unknown(one));
  }

  @Test
  void nobodyElseChangesAConnection() {
    held(one, 1, nextHour());
    var stranger = new Requester("stranger", it.requester().onBehalfOf(), "x");
    faults(Fault.Code.NOT_ALLOWED, () -> it.segment().commit(new Order(stranger, one, 1)));
    faults(Fault.Code.NOT_ALLOWED, () -> it.segment().abort(new Order(stranger, one, 1)));
    faults(Fault.Code.NOT_ALLOWED, () -> it.segment().terminate(new Order(stranger, one, 1)));
    assertThat(known(one).reservation()).isEqualTo(ReservationState.RESERVE_HELD);
  }

  // commit, abort, and what comes late or out of order

  @Test
  void commitsWhatIsHeld() {
    committed(one, nextHour());
    assertThat(known(one))
        .returns(ReservationState.RESERVE_START, Report.Known::reservation)
        .returns(1, Report.Known::version)
        .returns(0, Report.Known::heldVersion);
  }

  @Test
  void aReserveThatComesAgainAfterItsCommitGetsTheSameAnswer() {
    var schedule = nextHour();
    var first = held(one, 1, schedule);
    commit(one, 1);
    assertThat(held(one, 1, schedule)).isEqualTo(first);
  }

  @Test
  void cannotCommitWhatItNeverHeardOf() {
    faults(Fault.Code.UNKNOWN_CONNECTION, () -> it.segment().commit(order(one, 1)));
    faults(Fault.Code.UNKNOWN_CONNECTION, () -> it.segment().provision(order(one, 1)));
    faults(Fault.Code.UNKNOWN_CONNECTION, () -> it.segment().release(order(one, 1)));
    assertThat(it.segment().query(it.requester(), one)).isEqualTo(new Report.Unknown(one));
  }

  @Test
  void cannotCommitWhatItRefused() {
    refused(reserve(one, 1, it.hopeless(nextHour())));
    faults(Fault.Code.COMMIT_FAILED, () -> it.segment().commit(order(one, 1)));
  }

  @Test
  void anAbortedHoldIsFreeForAnother() {
    held(one, 1, nextHour());
    abort(one, 1);
    held(other, 1, nextHour());
  }

  @Test
  void cannotCommitWhatWasAborted() {
    held(one, 1, nextHour());
    abort(one, 1);
    faults(Fault.Code.COMMIT_FAILED, () -> it.segment().commit(order(one, 1)));
  }

  @Test
  void aReserveThatComesAgainAfterItsAbortIsRefused() {
    held(one, 1, nextHour());
    abort(one, 1);
    assertThat(refused(reserve(one, 1, nextHour())).code()).isEqualTo(Refusal.Code.GIVEN_UP);
  }

  @Test
  void aReserveThatComesAfterItsAbortIsRefused() {
    abort(one, 1);
    assertThat(refused(reserve(one, 1, nextHour())).code()).isEqualTo(Refusal.Code.GIVEN_UP);
    held(other, 1, nextHour());
  }

  @Test
  void aReserveThatComesAfterItsTerminateIsRefused() {
    terminate(one);
    assertThat(refused(reserve(one, 1, nextHour())).code()).isEqualTo(Refusal.Code.GIVEN_UP);
    held(other, 1, nextHour());
  }

  @Test
  void whatIsCommittedCannotBeAborted() {
    committed(one, nextHour());
    faults(Fault.Code.INVALID_TRANSITION, () -> it.segment().abort(order(one, 1)));
    assertThat(known(one).version()).isEqualTo(1);
  }

  @Test
  void cannotProvisionWhatIsOnlyHeld() {
    held(one, 1, nextHour());
    faults(Fault.Code.INVALID_TRANSITION, () -> it.segment().provision(order(one, 1)));
  }

  @Test
  void aRefusalIsRememberedThoughItWouldFitByThen() {
    held(one, 1, nextHour());
    var schedule = nextHour();
    var refusal = refused(reserve(other, 1, schedule));
    abort(one, 1);
    assertThat(refused(reserve(other, 1, schedule))).isEqualTo(refusal);
  }

  @Test
  void terminatingWhatIsHeldLetsGoOfIt() {
    held(one, 1, nextHour());
    terminate(one);
    held(other, 1, nextHour());
    faults(Fault.Code.COMMIT_FAILED, () -> it.segment().commit(order(one, 1)));
  }

  @Test
  void terminatingBeforeTheStartFreesTheTime() {
    committed(one, nextHour());
    provision(one);
    terminate(one);
    eventually(one, known -> known.lifecycle() == LifecycleState.TERMINATED && known.released());
    held(other, 1, nextHour());
  }

  // many at once

  @Test
  void theSameReserveManyTimesAtOnceGetsOneAnswer() {
    var request = reserve(one, 1, nextHour());
    var answers = atOnce(MANY, () -> it.segment().reserve(request));
    assertThat(answers.stream().distinct()).singleElement().isInstanceOf(ReserveAnswer.Held.class);
  }

  @Test
  void ofManyThatDoNotFitTogetherOneIsHeld() {
    var schedule = nextHour();
    var answers =
        atOnce(
            MANY,
            () -> it.segment().reserve(reserve(new ConnectionId(UUID.randomUUID()), 1, schedule)));
    assertThat(answers).filteredOn(ReserveAnswer.Held.class::isInstance).hasSize(1);
  }

  @Test
  void everyOrderManyTimesAtOnceIsCarriedOutOnce() {
    held(one, 1, new Schedule(it.now(), it.now().plus(HOUR)));
    manyTimes(() -> it.segment().commit(order(one, 1)));
    assertThat(known(one).version()).isEqualTo(1);
    manyTimes(() -> it.segment().provision(order(one, 1)));
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
    manyTimes(() -> it.segment().release(order(one, 1)));
    eventually(one, known -> known.provision() == ProvisionState.RELEASED);
    manyTimes(() -> it.segment().terminate(order(one, 1)));
    eventually(one, known -> known.lifecycle() == LifecycleState.TERMINATED);
  }

  @Test
  void ofACommitAndAnAbortAtOnceOneWins() {
    held(one, 1, nextHour());
    var turn = new AtomicInteger();
    var faults =
        atOnce(
            MANY,
            () -> {
              try {
                if (turn.getAndIncrement() % 2 == 0) {
                  it.segment().commit(order(one, 1));
                } else {
                  it.segment().abort(order(one, 1));
                }
                return "done";
              } catch (Fault fault) {
                return fault.code().name();
              }
            });
    var committed = known(one).version() == 1;
    assertThat(faults)
        .filteredOn(answer -> !answer.equals("done"))
        .hasSize(MANY / 2)
        .containsOnly(committed ? "INVALID_TRANSITION" : "COMMIT_FAILED");
  }

  @Test
  void ordersThatComeAfterTheEndChangeNothing() {
    up(one);
    it.advance(HOUR);
    eventually(one, Report.Known::released);
    var after = known(one);
    commit(one, 1);
    provision(one);
    faults(Fault.Code.INVALID_TRANSITION, () -> it.segment().abort(order(one, 1)));
    assertThat(known(one)).isEqualTo(after);
  }

  // holds in doubt

  @Test
  void aHoldInDoubtIsCommittedWhenItsHolderSaysSo() {
    held(one, 1, nextHour());
    it.holder().decide(one, Outcome.COMMIT);
    it.advance(Duration.ofMinutes(1));
    eventually(one, known -> known.version() == 1);
    commit(one, 1);
  }

  @Test
  void aHoldInDoubtIsGivenUpWhenItsHolderSaysSo() {
    held(one, 1, nextHour());
    it.holder().decide(one, Outcome.ABORT);
    it.advance(Duration.ofMinutes(1));
    eventually(one, known -> known.heldVersion() == 0);
    faults(Fault.Code.COMMIT_FAILED, () -> it.segment().commit(order(one, 1)));
    held(other, 1, nextHour());
  }

  @Test
  void aHoldIsKeptWhileItsHolderIsUndecidedOrOutOfReach() {
    held(one, 1, nextHour());
    it.advance(Duration.ofMinutes(1));
    await().atMost(PATIENCE).until(() -> it.holder().questions() > 0);
    it.holder().reachable(false);
    var asked = it.holder().questions();
    it.advance(Duration.ofMinutes(1));
    await().atMost(PATIENCE).until(() -> it.holder().questions() > asked);
    assertThat(known(one).heldVersion()).isEqualTo(1);

    it.holder().reachable(true);
    it.holder().decide(one, Outcome.COMMIT);
    it.advance(Duration.ofMinutes(1));
    eventually(one, known -> known.version() == 1);
  }

  @Test
  void aHoldSurvivesARestartAndItsHolderIsAskedAfterIt() {
    var first = held(one, 1, nextHour());
    var again = reserve(one, 1, known(one).criteria());
    it.restart();
    assertThat(it.segment().reserve(again)).isEqualTo(first);
    it.holder().decide(one, Outcome.ABORT);
    it.advance(Duration.ofMinutes(1));
    eventually(one, known -> known.heldVersion() == 0);
  }

  // modify and cancel

  @Test
  void aModifyMayUseWhatTheConnectionItselfHas() {
    var schedule = nextHour();
    committed(one, schedule);
    held(one, 2, new Schedule(schedule.startTime(), schedule.endTime().plus(HOUR)));
    assertThat(known(one)).returns(1, Report.Known::version).returns(2, Report.Known::heldVersion);
    commit(one, 2);
    assertThat(known(one).version()).isEqualTo(2);
    refused(reserve(other, 1, new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR))));
  }

  @Test
  void anAbortedModifyLeavesTheConnectionAsItWas() {
    var schedule = nextHour();
    committed(one, schedule);
    held(one, 2, new Schedule(schedule.startTime(), schedule.endTime().plus(HOUR)));
    abort(one, 2);
    assertThat(known(one).version()).isEqualTo(1);
    held(other, 1, new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR)));
  }

  @Test
  void whileAModifyIsHeldBothVersionsCount() {
    var schedule = nextHour();
    committed(one, schedule);
    var later = new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR));
    held(one, 2, later);
    refused(reserve(other, 1, schedule));
    commit(one, 2);
    held(new ConnectionId(UUID.randomUUID()), 1, schedule);
  }

  @Test
  void anEmptyVersionCancels() {
    committed(one, nextHour());
    var cancel = new Reserve(it.requester(), one, 2, null, it.heldBy(one));
    assertThat(twice(() -> it.segment().reserve(cancel))).isInstanceOf(ReserveAnswer.Held.class);
    refused(reserve(other, 1, nextHour()));
    commit(one, 2);
    eventually(one, known -> known.lifecycle() == LifecycleState.TERMINATED && known.released());
    held(new ConnectionId(UUID.randomUUID()), 1, nextHour());
  }

  // the clock

  @Test
  void comesUpAtItsStartAndIsClearAfterItsEnd() {
    committed(one, nextHour());
    provision(one);
    assertThat(known(one))
        .returns(ProvisionState.PROVISIONED, Report.Known::provision)
        .returns(DataPlane.INACTIVE, Report.Known::dataPlane);

    it.advance(HOUR);
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
    assertThat(known(one).released()).isFalse();

    it.advance(HOUR);
    assertThat(known(one).dataPlane()).isNotEqualTo(DataPlane.ACTIVE);
    eventually(
        one,
        known ->
            known.dataPlane() == DataPlane.INACTIVE
                && known.released()
                && known.lifecycle() == LifecycleState.PASSED_END_TIME);
    hears(one, DataPlane.ACTIVE, DataPlane.INACTIVE);
  }

  @Test
  void withoutPermissionNothingComesUp() {
    committed(one, nextHour());
    it.advance(HOUR);
    provision(one);
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  void whileUndecidedNothingComesUp() {
    held(one, 1, nextHour());
    it.advance(HOUR);
    it.holder().decide(one, Outcome.COMMIT);
    it.advance(Duration.ofMinutes(1));
    eventually(one, known -> known.version() == 1);
    assertThat(known(one).dataPlane()).isEqualTo(DataPlane.INACTIVE);
    provision(one);
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  void whatIsCommittedAfterItsEndNeverComesUp() {
    held(one, 1, nextHour());
    it.advance(HOUR.multipliedBy(2));
    commit(one, 1);
    provision(one);
    eventually(one, known -> known.lifecycle() == LifecycleState.PASSED_END_TIME);
    assertThat(known(one).released()).isTrue();
  }

  @Test
  void aReleasedCircuitComesDownAndMayComeUpAgain() {
    up(one);
    release(one);
    eventually(
        one,
        known ->
            known.dataPlane() == DataPlane.INACTIVE
                && known.provision() == ProvisionState.RELEASED);
    assertThat(known(one).released()).isFalse();
    provision(one);
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  void terminatingWhatIsUpTakesItDown() {
    up(one);
    terminate(one);
    eventually(
        one,
        known ->
            known.dataPlane() == DataPlane.INACTIVE
                && known.lifecycle() == LifecycleState.TERMINATED
                && known.released());
    hears(one, DataPlane.ACTIVE, DataPlane.INACTIVE);
    held(other, 1, new Schedule(it.now(), it.now().plus(HOUR)));
  }

  @Test
  void aCircuitThatIsUpIsModifiedWhereItStands() {
    up(one);
    var now = Objects.requireNonNull(known(one).criteria());
    var longer = new Schedule(now.schedule().startTime(), now.schedule().endTime().plus(HOUR));
    held(one, 2, longer);
    assertThat(known(one).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    commit(one, 2);
    it.advance(HOUR);
    eventually(one, known -> known.version() == 2 && known.dataPlane() == DataPlane.ACTIVE);
    it.advance(HOUR);
    eventually(one, Report.Known::released);
  }

  @Test
  void aHolderOutOfReachIsToldLater() {
    it.holder().reachable(false);
    up(one);
    it.holder().reachable(true);
    it.advance(Duration.ofMinutes(1));
    hears(one, DataPlane.ACTIVE);
  }

  @Test
  void aStartThatFellDueWhileTheServiceWasDownIsMadeUpFor() {
    committed(one, nextHour());
    provision(one);
    it.advance(HOUR);
    it.restart();
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  void whatIsUpStaysUpThroughARestartAndComesDownAtItsEnd() {
    up(one);
    it.restart();
    assertThat(known(one).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    it.advance(HOUR);
    eventually(one, Report.Known::released);
  }

  // how the tests speak

  protected final Schedule nextHour() {
    return new Schedule(it.now().plus(HOUR), it.now().plus(HOUR.multipliedBy(2)));
  }

  protected final Reserve reserve(ConnectionId id, int version, Schedule schedule) {
    return reserve(id, version, it.greedy(schedule));
  }

  protected final Reserve reserve(ConnectionId id, int version, @Nullable Criteria criteria) {
    return new Reserve(it.requester(), id, version, criteria, it.heldBy(id));
  }

  protected final ReserveAnswer.Held held(ConnectionId id, int version, Schedule schedule) {
    var answer = twice(() -> it.segment().reserve(reserve(id, version, schedule)));
    assertThat(answer).isInstanceOf(ReserveAnswer.Held.class);
    return (ReserveAnswer.Held) answer;
  }

  protected final Refusal refused(Reserve request) {
    var answer = twice(() -> it.segment().reserve(request));
    assertThat(answer).isInstanceOf(ReserveAnswer.Refused.class);
    return ((ReserveAnswer.Refused) answer).refusal();
  }

  protected final void committed(ConnectionId id, Schedule schedule) {
    held(id, 1, schedule);
    commit(id, 1);
  }

  /** Reserved, committed, provisioned, and up for an hour from the segment's present. */
  protected final void up(ConnectionId id) {
    committed(id, new Schedule(it.now(), it.now().plus(HOUR)));
    provision(id);
    eventually(id, known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  protected final void commit(ConnectionId id, int version) {
    twice(() -> it.segment().commit(order(id, version)));
  }

  protected final void abort(ConnectionId id, int version) {
    twice(() -> it.segment().abort(order(id, version)));
  }

  protected final void provision(ConnectionId id) {
    twice(() -> it.segment().provision(order(id, 1)));
  }

  protected final void release(ConnectionId id) {
    twice(() -> it.segment().release(order(id, 1)));
  }

  protected final void terminate(ConnectionId id) {
    twice(() -> it.segment().terminate(order(id, 1)));
  }

  protected final Order order(ConnectionId id, int version) {
    return new Order(it.requester(), id, version);
  }

  protected final Report.Known known(ConnectionId id) {
    var report = it.segment().query(it.requester(), id);
    assertThat(report).isInstanceOf(Report.Known.class);
    return (Report.Known) report;
  }

  protected final void eventually(ConnectionId id, Predicate<Report.Known> holds) {
    await().atMost(PATIENCE).until(() -> known(id), holds);
  }

  /** The holder is told these in this order, perhaps with others in between or twice. */
  private void hears(ConnectionId id, DataPlane... states) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(it.holder().heard())
                .filteredOn(heard -> heard.connection().equals(id))
                .filteredOn(Notification.DataPlaneChanged.class::isInstance)
                .extracting(heard -> ((Notification.DataPlaneChanged) heard).dataPlane())
                .containsSubsequence(states));
  }

  private static void faults(Fault.Code code, Runnable request) {
    for (var time = 1; time <= 2; time++) {
      assertThatExceptionOfType(Fault.class).isThrownBy(request::run).returns(code, Fault::code);
    }
  }

  private static void manyTimes(Runnable order) {
    atOnce(
        MANY,
        () -> {
          order.run();
          return Boolean.TRUE;
        });
  }

  /** So many at once; whoever does not hear what came of it asks again, as callers do. */
  private static <T> List<T> atOnce(int times, Supplier<T> request) {
    List<Future<T>> answers = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var time = 0; time < times; time++) {
        answers.add(threads.submit(() -> answered(request)));
      }
    }
    return answers.stream().map(Future::resultNow).toList();
  }

  private static <T> T answered(Supplier<T> request) {
    try {
      return request.get();
    } catch (SegmentUnreachable e) {
      return request.get();
    }
  }

  private static <T> T twice(Supplier<T> request) {
    var first = request.get();
    assertThat(request.get()).isEqualTo(first);
    return first;
  }

  private static void twice(Runnable request) {
    request.run();
    request.run();
  }
}
