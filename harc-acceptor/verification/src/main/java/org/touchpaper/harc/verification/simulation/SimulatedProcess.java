package org.touchpaper.harc.verification.simulation;

import java.time.Duration;
import java.time.Instant;

/** A process with its own clock that can crash between any two effects and restart. */
abstract class SimulatedProcess {
  final SingleTransactionSimulation simulation;
  private final String name;
  private Duration skew;
  private int effectsLeft = -1;
  private boolean up = true;
  private boolean lost;

  /** Incremented by each crash, so that actions of an earlier incarnation are dropped. */
  private int incarnation;

  SimulatedProcess(SingleTransactionSimulation simulation, String name) {
    this.simulation = simulation;
    this.name = name;
    this.skew =
        Duration.ofMillis(
            simulation.random.nextInt(
                -simulation.maxClockSkewMillis, simulation.maxClockSkewMillis + 1));
  }

  /** The time by this process's clock. */
  final Instant clock() {
    return simulation.now.plus(skew);
  }

  /** Changes this process's clock. */
  final void shiftClock(long millis) {
    skew = skew.plusMillis(millis);
    simulation.traceEvent(() -> name + "'s clock jumps by " + millis + " ms");
  }

  /**
   * Schedules an action at a time of this process's clock, in this incarnation. As with a real
   * timer the delay is computed now; a timer that fires early because the clock was set back is set
   * again.
   */
  final void scheduleAtOwnClock(Instant when, Runnable action) {
    simulation.scheduleAt(
        when.minus(skew),
        inThisIncarnation(() -> {
          if (clock().isBefore(when)) {
            scheduleAtOwnClock(when, action);
          } else {
            action.run();
          }
        }));
  }

  /** An action that does nothing if the process has crashed in between. */
  final Runnable inThisIncarnation(Runnable action) {
    var startedIn = incarnation;
    return () -> {
      if (incarnation == startedIn && up) {
        action.run();
      }
    };
  }

  final String name() {
    return name;
  }

  final boolean isUp() {
    return up;
  }

  /** True if the process never restarts. */
  final boolean isLost() {
    return lost;
  }

  final void crashAfter(int effects) {
    effectsLeft = effects;
  }

  /** True if the process crashes now instead of performing another effect. */
  final boolean crashIfDue() {
    if (effectsLeft < 0) {
      return false;
    }
    if (effectsLeft-- > 0 || simulation.isFaultPhaseOver()) {
      return false;
    }
    crash("crashes");
    return true;
  }

  private void crash(String how) {
    up = false;
    incarnation++;
    effectsLeft = -1;
    simulation.traceEvent(() -> name + " " + how);
    discardVolatileState();
  }

  /** Crashes now, if the process is up. */
  final void fail() {
    if (up) {
      crash("fails");
    }
  }

  /** Crashes permanently. */
  final void failPermanently() {
    lost = true;
    crash("is lost");
  }

  final void restart() {
    if (!up && !lost) {
      up = true;
      simulation.traceEvent(() -> name + " restarts");
      recover();
    }
  }

  /** Loses what is not durable. */
  abstract void discardVolatileState();

  /** Recovers from the durable state. */
  abstract void recover();
}
