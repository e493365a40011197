package org.touchpaper.segment.reconcile;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.ElementEvent;

/**
 * Debounces the events of one element into readings. After each reading the element rests for three
 * times as long as the reading took. A new connection overrides that rest, because circuits wait
 * for it; but of an element that reconnects repeatedly only the first connection is read at once.
 * Pure: times are durations since any fixed moment.
 */
final class ReadDebouncer {

  /** The minimum rest: events that come together cause one reading. */
  static final Duration MIN_REST = Duration.ofMillis(300);

  /** The maximum rest: every element is read that often anyway. */
  static final Duration MAX_REST = Duration.ofSeconds(30);

  private @Nullable ElementEvent reason;
  private boolean reconnected;
  private @Nullable Duration dueAt;
  private @Nullable ElementRead current;

  /** End of the rest after any reading. */
  private Duration restEnd = Duration.ZERO;

  /** End of the rest after a reading caused by a new connection. */
  private Duration reconnectRestEnd = Duration.ZERO;

  /**
   * A reading that has begun.
   *
   * @param reason the first event, or the new connection
   * @param reconnected true after a new connection, which is a reason to retry failed work at once;
   *     a report is not, since our own attempt may have caused it
   */
  record ElementRead(ElementEvent reason, boolean reconnected, Duration startedAt) {}

  /**
   * Records an event. While the element is read nothing is scheduled; {@link #endRead} schedules
   * for events received meanwhile.
   *
   * @return the delay until {@link #beginRead}; empty if that is already scheduled, no later
   */
  synchronized Optional<Duration> add(ElementEvent event, Duration now) {
    switch (event) {
      case ElementEvent.Connected _ -> {
        reason = event;
        reconnected = true;
      }
      case ElementEvent.Reported _ -> reason = reason == null ? event : reason;
    }
    return current == null ? scheduleNext(now) : Optional.empty();
  }

  private Optional<Duration> scheduleNext(Duration now) {
    var dueTime = max(now.plus(MIN_REST), reconnected ? reconnectRestEnd : restEnd);
    if (dueAt != null && dueAt.compareTo(dueTime) <= 0) {
      return Optional.empty();
    }
    dueAt = dueTime;
    return Optional.of(dueTime.minus(now));
  }

  private static Duration max(Duration first, Duration second) {
    return first.compareTo(second) > 0 ? first : second;
  }

  /**
   * Begins a reading that ends with {@link #endRead}; empty if the element was read meanwhile, or
   * is not due yet.
   */
  synchronized Optional<ElementRead> beginRead(Duration now) {
    if (reason == null || dueAt == null || now.compareTo(dueAt) < 0) {
      return Optional.empty();
    }
    var read = new ElementRead(reason, reconnected, now);
    current = read;
    reason = null;
    reconnected = false;
    dueAt = null;
    return Optional.of(read);
  }

  /**
   * Ends a reading. Returns the delay until the next {@link #beginRead}; empty if no event came
   * meanwhile.
   */
  synchronized Optional<Duration> endRead(ElementRead read, Duration now) {
    restEnd = now.plus(restAfter(now.minus(read.startedAt())));
    if (read.reconnected()) {
      reconnectRestEnd = restEnd;
    }
    current = null;
    return reason == null ? Optional.empty() : scheduleNext(now);
  }

  /**
   * The rest after a reading: an element that reports all the time is read a quarter of the time.
   */
  static Duration restAfter(Duration duration) {
    var rest = duration.multipliedBy(3);
    if (rest.compareTo(MIN_REST) < 0) {
      return MIN_REST;
    }
    return rest.compareTo(MAX_REST) > 0 ? MAX_REST : rest;
  }
}
