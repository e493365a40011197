package org.touchpaper.segment.connection;

import static org.touchpaper.segment.connection.ReservationState.RESERVE_ABORTING;
import static org.touchpaper.segment.connection.ReservationState.RESERVE_CHECKING;
import static org.touchpaper.segment.connection.ReservationState.RESERVE_COMMITTING;
import static org.touchpaper.segment.connection.ReservationState.RESERVE_FAILED;
import static org.touchpaper.segment.connection.ReservationState.RESERVE_HELD;
import static org.touchpaper.segment.connection.ReservationState.RESERVE_START;
import static org.touchpaper.segment.connection.ReservationState.RESERVE_TIMEOUT;

import java.util.Optional;

/**
 * NSI's reservation state machine, RSM (GFD.237 section 3.5). Where sources differ: a hold that
 * lapsed cannot be committed any more, because what it held may have been given to another.
 */
public final class ReservationMachine {

  /** What can happen to a reservation. */
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

  private ReservationMachine() {}

  /** The next state; empty where the event does not apply. */
  public static Optional<ReservationState> on(ReservationState state, Event event) {
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
