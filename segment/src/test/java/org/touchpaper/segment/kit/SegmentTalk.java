package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.segment.kit.Repeatedly.twice;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;

/** How the contract's tests speak to a segment: every request twice, every wait with an end. */
public interface SegmentTalk {

  Duration PATIENCE = Duration.ofSeconds(60);
  Duration HOUR = Duration.ofHours(1);

  /** The segment the running test talks to. */
  SegmentUnderTest it();

  /** The connection the running test is about. */
  ConnectionId one();

  /** Another connection, beside the one the test is about. */
  ConnectionId other();

  static ConnectionId connection() {
    return new ConnectionId(UUID.randomUUID());
  }

  default Schedule nextHour() {
    return new Schedule(it().now().plus(HOUR), it().now().plus(HOUR.multipliedBy(2)));
  }

  default Schedule hourFromNow() {
    return new Schedule(it().now(), it().now().plus(HOUR));
  }

  default Reserve reserve(ConnectionId id, int version, Schedule schedule) {
    return reserve(id, version, it().greedy(schedule));
  }

  default Reserve reserve(ConnectionId id, int version, @Nullable Criteria criteria) {
    return new Reserve(it().requester(), id, version, criteria, it().heldBy(id));
  }

  default ReserveAnswer.Held held(ConnectionId id, int version, Schedule schedule) {
    var answer = twice(() -> it().segment().reserve(reserve(id, version, schedule)));
    assertThat(answer).isInstanceOf(ReserveAnswer.Held.class);
    return (ReserveAnswer.Held) answer;
  }

  default Refusal refused(Reserve request) {
    var answer = twice(() -> it().segment().reserve(request));
    assertThat(answer).isInstanceOf(ReserveAnswer.Refused.class);
    return ((ReserveAnswer.Refused) answer).refusal();
  }

  default void committed(ConnectionId id, Schedule schedule) {
    held(id, 1, schedule);
    commit(id, 1);
  }

  /** Reserved, committed, provisioned, and up for an hour from the segment's present. */
  default void up(ConnectionId id) {
    committed(id, hourFromNow());
    provision(id);
    eventually(id, known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  default void commit(ConnectionId id, int version) {
    twice(() -> it().segment().commit(order(id, version)));
  }

  default void abort(ConnectionId id, int version) {
    twice(() -> it().segment().abort(order(id, version)));
  }

  default void provision(ConnectionId id) {
    twice(() -> it().segment().provision(order(id, 1)));
  }

  default void release(ConnectionId id) {
    twice(() -> it().segment().release(order(id, 1)));
  }

  default void terminate(ConnectionId id) {
    twice(() -> it().segment().terminate(order(id, 1)));
  }

  default Order order(ConnectionId id, int version) {
    return new Order(it().requester(), id, version);
  }

  default Report.Known known(ConnectionId id) {
    var report = it().segment().query(it().requester(), id);
    assertThat(report).isInstanceOf(Report.Known.class);
    return (Report.Known) report;
  }

  default void eventually(ConnectionId id, Predicate<Report.Known> holds) {
    await().atMost(PATIENCE).until(() -> known(id), holds);
  }

  /**
   * Turns the clock a little at a time until this is seen. What is looked at or tried again and
   * again falls due some seconds after the time before ended, which may be after the clock turned.
   */
  default void turnUntil(Callable<Boolean> seen) {
    turnUntil(it(), seen);
  }

  /**
   * As the other. The pauses between two turns grow, so that a machine that is busy elsewhere does
   * not let the hours go by that a circuit has; it is looked for all the time.
   */
  static void turnUntil(SegmentUnderTest it, Callable<Boolean> seen) {
    var end = System.nanoTime() + PATIENCE.toNanos();
    for (var pause = Duration.ofMillis(200); ; pause = pause.multipliedBy(3).dividedBy(2)) {
      it.advance(Duration.ofSeconds(20));
      try {
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(20))
            .atMost(pause)
            .until(seen);
        return;
      } catch (ConditionTimeoutException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  /** The holder is told these in this order, perhaps with others in between or twice. */
  default void hears(ConnectionId id, DataPlane... states) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(dataPlanesHeard(id)).containsSubsequence(states));
  }

  default List<DataPlane> dataPlanesHeard(ConnectionId id) {
    return it().holder().heard().stream()
        .filter(heard -> heard.connection().equals(id))
        .filter(Notification.DataPlaneChanged.class::isInstance)
        .map(heard -> ((Notification.DataPlaneChanged) heard).dataPlane())
        .toList();
  }
}
