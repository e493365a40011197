package org.touchpaper.harc.rm.voting;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails.State;
import org.touchpaper.harc.rm.scheduler.BookingAction;

/**
 * Adjusts reported statuses while the scheduler has not applied a transaction's decision: neither
 * the old state nor the intended one is reported as reached.
 */
final class UnappliedDecisionStatusAdjuster {
  private static final String NOT_YET = "decided, but not carried out yet";

  private UnappliedDecisionStatusAdjuster() {}

  /** Returns the scheduler's statuses, adjusted to the decision. */
  static List<ActionStatusDetails> adjust(
      ResourceManagerState state, List<BookingAction> actions, List<ActionStatusDetails> statuses) {
    if (state.carriedOut()) {
      return statuses;
    }
    var byBookingId =
        actions.stream()
            .collect(Collectors.toMap(BookingAction::bookingId, action -> action, (a, _) -> a));
    return switch (state.phase()) {
      case COMMITTED ->
          mapEach(statuses, status -> whenCommitted(actionOf(byBookingId, status), status));
      case ABORTED ->
          mapEach(
              statuses,
              status -> hasState(status, State.HELD) ? withState(status, State.ABORTED) : status);
      case UNKNOWN, PREPARING, PREPARED ->
          mapEach(statuses, status -> whenUndecided(actionOf(byBookingId, status), status));
    };
  }

  /**
   * The client may know a decision that has not arrived here: the state before the change, such as
   * ended and released, must not look like the result of the change.
   */
  private static ActionStatusDetails whenUndecided(
      BookingAction action, ActionStatusDetails status) {
    return switch (action) {
      case BookingAction.Make _ -> status;
      case BookingAction.Modify _, BookingAction.Cancel _ ->
          hasState(status, State.FAILED)
              ? status
              : withState(status, State.HELD, status.problem(), false);
    };
  }

  private static BookingAction actionOf(
      Map<String, BookingAction> byBookingId, ActionStatusDetails status) {
    return Objects.requireNonNull(byBookingId.get(status.bookingId()));
  }

  private static List<ActionStatusDetails> mapEach(
      List<ActionStatusDetails> statuses,
      Function<ActionStatusDetails, ActionStatusDetails> change) {
    return statuses.stream().map(change).toList();
  }

  private static ActionStatusDetails whenCommitted(
      BookingAction action, ActionStatusDetails status) {
    if (hasState(status, State.FAILED)) {
      return status;
    }
    return switch (action) {
      case BookingAction.Make _ ->
          hasState(status, State.HELD) ? withState(status, State.COMMITTED) : status;
      case BookingAction.Modify _ -> notYetApplied(status, State.COMMITTED);
      case BookingAction.Cancel _ ->
          hasState(status, State.ENDED) || hasState(status, State.CANCELLED)
              ? status
              : notYetApplied(status, State.CANCELLED);
    };
  }

  private static boolean hasState(ActionStatusDetails status, State state) {
    return status.state() == state;
  }

  private static ActionStatusDetails withState(ActionStatusDetails status, State state) {
    return withState(status, state, status.problem(), status.released());
  }

  private static ActionStatusDetails notYetApplied(ActionStatusDetails status, State state) {
    return withState(status, state, status.problem() == null ? NOT_YET : status.problem(), false);
  }

  private static ActionStatusDetails withState(
      ActionStatusDetails status, State state, @Nullable String problem, boolean released) {
    return new ActionStatusDetails(
        status.bookingId(), state, status.reference(), status.path(), problem, released);
  }
}
