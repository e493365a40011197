package org.touchpaper.tl1.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A clock and the wake-up calls that go by it, turned by hand. */
final class ManualWaker extends Clock implements Waker {

  /** What it says before it is turned. */
  static final Instant START = Instant.parse("2026-12-01T21:00:00Z");

  private record Due(Instant at, Runnable action) {}

  private final List<Due> due = new ArrayList<>();
  private Instant now = START;

  Timing timing() {
    return new Timing(
        this,
        this,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(1000),
        new Retry(Duration.ofMillis(100), Duration.ofSeconds(60), () -> 0));
  }

  /** Waits until somebody waits to be woken after just this long. */
  void awaitCallIn(Duration delay) {
    Eventually.is(() -> isDueIn(delay));
  }

  private synchronized boolean isDueIn(Duration delay) {
    return due.stream().anyMatch(call -> call.at().equals(now.plus(delay)));
  }

  @Override
  public synchronized Call after(Duration delay, Runnable action) {
    var call = new Due(now.plus(delay), action);
    due.add(call);
    return () -> cancel(call);
  }

  private synchronized void cancel(Due call) {
    due.remove(call);
  }

  void advanceTo(Instant instant) {
    advance(Duration.between(instant(), instant));
  }

  void advance(Duration by) {
    for (var call : turn(by)) {
      call.action().run();
    }
  }

  private synchronized List<Due> turn(Duration by) {
    now = now.plus(by);
    var ready = due.stream().filter(call -> !call.at().isAfter(now)).toList();
    due.removeAll(ready);
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
