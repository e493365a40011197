package org.touchpaper.harc.rm.slurm;

import org.touchpaper.harc.rm.local.Part;

/** Where a booking stands; an intention is on record before Slurm is told. */
enum BookingState {
  /** Its nodes are kept; its reservation is to be made for the hold account. */
  PREPARING(Part.State.HELD, false),
  /** Its reservation was read back; the transaction is undecided. */
  HELD(Part.State.HELD, false),
  /** Held, and somebody on the machine took it away: it fails once it is decided. */
  TAKEN(Part.State.HELD, false),
  /** A piece of a modification that is decided: needed until its booking has grown over it. */
  MERGING(Part.State.COMMITTED, false),
  /** Given up, and its reservation is to be deleted. */
  ABORTING(Part.State.ABORTED, false),
  /** Given up, and nothing of it is left. */
  ABORTED(Part.State.ABORTED, true),
  /** Decided: its reservation is to be handed over, or was; its start has not come. */
  COMMITTED(Part.State.COMMITTED, false),
  /** Modified: its reservation is to be changed, and the pieces held for that to be let go. */
  AMENDING(Part.State.COMMITTED, false),
  /** Slurm says that it is going on. */
  ACTIVE(Part.State.ACTIVE, false),
  /** Its time is over, and its reservation is to be deleted. */
  ENDING(Part.State.ENDED, false),
  /** Its time is over, and nothing of it is left. */
  ENDED(Part.State.ENDED, true),
  /** Cancelled, and its reservation is to be deleted. */
  CANCELLING(Part.State.CANCELLED, false),
  /** Cancelled, and nothing of it is left. */
  CANCELLED(Part.State.CANCELLED, true),
  /** Taken away by somebody on the machine, and what is left of it is to be deleted. */
  FAILING(Part.State.FAILED, false),
  /** Taken away by somebody on the machine, not repaired, and nothing of it is left. */
  FAILED(Part.State.FAILED, true);

  private final Part.State part;
  private final boolean clean;

  BookingState(Part.State part, boolean clean) {
    this.part = part;
    this.clean = clean;
  }

  Part.State part() {
    return part;
  }

  /** True if nothing of it can be left in Slurm and nothing will be put there. */
  boolean isClean() {
    return clean;
  }
}
