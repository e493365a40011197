package org.touchpaper.harc.rm.backend.slurm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** A Slurm that loses one answer, whether or not the request took effect. */
final class LossySlurm {
  private int remainingCalls;
  private boolean losesAfterExecution;
  private boolean hasLostOne;

  /** Loses the nth answer from here on. */
  void loseResponse(int nth, boolean afterExecution) {
    remainingCalls = nth;
    losesAfterExecution = afterExecution;
    hasLostOne = false;
  }

  /** Stops losing; returns true if one was lost. */
  boolean stopLosing() {
    remainingCalls = 0;
    return hasLostOne;
  }

  SlurmController wrap(SlurmController slurm) {
    return (SlurmController)
        Proxy.newProxyInstance(
            LossySlurm.class.getClassLoader(),
            new Class<?>[] {SlurmController.class},
            (_, method, args) -> {
              var isLost = remainingCalls > 0 && --remainingCalls == 0;
              hasLostOne |= isLost;
              if (isLost && !losesAfterExecution) {
                throw lostResponse();
              }
              try {
                var answer = method.invoke(slurm, args);
                if (isLost) {
                  throw lostResponse();
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static SchedulerUnreachableException lostResponse() {
    return new SchedulerUnreachableException("the answer was lost");
  }
}
