package org.touchpaper.bar.reservation;

/** How far a booking is, in the words of the front door (DESIGN "Contracts"). */
public enum Phase {
  /** Asked for, not decided. */
  UNDECIDED,
  /** Decided; stays so until read back as up. */
  COMMITTED,
  /** Up: written to the elements and read back. */
  ACTIVE,
  /** Its time is over. */
  ENDED,
  /** Given back by its owner. */
  CANCELLED,
  /** Lost, for a reason that is told. */
  FAILED,
  /** It did not fit; nothing is held. */
  REFUSED;

  /** True if nothing can change any more but the cleaning up. */
  public boolean isFinal() {
    return switch (this) {
      case UNDECIDED, COMMITTED, ACTIVE -> false;
      case ENDED, CANCELLED, FAILED, REFUSED -> true;
    };
  }
}
