package org.touchpaper.bar.coallocation.run;

import java.util.Locale;

/** The state of a run, as the IRI Facility API names them. */
public enum JobState {
  NEW,
  QUEUED,
  HELD,
  ACTIVE,
  COMPLETED,
  FAILED,
  CANCELED;

  /** Returns true if it stays so. */
  public boolean isFinal() {
    return switch (this) {
      case NEW, QUEUED, HELD, ACTIVE -> false;
      case COMPLETED, FAILED, CANCELED -> true;
    };
  }

  /** Such as {@code queued}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
