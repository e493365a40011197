package org.touchpaper.harc.commit;

import java.time.Duration;

/**
 * How patient the machines are. Safety never depends on it.
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
          Duration.ofMillis(1500),
          Duration.ofMillis(1000),
          Duration.ofMillis(100),
          Duration.ofMillis(400),
          Duration.ofMillis(1000));
}
