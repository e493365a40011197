package org.touchpaper.elementsession.connection;

import java.time.Duration;

/** The time until which a request waits for the element, by {@link System#nanoTime}. */
public record QueueDeadline(Duration timeout, long endNanos) {

  /** A century: no limit in practice, and still countable in nanoseconds. */
  public static final Duration UNLIMITED = Duration.ofDays(36_500);

  public static QueueDeadline within(Duration timeout) {
    return new QueueDeadline(timeout, System.nanoTime() + timeout.toNanos());
  }

  boolean isUnlimited() {
    return timeout.equals(UNLIMITED);
  }

  /** The remaining time in nanoseconds; zero or negative if it has passed. */
  public long remainingNanos() {
    return endNanos - System.nanoTime();
  }

  /** The reason if the login took too long. */
  String connectTimeoutMessage() {
    return "not logged in within " + timeout.toSeconds() + " s; nothing was sent";
  }

  /** The reason if a keep-alive on a quiet connection was not answered in time. */
  public String keepAliveTimeoutMessage() {
    return "no keep-alive answer within " + timeout.toSeconds() + " s; nothing was sent";
  }

  /** The reason if other requests occupied the element. */
  public String queueTimeoutMessage() {
    return "other requests occupied the element for "
        + timeout.toSeconds()
        + " s; nothing was sent";
  }
}
