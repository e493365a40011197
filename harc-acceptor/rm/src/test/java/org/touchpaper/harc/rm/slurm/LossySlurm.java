package org.touchpaper.harc.rm.slurm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/** A Slurm one of whose answers is lost, be it done by then what it was asked or not. */
final class LossySlurm {
  private int left;
  private boolean isDone;
  private boolean hasLost;

  /** The nth answer from here on. */
  void lose(int nth, boolean whenItIsDone) {
    left = nth;
    isDone = whenItIsDone;
    hasLost = false;
  }

  /** Loses no more; true if one was lost. */
  boolean mend() {
    left = 0;
    return hasLost;
  }

  SlurmController before(SlurmController slurm) {
    return (SlurmController)
        Proxy.newProxyInstance(
            LossySlurm.class.getClassLoader(),
            new Class<?>[] {SlurmController.class},
            (_, method, args) -> {
              var isLost = left > 0 && --left == 0;
              hasLost |= isLost;
              if (isLost && !isDone) {
                throw lost();
              }
              try {
                var answer = method.invoke(slurm, args);
                if (isLost) {
                  throw lost();
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static SchedulerUnreachable lost() {
    return new SchedulerUnreachable("the answer is lost");
  }
}
