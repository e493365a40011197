package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import org.springframework.context.SmartLifecycle;

/** Starts the scheduler after everything else of the service stands, and stops it first. */
final class SchedulerStart implements SmartLifecycle {

  private final Scheduler scheduler;
  private volatile boolean running;

  SchedulerStart(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public void start() {
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
