package org.touchpaper.harc.acceptor.eventloop;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Whether an acceptor can vote; written by the event loop, read by any thread. */
final class AcceptorHealth {
  /** A batch that takes longer indicates a disk that hangs. */
  static final Duration MAX_BATCH_DURATION = Duration.ofSeconds(1);

  private final String name;
  private volatile @Nullable String stopReason;
  private volatile @Nullable Long batchStartedAt;

  AcceptorHealth(String name) {
    this.name = name;
  }

  void batchStarted() {
    batchStartedAt = System.nanoTime();
  }

  void batchEnded() {
    batchStartedAt = null;
  }

  /** Stops voting permanently; the last reason is kept. */
  void stop(String reason) {
    stopReason = reason;
  }

  boolean hasStoppedVoting() {
    return stopReason != null;
  }

  /** Why the acceptor cannot vote, permanently or at present; null if it can. */
  @Nullable String problem() {
    var startedAt = batchStartedAt;
    if (stopReason != null || startedAt == null) {
      return stopReason;
    }
    var busy = Duration.ofNanos(System.nanoTime() - startedAt);
    return busy.compareTo(MAX_BATCH_DURATION) > 0
        ? "busy with one batch for " + busy.toSeconds() + " s: check whether the disk hangs"
        : null;
  }

  IllegalStateException notVotingException() {
    return new IllegalStateException(name + " does not vote: " + stopReason);
  }
}
