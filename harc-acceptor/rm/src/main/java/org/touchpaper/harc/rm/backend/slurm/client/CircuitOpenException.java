package org.touchpaper.harc.rm.backend.slurm.client;

import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** Slurm was not called, because it does not answer other calls: the request had no effect. */
public final class CircuitOpenException extends SchedulerUnreachableException {
  private static final long serialVersionUID = 1L;

  public CircuitOpenException(String message) {
    super(message);
  }
}
