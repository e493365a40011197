package org.touchpaper.bar.reservation;

/** The public state of a booking (DESIGN "Contracts"). */
public enum BookingPhase {
  /** Requested, not decided. */
  UNDECIDED,
  /** Committed, and not yet verified as active. */
  COMMITTED,
  /** Active: configured, and verified by reading back. */
  ACTIVE,
  /** The end time has passed. */
  ENDED,
  /** Cancelled. */
  CANCELLED,
  /** Failed; the booking has a reason. */
  FAILED,
  /** Refused; no resources are held. */
  REFUSED;

  /** Returns true if only clean-up may follow. */
  public boolean isFinal() {
    return switch (this) {
      case UNDECIDED, COMMITTED, ACTIVE -> false;
      case ENDED, CANCELLED, FAILED, REFUSED -> true;
    };
  }
}
