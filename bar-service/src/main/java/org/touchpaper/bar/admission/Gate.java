package org.touchpaper.bar.admission;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets so many in at once, has so many wait for a while, and turns the others away. */
final class Gate {

  private final Semaphore places;
  private final Semaphore benches;
  private final long patienceNanos;

  Gate(Admission.Limit limit) {
    this.places = new Semaphore(limit.atOnce(), true);
    this.benches = new Semaphore(limit.waiting());
    this.patienceNanos = limit.patience().toNanos();
  }

  /** True if the caller is in, and must {@link #leave}. */
  boolean enter() {
    return places.tryAcquire() || (benches.tryAcquire() && waited());
  }

  private boolean waited() {
    try {
      return places.tryAcquire(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      benches.release();
    }
  }

  void leave() {
    places.release();
  }
}
