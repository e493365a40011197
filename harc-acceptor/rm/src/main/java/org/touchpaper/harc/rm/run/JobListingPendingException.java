package org.touchpaper.harc.rm.run;

import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * Another caller's request for a machine's jobs has no answer so far. That says nothing of a job
 * that is to be ended.
 */
public final class JobListingPendingException extends SchedulerUnreachableException {
  public JobListingPendingException(String message, Throwable cause) {
    super(message, cause);
  }
}
