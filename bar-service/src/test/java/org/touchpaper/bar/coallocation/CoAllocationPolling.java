package org.touchpaper.bar.coallocation;

import com.github.kagkarlsson.scheduler.Scheduler;
import org.springframework.context.ApplicationContext;
import org.touchpaper.platform.schedule.DueTasks;

/** Runs all due checks once and waits for them; for tests in other packages. */
public final class CoAllocationPolling {

  private CoAllocationPolling() {}

  public static void pollOnce(ApplicationContext context) {
    DueTasks.run(context.getBean(Scheduler.class));
  }
}
