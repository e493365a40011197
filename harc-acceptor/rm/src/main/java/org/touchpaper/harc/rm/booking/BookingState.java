package org.touchpaper.harc.rm.booking;

import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;

/** The state of a booking; an intention is recorded before the backend is changed. */
public enum BookingState {
  /** Its capacity is assigned; the backend is to hold it. */
  PREPARING(ActionStatusDetails.State.HELD, false),
  /** Held; the transaction is undecided. */
  HELD(ActionStatusDetails.State.HELD, false),
  /** Held, but a third party took it away: it fails once it is decided. */
  TAKEN(ActionStatusDetails.State.HELD, false),
  /** A piece of a decided modification: needed until the backend has the modified booking. */
  MERGING(ActionStatusDetails.State.COMMITTED, false),
  /** Aborted; the backend is to release it. */
  ABORTING(ActionStatusDetails.State.ABORTED, false),
  /** Aborted; nothing of it is left. */
  ABORTED(ActionStatusDetails.State.ABORTED, true),
  /** Committed; its start time has not come, or the backend has not started it. */
  COMMITTED(ActionStatusDetails.State.COMMITTED, false),
  /** Modified; the backend is to be changed. */
  AMENDING(ActionStatusDetails.State.COMMITTED, false),
  /** Modified while it was active, and still active; the backend is to be changed. */
  AMENDING_ACTIVE(ActionStatusDetails.State.ACTIVE, false),
  /** Its start time has come; the backend is to be changed, or has not been read back yet. */
  STARTING(ActionStatusDetails.State.COMMITTED, false),
  /** The backend was read back, or there is none. */
  ACTIVE(ActionStatusDetails.State.ACTIVE, false),
  /** Its end time has passed; the backend is to be cleared. */
  ENDING(ActionStatusDetails.State.ENDED, false),
  /** Its end time has passed; nothing of it is left. */
  ENDED(ActionStatusDetails.State.ENDED, true),
  /** Cancelled; the backend is to be cleared. */
  CANCELLING(ActionStatusDetails.State.CANCELLED, false),
  /** Cancelled; nothing of it is left. */
  CANCELLED(ActionStatusDetails.State.CANCELLED, true),
  /** Taken away by a third party; the rest is to be cleared. */
  FAILING(ActionStatusDetails.State.FAILED, false),
  /** Taken away by a third party, not repaired; nothing of it is left. */
  FAILED(ActionStatusDetails.State.FAILED, true);

  private final ActionStatusDetails.State publicState;
  private final boolean clean;

  BookingState(ActionStatusDetails.State publicState, boolean clean) {
    this.publicState = publicState;
    this.clean = clean;
  }

  ActionStatusDetails.State publicState() {
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
