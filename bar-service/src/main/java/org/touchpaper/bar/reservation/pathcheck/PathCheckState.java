package org.touchpaper.bar.reservation.pathcheck;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What is known of a path. */
public enum PathCheckState {
  /** To be checked, or being checked. */
  PENDING,
  /** As good as it should be. */
  PASSED,
  /** Something is wrong with it. */
  FAILED,
  /** It could not be checked; nothing is known. */
  UNAVAILABLE;

  @JsonValue
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
