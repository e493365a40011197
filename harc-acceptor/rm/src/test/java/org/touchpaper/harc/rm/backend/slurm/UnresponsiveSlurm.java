package org.touchpaper.harc.rm.backend.slurm;

import java.lang.reflect.Proxy;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** A Slurm that does not answer. */
final class UnresponsiveSlurm {
  private UnresponsiveSlurm() {}

  static SlurmController controller() {
    return (SlurmController)
        Proxy.newProxyInstance(
            UnresponsiveSlurm.class.getClassLoader(),
            new Class<?>[] {SlurmController.class},
            (_, _, _) -> {
              throw new SchedulerUnreachableException(
                  "silent", new IllegalStateException("scripted"));
            });
  }
}
