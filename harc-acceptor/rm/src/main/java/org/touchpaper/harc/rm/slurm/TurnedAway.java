package org.touchpaper.harc.rm.slurm;

import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/** Slurm was not asked at all, for it does not answer others: nothing of it can have been done. */
final class TurnedAway extends SchedulerUnreachable {
  private static final long serialVersionUID = 1L;

  TurnedAway(String sentence) {
    super(sentence);
  }
}
