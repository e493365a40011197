package org.touchpaper.platform.schedule;

import java.io.Serial;

/** Due work found no room and comes again later: no fault of anybody's, and a line in the log. */
public final class NotNow extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  /** It says what there was no room for. */
  public NotNow(String reason) {
    super(reason);
  }
}
