package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import javax.sql.DataSource;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Starts the scheduler last and stops it first. */
final class SchedulerLifecycle implements SmartLifecycle {

  private final Scheduler scheduler;
  private final JdbcClient sql;
  private final String service;
  private volatile boolean running;

  SchedulerLifecycle(Scheduler scheduler, DataSource database, String service) {
    this.scheduler = scheduler;
    this.sql = JdbcClient.create(database);
    this.service = service;
  }

  @Override
  public void start() {
    // a service is one process: tasks that ran when it died are due again
    sql.sql(
            """
            update scheduled_tasks set picked = false, picked_by = null, version = version + 1
            where picked and picked_by = ?
            """)
        .param(service)
        .update();
    scheduler.start();
    running = true;
  }

  @Override
  public void stop() {
    scheduler.stop();
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}
