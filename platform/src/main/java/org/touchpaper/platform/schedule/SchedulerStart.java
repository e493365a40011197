package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import javax.sql.DataSource;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Starts the scheduler after everything else of the service stands, and stops it first. */
final class SchedulerStart implements SmartLifecycle {

  private final Scheduler scheduler;
  private final JdbcClient sql;
  private final String service;
  private volatile boolean running;

  SchedulerStart(Scheduler scheduler, DataSource database, String service) {
    this.scheduler = scheduler;
    this.sql = JdbcClient.create(database);
    this.service = service;
  }

  @Override
  public void start() {
    // a service is one process: what was running when it died runs no more, so it is due again
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
