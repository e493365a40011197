package org.touchpaper.elementsession;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.elementsession.connection.DelayScheduler;
import org.touchpaper.elementsession.connection.ReconnectBackoff;
import org.touchpaper.elementsession.connection.SessionTiming;

/** A clock and scheduler that the test advances. */
final class ManualScheduler extends Clock implements DelayScheduler {

  /** The initial time. */
  static final Instant START = Instant.parse("2026-12-01T21:00:00Z");

  private record ScheduledAction(Instant at, Runnable action) {}

  private final List<ScheduledAction> scheduled = new ArrayList<>();
  private Instant now = START;

  SessionTiming timing() {
    return new SessionTiming(
        this,
        this,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(1000),
        new ReconnectBackoff(Duration.ofMillis(100), Duration.ofSeconds(60), () -> 0));
  }

  /** Waits until an action is scheduled with exactly this delay. */
  void awaitScheduled(Duration delay) {
    Eventually.awaitTrue(() -> isScheduledIn(delay));
  }

  private synchronized boolean isScheduledIn(Duration delay) {
    return scheduled.stream().anyMatch(call -> call.at().equals(now.plus(delay)));
  }

  @Override
  public synchronized ScheduledCall schedule(Duration delay, Runnable action) {
    var call = new ScheduledAction(now.plus(delay), action);
    scheduled.add(call);
    return () -> cancel(call);
  }

  private synchronized void cancel(ScheduledAction call) {
    scheduled.remove(call);
  }

  void advanceTo(Instant instant) {
    advance(Duration.between(instant(), instant));
  }

  void advance(Duration duration) {
    for (var call : takeDue(duration)) {
      call.action().run();
    }
  }

  private synchronized List<ScheduledAction> takeDue(Duration duration) {
    now = now.plus(duration);
    var ready = scheduled.stream().filter(call -> !call.at().isAfter(now)).toList();
    scheduled.removeAll(ready);
    return ready;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("in UTC only");
  }
}
