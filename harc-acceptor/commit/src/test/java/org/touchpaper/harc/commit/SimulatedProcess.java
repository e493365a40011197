package org.touchpaper.harc.commit;

import java.time.Duration;
import java.time.Instant;

/** A process that can crash between any two effects and come back. */
abstract class SimulatedProcess {
  final Simulation world;
  private final String name;
  private final Duration skew;
  private int effectsLeft = -1;
  private boolean up = true;

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

  /** Does something when this process's clock says so. */
  final void atOwn(Instant when, Runnable what) {
    world.at(when.minus(skew), what);
  }

  final String name() {
    return name;
  }

  final boolean isUp() {
    return up;
  }

  final int life() {
    return life;
  }

  final void crashAfter(int effects) {
    effectsLeft = effects;
  }

  /** True if the process has just crashed instead of performing another effect. */
  final boolean crashesHere() {
    if (effectsLeft < 0) {
      return false;
    }
    if (effectsLeft-- > 0 || world.isCalm()) {
      return false;
    }
    up = false;
    life++;
    effectsLeft = -1;
    world.tell(() -> name + " crashes");
    forget();
    return true;
  }

  final void restart() {
    if (!up) {
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
