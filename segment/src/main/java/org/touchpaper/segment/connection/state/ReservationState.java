package org.touchpaper.segment.connection.state;

/** States of NSI's reservation state machine (GFD.237 section 3.5). */
public enum ReservationState {
  RESERVE_START,
  RESERVE_CHECKING,
  RESERVE_HELD,
  RESERVE_COMMITTING,
  RESERVE_FAILED,
  RESERVE_TIMEOUT,
  RESERVE_ABORTING
}
