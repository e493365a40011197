package org.touchpaper.bar.event;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What happened to a booking. The OpenAPI document explains each. */
public enum EventType {
  COMMITTED,
  REFUSED,
  RETRIED,
  CHANGED,
  CHANGE_REFUSED,
  ABOUT_TO_START,
  ACTIVE,
  INACTIVE,
  IMPAIRED,
  RESOLVED,
  PART_CHANGED,
  RUN_CHANGED,
  PATH_CHECKED,
  CANCELLING,
  CANCEL_REFUSED,
  CANCELLED,
  FAILED,
  ENDED,
  RELEASED;

  /** The prefix of each CloudEvents type. */
  public static final String PREFIX = "org.touchpaper.booking.";

  /** Such as {@code change-refused}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Finds a type by its text, with or without the prefix. */
  public static Optional<EventType> find(String text) {
    var name = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
    return Arrays.stream(values()).filter(type -> type.text().equals(name)).findFirst();
  }
}
