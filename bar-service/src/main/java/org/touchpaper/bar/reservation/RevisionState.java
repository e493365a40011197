package org.touchpaper.bar.reservation;

/**
 * How far one version of a reservation has come. COMMITTING and ABORTING are points of no return.
 */
public enum RevisionState {
  /** Its segments are being asked one after the other. */
  CHECKING,
  /** Every segment holds it. */
  HELD,
  /** Its holder said commit; segments are told until each has answered. */
  COMMITTING,
  /** Every segment has committed. */
  COMMITTED,
  /** Refused or given up; segments are told until each has answered. */
  ABORTING,
  /** No segment holds any of it. */
  ABORTED;

  /** True until every segment knows what was decided; no other version may begin meanwhile. */
  boolean isUnderWay() {
    return switch (this) {
      case CHECKING, HELD, COMMITTING, ABORTING -> true;
      case COMMITTED, ABORTED -> false;
    };
  }

  /** True from the decision against it on. */
  public boolean isAgainst() {
    return this == ABORTING || this == ABORTED;
  }
}
