package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.Waiter;
import com.github.kagkarlsson.scheduler.task.OnStartup;
import com.github.kagkarlsson.scheduler.task.Task;
import java.util.List;
import javax.sql.DataSource;

/**
 * Decides by the service's clock what is due, but pauses between two looks by real time: a clock
 * that stands still, as in a test, must not stop the looking.
 */
final class RealTimeScheduler extends SchedulerBuilder {

  RealTimeScheduler(DataSource database, List<Task<?>> tasks) {
    super(database, tasks);
    // a recurring task that is only known would never be scheduled for the first time
    tasks.stream()
        .filter(OnStartup.class::isInstance)
        .map(OnStartup.class::cast)
        .forEach(startTasks::add);
  }

  @Override
  protected Waiter buildWaiter() {
    return new Waiter(poolingInterval);
  }
}
