package org.touchpaper.harc.rm.vote;

import java.time.Instant;

/** Sees to it that a transaction is looked at again; survives a restart. */
@FunctionalInterface
public interface Reminders {

  /**
   * By a look that begins after the surrounding database transaction, which it joins if there is
   * one: a look that goes on may not see what this is about, and come again late.
   */
  void remind(String transaction, Instant at);
}
