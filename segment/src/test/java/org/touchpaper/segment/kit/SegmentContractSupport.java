package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.segment.kit.RepeatedCalls.twice;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;

/** Helpers of the contract tests: every request is sent twice, and every wait is limited. */
public interface SegmentContractSupport {

  Duration TIMEOUT = Duration.ofSeconds(60);
  Duration HOUR = Duration.ofHours(1);

  /** The segment under test. */
  SegmentUnderTest underTest();

  /** The connection under test. */
  ConnectionId connectionId();

  /** Another connection. */
  ConnectionId otherConnectionId();

  static ConnectionId newConnectionId() {
    return new ConnectionId(UUID.randomUUID());
  }

  default Schedule nextHour() {
    return new Schedule(underTest().now().plus(HOUR), underTest().now().plus(HOUR.multipliedBy(2)));
  }

  default Schedule hourFromNow() {
    return new Schedule(underTest().now(), underTest().now().plus(HOUR));
  }

  default ReserveRequest reserve(ConnectionId id, int version, Schedule schedule) {
    return reserve(id, version, underTest().fullCapacityCriteria(schedule));
  }

  default ReserveRequest reserve(ConnectionId id, int version, @Nullable Criteria criteria) {
    return new ReserveRequest(
        underTest().requester(), id, version, criteria, underTest().heldBy(id));
  }

  default ReserveResult.Held reserveHeld(ConnectionId id, int version, Schedule schedule) {
    var answer = twice(() -> underTest().segment().reserve(reserve(id, version, schedule)));
    assertThat(answer).isInstanceOf(ReserveResult.Held.class);
    return (ReserveResult.Held) answer;
  }

  default Refusal reserveRefused(ReserveRequest request) {
    var answer = twice(() -> underTest().segment().reserve(request));
    assertThat(answer).isInstanceOf(ReserveResult.Refused.class);
    return ((ReserveResult.Refused) answer).refusal();
  }

  default void reserveAndCommit(ConnectionId id, Schedule schedule) {
    reserveHeld(id, 1, schedule);
    commit(id, 1);
  }

  /** Reserves, commits and provisions a connection that is up for an hour from now. */
  default void bringUp(ConnectionId id) {
    reserveAndCommit(id, hourFromNow());
    provision(id);
    eventually(id, known -> known.dataPlane() == DataPlaneState.ACTIVE);
  }

  default void commit(ConnectionId id, int version) {
    twice(() -> underTest().segment().commit(command(id, version)));
  }

  default void abort(ConnectionId id, int version) {
    twice(() -> underTest().segment().abort(command(id, version)));
  }

  default void provision(ConnectionId id) {
    twice(() -> underTest().segment().provision(command(id, 1)));
  }

  default void release(ConnectionId id) {
    twice(() -> underTest().segment().release(command(id, 1)));
  }

  default void terminate(ConnectionId id) {
    twice(() -> underTest().segment().terminate(command(id, 1)));
  }

  default ConnectionVersionRequest command(ConnectionId id, int version) {
    return new ConnectionVersionRequest(underTest().requester(), id, version);
  }

  default ConnectionReport.Known known(ConnectionId id) {
    var report = underTest().segment().query(underTest().requester(), id);
    assertThat(report).isInstanceOf(ConnectionReport.Known.class);
    return (ConnectionReport.Known) report;
  }

  default void eventually(ConnectionId id, Predicate<ConnectionReport.Known> condition) {
    await().atMost(TIMEOUT).until(() -> known(id), condition);
  }

  /**
   * Advances the clock in small steps until the condition holds. A repeated task is due some
   * seconds after its last run, which may be after the clock was advanced.
   */
  default void advanceUntil(Callable<Boolean> condition) {
    advanceUntil(underTest(), condition);
  }

  /**
   * The same. The pauses between steps grow, so that a slow machine does not miss the hour in which
   * a circuit is up; the condition is checked continuously.
   */
  static void advanceUntil(SegmentUnderTest underTest, Callable<Boolean> condition) {
    var end = System.nanoTime() + TIMEOUT.toNanos();
    for (var pause = Duration.ofMillis(200); ; pause = pause.multipliedBy(3).dividedBy(2)) {
      underTest.advance(Duration.ofSeconds(20));
      try {
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(20))
            .atMost(pause)
            .until(condition);
        return;
      } catch (ConditionTimeoutException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  /**
   * Waits until the holder has received these states in this order, perhaps with others in between,
   * or twice.
   */
  default void awaitNotified(ConnectionId id, DataPlaneState... states) {
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(notifiedDataPlanes(id)).containsSubsequence(states));
  }

  default List<DataPlaneState> notifiedDataPlanes(ConnectionId id) {
    return underTest().holder().received().stream()
        .filter(notification -> notification.connection().equals(id))
        .filter(Notification.DataPlaneChanged.class::isInstance)
        .map(notification -> ((Notification.DataPlaneChanged) notification).dataPlane())
        .toList();
  }
}
