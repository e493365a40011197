package org.touchpaper.harc.rm.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** Brings a run and its job into agreement, one step at a time. */
final class RunJobReconciler {
  private static final Logger LOG = LoggerFactory.getLogger(RunJobReconciler.class);

  /** How long a job that cannot be ended keeps its booking from ending. */
  private static final Duration GIVE_UP_AFTER = Duration.ofMinutes(10);

  private final JobLauncher launcher;
  private final RunRepository runs;
  private final Clock clock;

  RunJobReconciler(JobLauncher launcher, RunRepository runs, Clock clock) {
    this.launcher = launcher;
    this.runs = runs;
    this.clock = clock;
  }

  /**
   * Ends the job of a booking that loses its nodes. What a machine that answers does not end for
   * ten minutes is given up: otherwise the booking would never end.
   *
   * @throws SchedulerUnreachableException if the machine does not do it, and may do it later
   */
  void end(Run run, RunBooking booking) {
    try {
      follow(run, booking);
    } catch (SchedulerUnreachableException e) {
      if (run.isFinal() || e instanceof JobListingPendingException || !launcher.isAnswering()) {
        throw e;
      }
      var now = clock.instant();
      var ending = record(run, run.ending(now));
      if (ending.isEndingSince(now.minus(GIVE_UP_AFTER))) {
        LOG.error(
            "booking={} run={} job={} could not be ended for {} minutes and may still run: {}",
            run.bookingId(),
            run.status().number(),
            run.jobId(),
            GIVE_UP_AFTER.toMinutes(),
            e.getMessage());
        record(ending, ending.givenUp(String.valueOf(e.getMessage()), now));
        return;
      }
      throw e;
    }
  }

  /** Does the next step; returns the run as it is then. */
  Run follow(Run run, RunBooking booking) {
    if (run.isFinal()) {
      launcher.cancel(run);
      return run;
    }
    var found = launcher.find(run);
    return found.isPresent()
        ? followJob(run, found.get(), booking)
        : followWithoutJob(run, booking);
  }

  private Run followJob(Run run, JobLauncher.Job job, RunBooking booking) {
    var now = clock.instant();
    var mustEnd = run.isStopping() || booking.isOver() || isNearItsEnd(run, booking, now);
    var due = mustEnd ? run.stopping() : run;
    var seen = due.seen(job, launcher.progress(run).output(), now);
    if (!mustEnd && isTooEarly(seen, job.startedAt(), booking, now)) {
      var started = record(run, seen.interrupted());
      launcher.cancel(started);
      return started;
    }
    if (seen.isFinal() || mustEnd) {
      record(run, seen);
      return seen.isFinal() ? seen : stop(seen, booking, now);
    }
    var mustAdjust =
        (job.isDetached() || seen.version() != booking.version())
            && booking.phase() != RunBooking.Phase.UNSETTLED;
    return mustAdjust ? adjust(run, seen, booking) : record(run, seen);
  }

  /**
   * Returns true if it has started and its booking has moved to a later start since. A machine
   * whose clock is ahead of ours starts it before the start by ours; its clocks may count in
   * seconds.
   */
  private static boolean isTooEarly(
      Run run, @Nullable Instant startedAt, RunBooking booking, Instant now) {
    var start = booking.schedule().startTime();
    return run.status().state() == RunState.ACTIVE
        && run.version() != booking.version()
        && now.isBefore(start)
        && (startedAt == null || startedAt.isBefore(start.truncatedTo(ChronoUnit.SECONDS)));
  }

  /**
   * Returns true if its job was ended because its booking moved to a later start, or ended by
   * itself in the time that the booking had before, and neither completed nor was to be stopped.
   */
  boolean mustRepeat(Run run, RunBooking booking) {
    var mayRepeat =
        switch (run.status().state()) {
          case FAILED, CANCELED -> !run.isStopping() && !run.isGivenUp() && !booking.isOver();
          case NEW, QUEUED, HELD, ACTIVE, COMPLETED -> false;
        };
    return mayRepeat
        && run.version() != booking.version()
        && (run.isInterrupted() || run.status().since().isBefore(booking.schedule().startTime()))
        && (!run.status().nodes().isEmpty() || launcher.progress(run).isStarted());
  }

  /** Tells the owner why the job does not follow its booking, and tries again later. */
  private Run adjust(Run run, Run seen, RunBooking booking) {
    try {
      var refusal = launcher.adjust(seen, booking);
      return record(
          run,
          refusal.isEmpty()
              ? seen.adjustedTo(booking.version())
              : seen.delayed(refusalText(seen, refusal.get()), clock.instant()));
    } catch (SchedulerUnreachableException e) {
      record(run, seen);
      throw e;
    }
  }

  private static String refusalText(Run seen, String refusal) {
    var reason = seen.status().message();
    return (reason == null ? "" : reason + "; ")
        + "its job does not follow its booking: "
        + refusal;
  }

  /**
   * The time after the signal lies before the end of the booking, and takes at most a quarter of
   * it.
   */
  private static boolean isNearItsEnd(Run run, RunBooking booking, Instant now) {
    var schedule = booking.schedule();
    var length = Duration.between(schedule.startTime(), schedule.endTime()).toSeconds();
    var grace = Math.min(run.job().graceSeconds(), length / 4);
    return !now.isBefore(schedule.endTime().minusSeconds(grace));
  }

  private Run stop(Run run, RunBooking booking, Instant now) {
    if (run.status().state() != RunState.ACTIVE || booking.isOver() || run.isGraceOver(now)) {
      launcher.cancel(run);
      return run;
    }
    if (run.signalledAt() != null) {
      return run;
    }
    launcher.signal(run);
    return record(run, run.signalled(now));
  }

  private Run followWithoutJob(Run run, RunBooking booking) {
    var now = clock.instant();
    var progress = launcher.progress(run);
    if (progress.isStarted()) {
      return record(run, run.ended(progress, now));
    }
    if (run.isStopping() || booking.isOver()) {
      var message = run.status().message();
      return record(
          run,
          run.neverStarted(
              run.isStopping() || booking.phase() == RunBooking.Phase.CANCELLED,
              "it was not started" + (message == null ? "" : ": " + message),
              now));
    }
    if (run.jobId() != null) {
      return record(run, run.lost(now));
    }
    var mustWait =
        booking.phase() == RunBooking.Phase.UNSETTLED
            || (booking.phase() == RunBooking.Phase.AHEAD && !launcher.startsBySchedule());
    return mustWait ? run : submit(run, booking, now);
  }

  private Run submit(Run run, RunBooking booking, Instant now) {
    return record(
        run,
        switch (launcher.submit(run, booking)) {
          case JobLauncher.Submission.Submitted(var jobId) ->
              run.submitted(jobId, now).adjustedTo(booking.version());
          case JobLauncher.Submission.Refused(var reason) -> run.delayed(reason, now);
        });
  }

  /** Stores what became of a run, and logs a new state. */
  Run record(Run before, Run after) {
    if (after.equals(before)) {
      return after;
    }
    if (after.status().state() != before.status().state()) {
      LOG.info(
          "booking={} run={} {} -> {} job={} {}",
          after.bookingId(),
          after.status().number(),
          before.status().state(),
          after.status().state(),
          after.jobId(),
          after.status().message() == null ? "" : after.status().message());
    }
    runs.save(after);
    return after;
  }
}
