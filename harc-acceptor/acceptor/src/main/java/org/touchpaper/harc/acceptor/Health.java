package org.touchpaper.harc.acceptor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Whether an acceptor can vote, and why not; changed by the loop's thread, for all to look at. */
final class Health {
  /** A round that takes longer is taken for a disk that hangs. */
  static final Duration LONGEST_ROUND = Duration.ofSeconds(1);

  private final String name;
  private volatile @Nullable String end;
  private volatile @Nullable Long roundBegan;

  /**
   * Of one that is well.
   *
   * @param name the acceptor's
   */
  Health(String name) {
    this.name = name;
  }

  void beginRound() {
    roundBegan = System.nanoTime();
  }

  void endRound() {
    roundBegan = null;
  }

  /** It votes no more; what was said last counts. */
  void end(String why) {
    end = why;
  }

  boolean hasEnded() {
    return end != null;
  }

  /** Why nothing can be voted on any more, or just now; null if all is well. */
  @Nullable String trouble() {
    var began = roundBegan;
    if (end != null || began == null) {
      return end;
    }
    var busy = Duration.ofNanos(System.nanoTime() - began);
    return busy.compareTo(LONGEST_ROUND) > 0
        ? "busy with one round for " + busy.toSeconds() + " s: does its disk hang?"
        : null;
  }

  IllegalStateException notVoting() {
    return new IllegalStateException(name + " does not vote: " + end);
  }
}
