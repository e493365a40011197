package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;

/** Runs due tasks in the test's thread, if {@code touchpaper.schedule.manual} is true. */
public final class DueTasks {

  private DueTasks() {}

  /**
   * Runs every task that is due by the service's clock, once; newly scheduled tasks wait for the
   * next call.
   */
  public static void run(Scheduler scheduler) {
    ((ManualScheduler) scheduler).runAnyDueExecutions();
  }
}
