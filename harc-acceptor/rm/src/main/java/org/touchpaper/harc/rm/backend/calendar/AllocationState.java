package org.touchpaper.harc.rm.backend.calendar;

import org.touchpaper.harc.rm.scheduler.ActionStatus;

/** The state of an allocation; an intention is recorded before the machine is changed. */
enum AllocationState {
  /** The nodes are assigned; the transaction is undecided. */
  HELD(ActionStatus.State.HELD, false),
  /** The transaction was aborted. */
  ABORTED(ActionStatus.State.ABORTED, true),
  /** Committed; its start time has not come. */
  COMMITTED(ActionStatus.State.COMMITTED, false),
  /** Modified while the machine may have its file, which must be updated. */
  AMENDING(ActionStatus.State.COMMITTED, false),
  /** Its file must be written, or has not been read back yet. */
  STARTING(ActionStatus.State.COMMITTED, false),
  /** Its file was read back. */
  ACTIVE(ActionStatus.State.ACTIVE, false),
  /** Its end time has passed; its file must be removed. */
  ENDING(ActionStatus.State.ENDED, false),
  /** Its end time has passed; nothing of it is left on the machine. */
  ENDED(ActionStatus.State.ENDED, true),
  /** Cancelled while active; its file must be removed. */
  CANCELLING(ActionStatus.State.CANCELLED, false),
  /** Cancelled; nothing of it is left. */
  CANCELLED(ActionStatus.State.CANCELLED, true),
  /** Taken away by a third party on the machine; the rest must be cleared. */
  FAILING(ActionStatus.State.FAILED, false),
  /** Taken away by a third party on the machine, not repaired; nothing of it is left. */
  FAILED(ActionStatus.State.FAILED, true);

  private final ActionStatus.State publicState;
  private final boolean clean;

  AllocationState(ActionStatus.State publicState, boolean clean) {
    this.publicState = publicState;
    this.clean = clean;
  }

  ActionStatus.State publicState() {
    return publicState;
  }

  /** Returns true if nothing of it is on the machine or will be. */
  boolean isClean() {
    return clean;
  }
}
