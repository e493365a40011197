package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;

/**
 * Runs what is due, in the test's own thread, where {@code touchpaper.schedule.by-hand} is true.
 */
public final class DueWork {

  private DueWork() {}

  /**
   * Runs every task due by the service's clock, once; what they schedule waits for the next call.
   */
  public static void run(Scheduler scheduler) {
    ((ManualScheduler) scheduler).runAnyDueExecutions();
  }
}
