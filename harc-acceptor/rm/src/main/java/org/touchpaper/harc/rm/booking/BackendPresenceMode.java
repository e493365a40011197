package org.touchpaper.harc.rm.booking;

/** From when on a backend has something of a booking, which must follow the booking's record. */
public enum BackendPresenceMode {
  /** Never: the booking's record is all there is. */
  NONE,
  /** From the start time on, such as an allocation file. */
  FROM_START,
  /** From the hold on, such as a reservation in Slurm. */
  FROM_HOLD
}
