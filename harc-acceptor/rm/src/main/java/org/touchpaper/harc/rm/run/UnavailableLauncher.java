package org.touchpaper.harc.rm.run;

import java.util.Optional;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** Launches nothing: every launch is refused at the vote. */
record UnavailableLauncher(String reason) implements JobLauncher {
  @Override
  public Optional<String> problem(String account) {
    return Optional.of(reason);
  }

  @Override
  public boolean startsBySchedule() {
    return false;
  }

  @Override
  public Submission submit(Run run, RunBooking booking) {
    return new Submission.Refused(reason);
  }

  /** Its job, launched under earlier settings, may still run. */
  @Override
  public Optional<Job> find(Run run) {
    if (run.jobId() != null) {
      throw new SchedulerUnreachableException(
          "job "
              + run.jobId()
              + " of "
              + run.jobName()
              + " cannot be followed or ended: "
              + reason);
    }
    return Optional.empty();
  }

  @Override
  public Progress progress(Run run) {
    return Progress.NONE;
  }

  @Override
  public void signal(Run run) {}

  @Override
  public void cancel(Run run) {}

  @Override
  public void adjust(Run run, RunBooking booking) {}
}
