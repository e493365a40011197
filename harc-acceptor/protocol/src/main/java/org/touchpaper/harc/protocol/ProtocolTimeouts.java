package org.touchpaper.harc.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The timeouts of acceptors and resource managers. Safety does not depend on them. The defaults
 * tolerate a host whose cores each have eight runnable threads waiting.
 *
 * @param retry pauses between repetitions of an unanswered message
 * @param enlistTimeout how long a leader waits for F+1 acceptors, at most until voteBy; then it
 *     reports not started or, if it knows of votes, learns from the other leader
 * @param abortGrace how long an abort waits for the other votes, so that it can name every refusal
 * @param voteGrace how long after voteBy a leader waits for votes in transit
 * @param stagger how much longer each acceptor waits than the one before it in the record
 * @param askInterval how long a prepared resource manager waits before it queries the outcome
 */
public record ProtocolTimeouts(
    Backoff retry,
    Duration enlistTimeout,
    Duration abortGrace,
    Duration voteGrace,
    Duration stagger,
    Duration askInterval) {

  public static final ProtocolTimeouts DEFAULT =
      new ProtocolTimeouts(
          Backoff.from(Duration.ofMillis(300)),
          Duration.ofSeconds(5),
          Duration.ofSeconds(1),
          Duration.ofMillis(500),
          Duration.ofMillis(400),
          Duration.ofSeconds(1));

  /** Creates timeouts whose retry pauses grow from {@code retry}. */
  public ProtocolTimeouts(
      Duration retry,
      Duration enlistTimeout,
      Duration abortGrace,
      Duration voteGrace,
      Duration stagger,
      Duration askInterval) {
    this(Backoff.from(retry), enlistTimeout, abortGrace, voteGrace, stagger, askInterval);
  }

  public ProtocolTimeouts {
    for (var duration : List.of(enlistTimeout, askInterval)) {
      if (!duration.isPositive()) {
        throw new IllegalArgumentException("enlistTimeout and askInterval must be positive");
      }
    }
    for (var duration : List.of(abortGrace, voteGrace, stagger)) {
      if (duration.isNegative()) {
        throw new IllegalArgumentException(
            "abortGrace, voteGrace and stagger must not be negative");
      }
    }
  }

  /**
   * The pauses before a decision is sent again to a resource manager. By default they grow to a
   * minute: a resource manager that was down queries the outcome itself when it returns, possibly
   * of thousands of transactions.
   */
  public Backoff announceBackoff() {
    return new Backoff(retry.first(), retry.first().multipliedBy(200), retry.jitterPercent());
  }

  /**
   * When the acceptors, if F+1 of them are up, have had time to finish a transaction: the last one
   * has started recovery and repeated its messages a few times. An operator should not force a
   * decision earlier. If all running acceptors first received the transaction after {@code voteBy},
   * they start up to 32 first {@code retry} pauses later, in case a clock is wrong; this deadline
   * does not include that.
   */
  public Instant finishDeadline(TransactionRecord record) {
    return record
        .voteBy()
        .plus(voteGrace)
        .plus(stagger.multipliedBy(record.acceptors().size()))
        .plus(retry.first().multipliedBy(8));
  }

  /**
   * When a resource manager next queries an unknown decision or retries one that it could not carry
   * out; the longer it is overdue, the longer the pause.
   */
  public Instant nextAskAt(TransactionId id, String voter, Instant overdueSince, Instant now) {
    var overdue = Duration.between(overdueSince, now).dividedBy(4);
    var pause = overdue.compareTo(askInterval) < 0 ? askInterval : overdue;
    var limit = askInterval.multipliedBy(60);
    return now.plus(retry.withJitter(pause.compareTo(limit) < 0 ? pause : limit, id, voter, now));
  }
}
