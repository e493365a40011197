package org.touchpaper.harc.commit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How patient the machines are. Safety never depends on it; the defaults leave room for a machine
 * whose every core has eight others waiting for it.
 *
 * @param retry how long before something unanswered is said again, and again
 * @param enlisting how long a leader waits for F+1 acceptors, until voteBy at most, before it says
 *     not started, or learns what another leads, if it knows of votes
 * @param abortGrace how long an abort waits for the other votes, so that it can name every refusal
 * @param grace how long after voteBy votes on their way are still waited for
 * @param stagger by how much each acceptor waits longer than the one before it in the record
 * @param ask how long a prepared resource manager waits before it asks what became of it
 */
public record Timing(
    Backoff retry,
    Duration enlisting,
    Duration abortGrace,
    Duration grace,
    Duration stagger,
    Duration ask) {

  public static final Timing DEFAULT =
      new Timing(
          Backoff.from(Duration.ofMillis(300)),
          Duration.ofSeconds(5),
          Duration.ofSeconds(1),
          Duration.ofMillis(500),
          Duration.ofMillis(400),
          Duration.ofSeconds(1));

  /** As the other constructor, with pauses that grow from this one. */
  public Timing(
      Duration retry,
      Duration enlisting,
      Duration abortGrace,
      Duration grace,
      Duration stagger,
      Duration ask) {
    this(Backoff.from(retry), enlisting, abortGrace, grace, stagger, ask);
  }

  public Timing {
    for (var each : List.of(enlisting, ask)) {
      if (!each.isPositive()) {
        throw new IllegalArgumentException("enlisting and ask are more than nothing");
      }
    }
    for (var each : List.of(abortGrace, grace, stagger)) {
      if (each.isNegative()) {
        throw new IllegalArgumentException("abortGrace, grace and stagger are never negative");
      }
    }
  }

  /**
   * The pauses before a resource manager is told a decision again. They grow to a minute with the
   * default: one that was away asks by itself when it is back, and may be away with thousands.
   */
  Backoff telling() {
    return new Backoff(retry.first(), retry.first().multipliedBy(200), retry.spread());
  }

  /**
   * When the acceptors, if F+1 of them are up, have had time enough to finish a transaction: the
   * last of them has begun to, and has asked a few times. Nobody should decide for them before.
   * Where all that are up first heard of it after {@code voteBy} they begin up to 32 first pauses
   * of {@code retry} later, for a clock may be wrong; this does not wait for that.
   */
  Instant finishedBy(TransactionRecord record) {
    return record
        .voteBy()
        .plus(grace)
        .plus(stagger.multipliedBy(record.acceptors().size()))
        .plus(retry.first().multipliedBy(8));
  }

  /**
   * When a resource manager that knows no decision asks again, or one that cannot carry it out
   * tries again: the longer that is overdue, the later.
   */
  Instant askAgain(Ledger ledger, String voter, Instant now) {
    var overdue = Duration.between(ledger.overdueSince(), now).dividedBy(4);
    var pause = overdue.compareTo(ask) < 0 ? ask : overdue;
    var limit = ask.multipliedBy(60);
    return now.plus(
        retry.spread(pause.compareTo(limit) < 0 ? pause : limit, ledger.record().id(), voter, now));
  }
}
