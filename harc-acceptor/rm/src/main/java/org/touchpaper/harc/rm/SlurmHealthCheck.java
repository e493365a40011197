package org.touchpaper.harc.rm;

import org.touchpaper.harc.rm.backend.slurm.SlurmModule;
import org.touchpaper.platform.health.HealthCheck;

/**
 * Reports whether Slurm answered the latest request, and its reservations that are in none of our
 * records. The reconciliation loop sends a request every few seconds.
 */
record SlurmHealthCheck(SlurmModule module) implements HealthCheck {

  @Override
  public String name() {
    return "slurm";
  }

  @Override
  public Health check() {
    return module
        .problem()
        .map(Health::waiting)
        .orElseGet(() -> Health.up(module.describeDrift().orElse("answers")));
  }
}
