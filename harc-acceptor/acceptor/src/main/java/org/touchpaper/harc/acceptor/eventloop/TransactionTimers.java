package org.touchpaper.harc.acceptor.eventloop;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.TransactionId;

/**
 * The timers of transactions; setting a timer replaces the transaction's previous one. All are in
 * one queue with one scheduled task for the first, because tens of thousands may be pending for
 * hours on the thread that votes.
 */
final class TransactionTimers implements AutoCloseable {
  /** Maximum delay of the task, so that a change of the clock is noticed in this time. */
  private static final Duration MAX_SLEEP = Duration.ofSeconds(1);

  private final Clock clock;
  private final Consumer<TransactionId> onDue;
  private final ScheduledExecutorService executor;
  private final Map<TransactionId, Alarm> alarms = new HashMap<>();

  /** The same alarms by due time. */
  private final TreeSet<Alarm> queue = new TreeSet<>(Alarm.BY_DUE_TIME);

  /** The scheduled task, on the monotonic clock; null if no alarm is set. */
  private @Nullable ScheduledFuture<?> nextWakeUp;

  private long nextNumber;

  /** Alarms due at the same time fire in the order in which they were set. */
  private record Alarm(TransactionId id, Instant dueAt, long number) {
    static final Comparator<Alarm> BY_DUE_TIME =
        Comparator.comparing(Alarm::dueAt).thenComparingLong(Alarm::number);
  }

  /** On the event loop's executor: another thread would add two context switches. */
  TransactionTimers(Clock clock, ScheduledExecutorService executor, Consumer<TransactionId> onDue) {
    this.clock = clock;
    this.executor = executor;
    this.onDue = onDue;
  }

  synchronized void set(TransactionId id, Instant dueAt) {
    cancel(id);
    var alarm = new Alarm(id, dueAt, nextNumber++);
    alarms.put(id, alarm);
    queue.add(alarm);
    // A cancelled alarm leaves its task scheduled: it runs soon, and most alarms are cancelled.
    var now = clock.instant();
    if (nextWakeUp == null || isDueWithin(nextWakeUp.getDelay(TimeUnit.NANOSECONDS), dueAt, now)) {
      scheduleNextWakeUp(now);
    }
  }

  /** False if the task is due already: rescheduling it would postpone it again and again. */
  private static boolean isDueWithin(long remainingNanos, Instant dueAt, Instant now) {
    return remainingNanos > 0 && dueAt.isBefore(now.plusNanos(remainingNanos));
  }

  /** Schedules a task that belongs to no transaction. */
  void schedule(Runnable task, long delayMillis) {
    var _ = scheduleCancellable(task, Duration.ofMillis(delayMillis));
  }

  /** As {@link #schedule}, with a future to cancel it. */
  Future<?> scheduleCancellable(Runnable task, Duration delay) {
    return executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Removes the transaction's alarm. */
  synchronized void cancel(TransactionId id) {
    var alarm = alarms.remove(id);
    if (alarm != null) {
      queue.remove(alarm);
    }
  }

  private void scheduleNextWakeUp(Instant now) {
    cancelWakeUp();
    if (!queue.isEmpty()) {
      var untilDueMillis = Duration.between(now, queue.first().dueAt()).toMillis() + 1;
      var delayMillis = Math.clamp(untilDueMillis, 0, MAX_SLEEP.toMillis());
      nextWakeUp = executor.schedule(this::fireDue, delayMillis, TimeUnit.MILLISECONDS);
    }
  }

  private void cancelWakeUp() {
    if (nextWakeUp != null) {
      nextWakeUp.cancel(false);
      nextWakeUp = null;
    }
  }

  private void fireDue() {
    takeDue().forEach(onDue);
  }

  /** The alarms due by the clock, which may have been changed meanwhile. */
  private synchronized List<TransactionId> takeDue() {
    var now = clock.instant();
    var due = new ArrayList<TransactionId>();
    while (!queue.isEmpty() && !now.isBefore(queue.first().dueAt())) {
      var alarm = queue.removeFirst();
      alarms.remove(alarm.id());
      due.add(alarm.id());
    }
    scheduleNextWakeUp(now);
    return due;
  }

  @Override
  public synchronized void close() {
    alarms.clear();
    queue.clear();
    cancelWakeUp();
  }
}
