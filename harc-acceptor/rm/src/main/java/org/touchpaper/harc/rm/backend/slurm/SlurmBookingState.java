package org.touchpaper.harc.rm.backend.slurm;

import org.touchpaper.harc.rm.scheduler.ActionStatus;

/** The state of a booking; an intention is recorded before Slurm is changed. */
enum SlurmBookingState {
  /** Its nodes are assigned; its reservation is to be created for the hold account. */
  PREPARING(ActionStatus.State.HELD, false),
  /** Its reservation was read back; the transaction is undecided. */
  HELD(ActionStatus.State.HELD, false),
  /** Held, but a third party on the machine took it away: it fails once it is decided. */
  TAKEN(ActionStatus.State.HELD, false),
  /** A piece of a decided modification: needed until the booking's reservation includes it. */
  MERGING(ActionStatus.State.COMMITTED, false),
  /** Aborted; its reservation is to be deleted. */
  ABORTING(ActionStatus.State.ABORTED, false),
  /** Aborted; nothing of it is left. */
  ABORTED(ActionStatus.State.ABORTED, true),
  /**
   * Committed: its reservation is to be given to its owner, or was; its start time has not come.
   */
  COMMITTED(ActionStatus.State.COMMITTED, false),
  /** Modified: its reservation is to be changed, and the held pieces are to be released. */
  AMENDING(ActionStatus.State.COMMITTED, false),
  /** Slurm reports it as active. */
  ACTIVE(ActionStatus.State.ACTIVE, false),
  /** Its end time has passed; its reservation is to be deleted. */
  ENDING(ActionStatus.State.ENDED, false),
  /** Its end time has passed; nothing of it is left. */
  ENDED(ActionStatus.State.ENDED, true),
  /** Cancelled; its reservation is to be deleted. */
  CANCELLING(ActionStatus.State.CANCELLED, false),
  /** Cancelled; nothing of it is left. */
  CANCELLED(ActionStatus.State.CANCELLED, true),
  /** Taken away by a third party on the machine; the rest is to be deleted. */
  FAILING(ActionStatus.State.FAILED, false),
  /** Taken away by a third party on the machine, not repaired; nothing of it is left. */
  FAILED(ActionStatus.State.FAILED, true);

  private final ActionStatus.State publicState;
  private final boolean clean;

  SlurmBookingState(ActionStatus.State publicState, boolean clean) {
    this.publicState = publicState;
    this.clean = clean;
  }

  ActionStatus.State publicState() {
    return publicState;
  }

  /** Returns true if nothing of it is in Slurm or will be. */
  boolean isClean() {
    return clean;
  }
}
