package org.touchpaper.harc.rm.scheduler;

import java.time.Instant;

/** Schedules a check of a transaction or booking; survives a restart. */
@FunctionalInterface
public interface DurableTimer {

  /**
   * Schedules a check no later than that time, beside those already scheduled. It joins the
   * surrounding database transaction, if there is one, and begins after it: a check that is running
   * may not see what this one is about.
   */
  void schedule(String id, Instant time);
}
