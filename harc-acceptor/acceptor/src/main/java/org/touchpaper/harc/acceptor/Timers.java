package org.touchpaper.harc.acceptor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.touchpaper.harc.commit.TransactionId;

/** When which transaction must be looked at again; each has one alarm, the last that was set. */
final class Timers implements AutoCloseable {
  /** A clock that somebody sets is looked at again within this time. */
  private static final Duration LONGEST_NAP = Duration.ofSeconds(1);

  private final Clock clock;
  private final Consumer<TransactionId> bell;
  private final ScheduledExecutorService thread;
  private final Map<TransactionId, Alarm> set = new ConcurrentHashMap<>();

  private record Alarm(Instant at, Future<?> ringing) {}

  /**
   * None is set.
   *
   * @param thread the one that takes the rounds: an alarm that another thread kept would cost two
   *     hand-overs
   */
  Timers(Clock clock, ScheduledExecutorService thread, Consumer<TransactionId> bell) {
    this.clock = clock;
    this.thread = thread;
    this.bell = bell;
  }

  void set(TransactionId id, Instant at) {
    set.compute(
        id,
        (_, before) -> {
          if (before != null) {
            before.ringing().cancel(false);
          }
          return nap(id, at);
        });
  }

  /** Does something about no transaction in particular. */
  void later(Runnable what, long millis) {
    var _ = unless(what, Duration.ofMillis(millis));
  }

  /** As {@link #later}, unless it is cancelled before. */
  Future<?> unless(Runnable what, Duration after) {
    return thread.schedule(what, after.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Nothing needs to be looked at any more. */
  void cancel(TransactionId id) {
    var alarm = set.remove(id);
    if (alarm != null) {
      alarm.ringing().cancel(false);
    }
  }

  private Alarm nap(TransactionId id, Instant at) {
    var left = Duration.between(clock.instant(), at).toMillis() + 1;
    var delay = Math.clamp(left, 0, LONGEST_NAP.toMillis());
    return new Alarm(at, thread.schedule(() -> ring(id, at), delay, TimeUnit.MILLISECONDS));
  }

  /** An alarm waits by a clock that nobody sets; ours may have been set meanwhile. */
  private void ring(TransactionId id, Instant at) {
    if (clock.instant().isBefore(at)) {
      set.computeIfPresent(id, (_, last) -> last.at().equals(at) ? nap(id, at) : last);
    } else {
      set.computeIfPresent(id, (_, last) -> last.at().equals(at) ? null : last);
      bell.accept(id);
    }
  }

  @Override
  public void close() {
    set.keySet().forEach(this::cancel);
  }
}
