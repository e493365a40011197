package org.touchpaper.harc.rm.backend.network;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.booking.TransactionResultRepository;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ReservationState;

/** Maps a BAR's report to the status of an action. */
final class LightpathStatusMapper {
  private LightpathStatusMapper() {}

  static ActionStatusDetails toStatus(
      LightpathVersion lightpath,
      TransactionResultRepository.State decided,
      ConnectionReport report,
      Instant now) {
    return switch (report) {
      case ConnectionReport.Known known when isNotYetApplied(lightpath, decided, known) ->
          status(
              lightpath,
              stateOfUnappliedChange(lightpath, known, now),
              lightpath.path(),
              "decided, but the BAR has not carried it out yet",
              false);
      case ConnectionReport.Known known ->
          status(
              lightpath,
              lightpath.effectiveFailure() != null
                  ? ActionStatusDetails.State.FAILED
                  : state(known, decided, now),
              known.path().isEmpty() ? lightpath.path() : known.path(),
              lightpath.effectiveFailure() != null ? lightpath.effectiveFailure() : known.problem(),
              known.released());
      case ConnectionReport.Unknown _ -> unknownConnectionStatus(lightpath, decided);
    };
  }

  /** The BAR has an earlier version, or is still committing this one at its segments. */
  private static boolean isNotYetApplied(
      LightpathVersion lightpath,
      TransactionResultRepository.State decided,
      ConnectionReport.Known known) {
    return decided == TransactionResultRepository.State.COMMITTED
        && lightpath.version() > 1
        && lightpath.failure() == null
        && known.lifecycle() != LifecycleState.FAILED
        && (known.version() < lightpath.version()
            || (known.version() == lightpath.version()
                && known.reservation() == ReservationState.RESERVE_COMMITTING));
  }

  /** A circuit that is up stays up as it was until the change reaches every segment. */
  private static ActionStatusDetails.State stateOfUnappliedChange(
      LightpathVersion lightpath, ConnectionReport.Known known, Instant now) {
    var criteria = lightpath.criteria();
    if (criteria == null) {
      return ActionStatusDetails.State.CANCELLED;
    }
    return known.dataPlane() == DataPlaneState.ACTIVE && criteria.schedule().contains(now)
        ? ActionStatusDetails.State.ACTIVE
        : ActionStatusDetails.State.COMMITTED;
  }

  private static ActionStatusDetails unknownConnectionStatus(
      LightpathVersion lightpath, TransactionResultRepository.State decided) {
    return switch (decided) {
      case HELD, COMMITTED ->
          status(
              lightpath,
              ActionStatusDetails.State.FAILED,
              lightpath.path(),
              "the BAR does not know this connection",
              true);
      case REFUSED, ABORTED ->
          status(lightpath, ActionStatusDetails.State.ABORTED, lightpath.path(), null, true);
    };
  }

  /**
   * The status while the BAR does not answer; for a committed lightpath it follows from the clock.
   */
  static ActionStatusDetails statusWithoutReport(
      LightpathVersion lightpath,
      TransactionResultRepository.State decided,
      ActionStatusDetails.State scheduledState,
      String problem) {
    var state =
        switch (decided) {
          case HELD -> ActionStatusDetails.State.HELD;
          case COMMITTED -> scheduledState;
          case REFUSED, ABORTED -> ActionStatusDetails.State.ABORTED;
        };
    return status(lightpath, state, lightpath.path(), problem, false);
  }

  private static ActionStatusDetails status(
      LightpathVersion lightpath,
      ActionStatusDetails.State state,
      List<String> path,
      @Nullable String problem,
      boolean released) {
    return new ActionStatusDetails(
        lightpath.bookingId(), state, lightpath.connection().toString(), path, problem, released);
  }

  private static ActionStatusDetails.State state(
      ConnectionReport.Known known, TransactionResultRepository.State decided, Instant now) {
    if (known.version() == 0) {
      return switch (decided) {
        case HELD -> ActionStatusDetails.State.HELD;
        case COMMITTED -> ActionStatusDetails.State.COMMITTED;
        case REFUSED, ABORTED -> ActionStatusDetails.State.ABORTED;
      };
    }
    return switch (known.lifecycle()) {
      case FAILED -> ActionStatusDetails.State.FAILED;
      case TERMINATING, TERMINATED -> ActionStatusDetails.State.CANCELLED;
      case CREATED, PASSED_END_TIME -> running(known, now);
    };
  }

  private static ActionStatusDetails.State running(ConnectionReport.Known known, Instant now) {
    var criteria = known.criteria();
    var isOver =
        known.lifecycle() == LifecycleState.PASSED_END_TIME
            || (criteria != null && !now.isBefore(criteria.schedule().endTime()));
    return switch (known.dataPlane()) {
      case FAILED -> ActionStatusDetails.State.FAILED;
      case ACTIVE -> isOver ? ActionStatusDetails.State.ENDED : ActionStatusDetails.State.ACTIVE;
      case INACTIVE, ACTIVATING, DEACTIVATING ->
          isOver ? ActionStatusDetails.State.ENDED : ActionStatusDetails.State.COMMITTED;
    };
  }
}
