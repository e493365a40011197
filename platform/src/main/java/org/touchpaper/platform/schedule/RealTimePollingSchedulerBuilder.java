package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.Waiter;
import com.github.kagkarlsson.scheduler.task.OnStartup;
import com.github.kagkarlsson.scheduler.task.Task;
import java.util.List;
import javax.sql.DataSource;

/**
 * Builds a scheduler that decides by the service's clock which tasks are due, but polls in real
 * time, also while a test's clock stands still.
 */
final class RealTimePollingSchedulerBuilder extends SchedulerBuilder {

  RealTimePollingSchedulerBuilder(DataSource database, List<Task<?>> tasks) {
    super(database, tasks);
    // a recurring task that is not a start task is never scheduled for the first time
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
