package org.touchpaper.harc.client.model;

import java.util.Locale;

/** The states of a run, as in the IRI Facility API. */
public enum RunState {
  /** Requested, not submitted yet. */
  NEW,
  /** Submitted; it starts with the booking. */
  QUEUED,
  /** Submitted, and kept from starting by the message's reason. */
  HELD,
  /** Started. */
  ACTIVE,
  /** Ended with exit code 0. */
  COMPLETED,
  /** Ended otherwise, or never started. */
  FAILED,
  /** Stopped on request, or by the end or cancellation of its booking. */
  CANCELED;

  /** The state as it is written in messages. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The state with that name in messages. */
  public static RunState ofWireName(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Returns true if nothing of it will change. */
  public boolean isFinal() {
    return switch (this) {
      case NEW, QUEUED, HELD, ACTIVE -> false;
      case COMPLETED, FAILED, CANCELED -> true;
    };
  }
}
