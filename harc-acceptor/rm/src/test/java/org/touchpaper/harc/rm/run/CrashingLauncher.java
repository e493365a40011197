package org.touchpaper.harc.rm.run;

import java.util.Optional;
import org.touchpaper.harc.rm.scheduler.CrashInjector;

/** A launcher whose every change of the machine is a write at which the process may crash. */
record CrashingLauncher(JobLauncher launcher, CrashInjector crashes) implements JobLauncher {
  @Override
  public Optional<String> problem(String account) {
    return launcher.problem(account);
  }

  @Override
  public boolean isAnswering() {
    return launcher.isAnswering();
  }

  @Override
  public boolean startsBySchedule() {
    return launcher.startsBySchedule();
  }

  @Override
  public Submission submit(Run run, RunBooking booking) {
    return crashes.write("submit", () -> launcher.submit(run, booking));
  }

  @Override
  public Optional<Job> find(Run run) {
    return launcher.find(run);
  }

  @Override
  public Progress progress(Run run) {
    return launcher.progress(run);
  }

  @Override
  public void signal(Run run) {
    write("signal", () -> launcher.signal(run));
  }

  @Override
  public void cancel(Run run) {
    write("cancel", () -> launcher.cancel(run));
  }

  @Override
  public Optional<String> adjust(Run run, RunBooking booking) {
    return crashes.write("adjust", () -> launcher.adjust(run, booking));
  }

  private void write(String what, Runnable change) {
    crashes.write(
        what,
        () -> {
          change.run();
          return what;
        });
  }
}
