package org.touchpaper.harc.commit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How patient the machines are. Safety never depends on it; the defaults leave room for a machine
 * whose every core has eight others waiting for it.
 *
 * @param retry how long before something unanswered is said again
 * @param enlisting how long a leader waits for F+1 acceptors before it says not started
 * @param abortGrace how long an abort waits for the other votes, so that it can name every refusal
 * @param grace how long after voteBy votes on their way are still waited for
 * @param stagger by how much each acceptor waits longer than the one before it in the record
 * @param ask how long a prepared resource manager waits before it asks what became of it
 */
public record Timing(
    Duration retry,
    Duration enlisting,
    Duration abortGrace,
    Duration grace,
    Duration stagger,
    Duration ask) {

  public static final Timing DEFAULT =
      new Timing(
          Duration.ofMillis(300),
          Duration.ofSeconds(5),
          Duration.ofSeconds(1),
          Duration.ofMillis(500),
          Duration.ofMillis(400),
          Duration.ofSeconds(1));

  public Timing {
    for (var each : List.of(retry, enlisting, ask)) {
      if (!each.isPositive()) {
        throw new IllegalArgumentException("retry, enlisting and ask are more than nothing");
      }
    }
    for (var each : List.of(abortGrace, grace, stagger)) {
      if (each.isNegative()) {
        throw new IllegalArgumentException("abortGrace, grace and stagger are never negative");
      }
    }
  }

  /**
   * When the acceptors, if F+1 of them are up, have had time enough to finish a transaction: the
   * last of them has begun to, and has asked a few times. Nobody should decide for them before.
   */
  Instant finishedBy(TransactionRecord record) {
    return record
        .voteBy()
        .plus(grace)
        .plus(stagger.multipliedBy(record.acceptors().size()))
        .plus(retry.multipliedBy(8));
  }
}
