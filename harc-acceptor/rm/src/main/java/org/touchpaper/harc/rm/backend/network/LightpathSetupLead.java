package org.touchpaper.harc.rm.backend.network;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * How long before its run a lightpath was requested. The caller knows only the run, so that without
 * an explanation a run right after another one seems to fit.
 *
 * @param runStart when the run starts
 * @param length zero if the lightpath starts with its run
 */
record LightpathSetupLead(Instant runStart, Duration length) {

  static LightpathSetupLead of(Transaction transaction, LightpathVersion lightpath) {
    var criteria = lightpath.criteria();
    var run = schedule(transaction.actions().get(lightpath.index()));
    return criteria == null || run == null
        ? new LightpathSetupLead(Instant.EPOCH, Duration.ZERO)
        : new LightpathSetupLead(
            run.startTime(), Duration.between(criteria.schedule().startTime(), run.startTime()));
  }

  private static @Nullable Schedule schedule(BookingAction action) {
    return switch (action) {
      case BookingAction.Make make -> make.schedule();
      case BookingAction.Modify modify -> modify.schedule();
      case BookingAction.Cancel _ -> null;
    };
  }

  /** Says in a refusal which time was requested and why. */
  Refusal explain(Refusal refusal) {
    return refusal.explainLead(runStart, length);
  }
}
