package org.touchpaper.harc.rm.booking;

import org.touchpaper.harc.rm.scheduler.ActionStatus;

/** The state of a booking; an intention is recorded before the backend is changed. */
public enum BookingState {
  /** Its capacity is assigned; the backend is to hold it. */
  PREPARING(ActionStatus.State.HELD, false),
  /** Held; the transaction is undecided. */
  HELD(ActionStatus.State.HELD, false),
  /** Held, but a third party took it away: it fails once it is decided. */
  TAKEN(ActionStatus.State.HELD, false),
  /** A piece of a decided modification: needed until the backend has the modified booking. */
  MERGING(ActionStatus.State.COMMITTED, false),
  /** Aborted; the backend is to release it. */
  ABORTING(ActionStatus.State.ABORTED, false),
  /** Aborted; nothing of it is left. */
  ABORTED(ActionStatus.State.ABORTED, true),
  /** Committed; its start time has not come, or the backend has not started it. */
  COMMITTED(ActionStatus.State.COMMITTED, false),
  /** Modified; the backend is to be changed. */
  AMENDING(ActionStatus.State.COMMITTED, false),
  /** Modified while it was active, and still active; the backend is to be changed. */
  AMENDING_ACTIVE(ActionStatus.State.ACTIVE, false),
  /** Its start time has come; the backend is to be changed, or has not been read back yet. */
  STARTING(ActionStatus.State.COMMITTED, false),
  /** The backend was read back, or there is none. */
  ACTIVE(ActionStatus.State.ACTIVE, false),
  /** Its end time has passed; the backend is to be cleared. */
  ENDING(ActionStatus.State.ENDED, false),
  /** Its end time has passed; nothing of it is left. */
  ENDED(ActionStatus.State.ENDED, true),
  /** Cancelled; the backend is to be cleared. */
  CANCELLING(ActionStatus.State.CANCELLED, false),
  /** Cancelled; nothing of it is left. */
  CANCELLED(ActionStatus.State.CANCELLED, true),
  /** Taken away by a third party; the rest is to be cleared. */
  FAILING(ActionStatus.State.FAILED, false),
  /** Taken away by a third party, not repaired; nothing of it is left. */
  FAILED(ActionStatus.State.FAILED, true);

  private final ActionStatus.State publicState;
  private final boolean clean;

  BookingState(ActionStatus.State publicState, boolean clean) {
    this.publicState = publicState;
    this.clean = clean;
  }

  ActionStatus.State publicState() {
    return publicState;
  }

  /** Returns true if the backend does not have a modification yet. */
  public boolean isAmending() {
    return this == AMENDING || this == AMENDING_ACTIVE;
  }

  /** Returns true if the backend has nothing of it and will not. */
  public boolean isClean() {
    return clean;
  }
}
