package org.touchpaper.harc.rm.slurm;

/** How a reservation in Slurm stands to our books. */
enum Standing {
  /** A booking calls for it: the {@link ReservationKeeper} sees to it. */
  BOOKED,
  /** A booking has its name and cannot be read here, as after a downgrade: it is told, and left. */
  UNREADABLE,
  /**
   * Its booking is over, and it is as we made it: a command that was given up did more than told.
   */
  LEFT_OVER,
  /**
   * It has a name of ours and no booking, or somebody has made it out to others since its booking
   * was over. The books may be the wrong ones (fresh, or put back from a copy) and somebody may
   * count on it: it is told, and left.
   */
  UNACCOUNTED,
  /** Somebody else's on the cluster. */
  FOREIGN
}
