package org.touchpaper.harc.rm;

import org.springframework.context.SmartLifecycle;

/** Continues, at service start, the work that a crash interrupted. */
final class StartupTaskRunner implements SmartLifecycle {
  private final Runnable task;
  private volatile boolean running;

  StartupTaskRunner(Runnable task) {
    this.task = task;
  }

  @Override
  public void start() {
    running = true;
    task.run();
  }

  @Override
  public void stop() {
    running = false;
  }

  /** Before the web server accepts requests and before db-scheduler runs. */
  @Override
  public int getPhase() {
    return 0;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
