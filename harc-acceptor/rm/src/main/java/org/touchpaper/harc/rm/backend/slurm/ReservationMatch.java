package org.touchpaper.harc.rm.backend.slurm;

/** The relation of a reservation in Slurm to our bookings. */
enum ReservationMatch {
  /** A booking requires it: it is maintained. */
  BOOKED,
  /** Its booking has finished and it is as we made it: an abandoned command took effect late. */
  LEFT_OVER,
  /**
   * It has the form of our names and no booking, or a third party gave it to others after its
   * booking had finished. The database may be new or restored, and someone may rely on the
   * reservation: it is reported and kept.
   */
  UNACCOUNTED,
  /** It belongs to others on the cluster. */
  FOREIGN
}
