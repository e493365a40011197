package org.touchpaper.bar.reservation;

/** The state of a version. COMMITTING and ABORTING are final decisions. */
public enum RevisionState {
  /** Segments are being reserved one after the other. */
  CHECKING,
  HELD,
  /** Committed by its holder; segments are called until each has answered. */
  COMMITTING,
  COMMITTED,
  /** Refused or aborted; segments are called until each has answered. */
  ABORTING,
  ABORTED;

  /** Returns true until every segment knows the decision; until then no other version may begin. */
  boolean isInProgress() {
    return switch (this) {
      case CHECKING, HELD, COMMITTING, ABORTING -> true;
      case COMMITTED, ABORTED -> false;
    };
  }

  public boolean isAbortingOrAborted() {
    return this == ABORTING || this == ABORTED;
  }
}
