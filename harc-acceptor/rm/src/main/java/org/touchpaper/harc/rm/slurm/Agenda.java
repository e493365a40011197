package org.touchpaper.harc.rm.slurm;

import java.time.Instant;

/** What must be looked at again, and when; survives a restart. */
@FunctionalInterface
public interface Agenda {

  /** Sees to it that the booking is looked at no later than that, beside what is planned. */
  void lookAt(String ident, Instant when);
}
