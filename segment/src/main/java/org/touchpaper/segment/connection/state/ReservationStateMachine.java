package org.touchpaper.segment.connection.state;

import static org.touchpaper.segment.connection.state.ReservationState.RESERVE_ABORTING;
import static org.touchpaper.segment.connection.state.ReservationState.RESERVE_CHECKING;
import static org.touchpaper.segment.connection.state.ReservationState.RESERVE_COMMITTING;
import static org.touchpaper.segment.connection.state.ReservationState.RESERVE_FAILED;
import static org.touchpaper.segment.connection.state.ReservationState.RESERVE_HELD;
import static org.touchpaper.segment.connection.state.ReservationState.RESERVE_START;
import static org.touchpaper.segment.connection.state.ReservationState.RESERVE_TIMEOUT;

import java.util.Optional;

/**
 * NSI's reservation state machine, RSM (GFD.237 section 3.5). Sources differ on lapsed holds: here
 * a lapsed hold cannot be committed, because its capacity may be booked by another connection.
 */
public final class ReservationStateMachine {

  /** Events of a reservation. */
  public enum Event {
    RESERVE,
    HELD,
    REFUSED,
    COMMIT,
    COMMITTED,
    LAPSED,
    ABORT,
    ABORTED
  }

  private ReservationStateMachine() {}

  /** The next state; empty if the event does not apply. */
  public static Optional<ReservationState> next(ReservationState state, Event event) {
    return Optional.ofNullable(
        switch (state) {
          case RESERVE_START -> event == Event.RESERVE ? RESERVE_CHECKING : null;
          case RESERVE_CHECKING ->
              switch (event) {
                case HELD -> RESERVE_HELD;
                case REFUSED -> RESERVE_FAILED;
                case RESERVE, COMMIT, COMMITTED, LAPSED, ABORT, ABORTED -> null;
              };
          case RESERVE_HELD ->
              switch (event) {
                case COMMIT -> RESERVE_COMMITTING;
                case LAPSED -> RESERVE_TIMEOUT;
                case ABORT -> RESERVE_ABORTING;
                case RESERVE, HELD, REFUSED, COMMITTED, ABORTED -> null;
              };
          case RESERVE_COMMITTING -> event == Event.COMMITTED ? RESERVE_START : null;
          case RESERVE_FAILED, RESERVE_TIMEOUT -> event == Event.ABORT ? RESERVE_ABORTING : null;
          case RESERVE_ABORTING -> event == Event.ABORTED ? RESERVE_START : null;
        });
  }
}
