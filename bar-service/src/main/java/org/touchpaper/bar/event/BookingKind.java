package org.touchpaper.bar.event;

import java.util.Locale;

/** The kinds of booking that the API has. */
public enum BookingKind {
  CO_ALLOCATION,
  RESERVATION;

  /** Such as {@code co-allocation}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the path of a booking below {@code /api/v1/}. */
  public String path(Object id) {
    return text() + "s/" + id;
  }

  static BookingKind parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
