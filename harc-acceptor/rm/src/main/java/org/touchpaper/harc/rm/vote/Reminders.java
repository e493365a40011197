package org.touchpaper.harc.rm.vote;

import java.time.Instant;

/** Sees to it that a transaction is looked at again; survives a restart. */
@FunctionalInterface
public interface Reminders {

  /** Joins the surrounding database transaction, if there is one. */
  void remind(String transaction, Instant at);
}
