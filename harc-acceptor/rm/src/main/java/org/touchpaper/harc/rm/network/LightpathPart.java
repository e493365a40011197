package org.touchpaper.harc.rm.network;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.ReservationState;

/** A BAR's report in the words of a part. */
final class LightpathPart {
  private LightpathPart() {}

  static Part of(Lightpath lightpath, Answers.State decided, Report report, Instant now) {
    return switch (report) {
      case Report.Known known when isUnheard(lightpath, decided, known) ->
          part(
              lightpath,
              lightpath.isCancel() ? Part.State.CANCELLED : Part.State.COMMITTED,
              lightpath.path(),
              "it is decided, and the BAR has not carried it out yet",
              false);
      case Report.Known known ->
          part(
              lightpath,
              lightpath.misfortune() != null ? Part.State.FAILED : state(known, decided, now),
              known.path().isEmpty() ? lightpath.path() : known.path(),
              lightpath.misfortune() != null ? lightpath.misfortune() : known.problem(),
              known.released());
      case Report.Unknown _ -> unknown(lightpath, decided);
    };
  }

  /** What stands is an earlier version, or the BAR still tells its segments of this one. */
  private static boolean isUnheard(Lightpath lightpath, Answers.State decided, Report.Known known) {
    return decided == Answers.State.COMMITTED
        && lightpath.version() > 1
        && lightpath.failure() == null
        && known.lifecycle() != LifecycleState.FAILED
        && (known.version() < lightpath.version()
            || (known.version() == lightpath.version()
                && known.reservation() == ReservationState.RESERVE_COMMITTING));
  }

  private static Part unknown(Lightpath lightpath, Answers.State decided) {
    return switch (decided) {
      case HELD, COMMITTED ->
          part(lightpath, Part.State.FAILED, lightpath.path(), "the BAR knows nothing of it", true);
      case REFUSED, ABORTED -> part(lightpath, Part.State.ABORTED, lightpath.path(), null, true);
    };
  }

  /** What can be said while the BAR gives no answer; once decided, what the clock says. */
  static Part unheard(
      Lightpath lightpath, Answers.State decided, Part.State byTheClock, String problem) {
    var state =
        switch (decided) {
          case HELD -> Part.State.HELD;
          case COMMITTED -> byTheClock;
          case REFUSED, ABORTED -> Part.State.ABORTED;
        };
    return part(lightpath, state, lightpath.path(), problem, false);
  }

  private static Part part(
      Lightpath lightpath,
      Part.State state,
      List<String> path,
      @Nullable String problem,
      boolean released) {
    return new Part(
        lightpath.ident(), state, lightpath.connection().toString(), path, problem, released);
  }

  private static Part.State state(Report.Known known, Answers.State decided, Instant now) {
    if (known.version() == 0) {
      return switch (decided) {
        case HELD -> Part.State.HELD;
        case COMMITTED -> Part.State.COMMITTED;
        case REFUSED, ABORTED -> Part.State.ABORTED;
      };
    }
    return switch (known.lifecycle()) {
      case FAILED -> Part.State.FAILED;
      case TERMINATING, TERMINATED -> Part.State.CANCELLED;
      case CREATED, PASSED_END_TIME -> running(known, now);
    };
  }

  private static Part.State running(Report.Known known, Instant now) {
    var criteria = known.criteria();
    var isOver =
        known.lifecycle() == LifecycleState.PASSED_END_TIME
            || (criteria != null && !now.isBefore(criteria.schedule().endTime()));
    return switch (known.dataPlane()) {
      case FAILED -> Part.State.FAILED;
      case ACTIVE -> isOver ? Part.State.ENDED : Part.State.ACTIVE;
      case INACTIVE, ACTIVATING, DEACTIVATING -> isOver ? Part.State.ENDED : Part.State.COMMITTED;
    };
  }
}
