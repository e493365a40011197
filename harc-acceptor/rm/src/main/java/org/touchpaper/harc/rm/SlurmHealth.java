package org.touchpaper.harc.rm;

import org.touchpaper.harc.rm.slurm.SlurmHouse;
import org.touchpaper.platform.health.HealthPart;

/**
 * Whether Slurm answered when it was last asked, and what it has that our books do not; the patrol
 * asks every few seconds.
 */
record SlurmHealth(SlurmHouse house) implements HealthPart {

  @Override
  public String name() {
    return "slurm";
  }

  @Override
  public Health look() {
    return house
        .trouble()
        .map(Health::waiting)
        .orElseGet(() -> Health.up(house.drift().orElse("answers")));
  }
}
