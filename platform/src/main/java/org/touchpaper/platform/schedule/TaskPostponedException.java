package org.touchpaper.platform.schedule;

import java.io.Serial;

/** A task is postponed because a capacity limit is reached. Not a fault: one log line. */
public final class TaskPostponedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  /**
   * Creates it.
   *
   * @param reason the limit reached
   */
  public TaskPostponedException(String reason) {
    super(reason);
  }
}
