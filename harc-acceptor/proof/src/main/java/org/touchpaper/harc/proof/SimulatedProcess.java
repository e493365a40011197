package org.touchpaper.harc.proof;

import java.time.Duration;
import java.time.Instant;

/** A process with a clock of its own, that can crash between any two effects and come back. */
abstract class SimulatedProcess {
  final Simulation world;
  private final String name;
  private Duration skew;
  private int effectsLeft = -1;
  private boolean up = true;
  private boolean gone;

  /** Grows with each crash, so that what an earlier life has begun is not taken for this one's. */
  private int life;

  SimulatedProcess(Simulation world, String name) {
    this.world = world;
    this.name = name;
    this.skew = Duration.ofMillis(world.random.nextInt(-world.skew, world.skew + 1));
  }

  /** What this process's clock says. */
  final Instant clock() {
    return world.now.plus(skew);
  }

  /** Somebody sets this process's clock. */
  final void jump(long millis) {
    skew = skew.plusMillis(millis);
    world.tell(() -> name + "'s clock jumps by " + millis + " ms");
  }

  /**
   * Does something in this life when this process's clock says so. As with a real alarm the time to
   * wait is measured now; one that rings early, because the clock was set back, is set again.
   */
  final void atOwn(Instant when, Runnable what) {
    world.at(
        when.minus(skew),
        thisLife(() -> {
          if (clock().isBefore(when)) {
            atOwn(when, what);
          } else {
            what.run();
          }
        }));
  }

  /** Does nothing if the process has crashed in between. */
  final Runnable thisLife(Runnable what) {
    var begun = life;
    return () -> {
      if (life == begun && up) {
        what.run();
      }
    };
  }

  final String name() {
    return name;
  }

  final boolean isUp() {
    return up;
  }

  /** True if it will never be back. */
  final boolean isGone() {
    return gone;
  }

  final void crashAfter(int effects) {
    effectsLeft = effects;
  }

  /** True if the process has just crashed instead of performing another effect. */
  final boolean crashesHere() {
    if (effectsLeft < 0) {
      return false;
    }
    if (effectsLeft-- > 0 || world.isStormOver()) {
      return false;
    }
    crash("crashes");
    return true;
  }

  private void crash(String how) {
    up = false;
    life++;
    effectsLeft = -1;
    world.tell(() -> name + " " + how);
    forget();
  }

  /** Crashes where it stands, if it is up. */
  final void fail() {
    if (up) {
      crash("fails");
    }
  }

  /** Crashes and never comes back. */
  final void perish() {
    gone = true;
    crash("is gone for good");
  }

  final void restart() {
    if (!up && !gone) {
      up = true;
      world.tell(() -> name + " restarts");
      remember();
    }
  }

  /** Loses what is not durable. */
  abstract void forget();

  /** Takes up what is durable. */
  abstract void remember();
}
