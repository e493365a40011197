package org.touchpaper.bar.loadlimit;

import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Limits the streams of events that are open at once: of each user, and of all. */
@Component
public final class EventStreamQuota {

  /** A browser has one for all its tabs, and a broken one counts until it is noticed. */
  public static final int MAX_OF_USER = 50;

  public static final int MAX = 1000;

  private final Map<String, Integer> openOfUser = new HashMap<>();
  private int open;

  /** Whether one more stream may be opened. */
  public enum Admission {
    ADMITTED,
    TOO_MANY_OF_USER,
    TOO_MANY
  }

  /** Counts one more stream if it is admitted; {@link #close} must follow then. */
  public synchronized Admission open(String user) {
    if (openOfUser.getOrDefault(user, 0) >= MAX_OF_USER) {
      return Admission.TOO_MANY_OF_USER;
    }
    if (open >= MAX) {
      return Admission.TOO_MANY;
    }
    openOfUser.merge(user, 1, Integer::sum);
    open++;
    return Admission.ADMITTED;
  }

  /** How many streams a user has open. */
  public synchronized int openOf(String user) {
    return openOfUser.getOrDefault(user, 0);
  }

  /** Counts one less. */
  public synchronized void close(String user) {
    openOfUser.computeIfPresent(user, (_, count) -> count == 1 ? null : count - 1);
    open--;
  }
}
