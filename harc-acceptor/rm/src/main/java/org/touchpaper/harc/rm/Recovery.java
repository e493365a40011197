package org.touchpaper.harc.rm;

import org.springframework.context.SmartLifecycle;

/** Takes up, when the service starts, what a crash interrupted. */
final class Recovery implements SmartLifecycle {
  private final Runnable task;
  private volatile boolean running;

  Recovery(Runnable task) {
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

  /** Before anybody can call, and before the scheduler runs. */
  @Override
  public int getPhase() {
    return 0;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
