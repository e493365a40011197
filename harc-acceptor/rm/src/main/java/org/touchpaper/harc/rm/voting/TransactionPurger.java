package org.touchpaper.harc.rm.voting;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;

/**
 * Purges old bookings and transactions. Once a day it deletes the bookings that ended before the
 * retention period, then the transactions of which the scheduler has nothing left.
 *
 * <p>Undecided and unapplied transactions are never purged, nor are prepared ones whose actions
 * this build cannot read, as after a rollback: their bookings may be in the future. Messages about
 * a purged transaction may still arrive, from an acceptor that was down and missed the
 * acknowledgement or the vote. Therefore the latest {@code voteBy} of all purged transactions is
 * recorded. For an unknown transaction that is not later than that, a decision is acknowledged,
 * because it was applied, and a Prepare is rejected. Voting again is unsafe: the second vote of
 * ballot 0 might differ from the first. The acceptors, which keep transactions for 800 days, decide
 * without it. A query about a purged transaction returns UNKNOWN; a BAR only queries bookings that
 * have not ended, and once more at their end.
 */
public final class TransactionPurger {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionPurger.class);
  private static final Duration INTERVAL = Duration.ofDays(1);

  private final Duration retentionPeriod;
  private final VoteRepository votes;
  private final Voter voter;
  private final LocalScheduler scheduler;
  private final Clock clock;

  /**
   * Creates it.
   *
   * @param retentionPeriod how long ended bookings are kept, at least a day
   */
  public TransactionPurger(
      Duration retentionPeriod,
      VoteRepository votes,
      Voter voter,
      LocalScheduler scheduler,
      Clock clock) {
    if (retentionPeriod.compareTo(INTERVAL) < 0) {
      throw new IllegalArgumentException(
          "touchpaper.rm.retention must be at least one day (1d), not " + retentionPeriod);
    }
    this.retentionPeriod = retentionPeriod;
    this.votes = votes;
    this.voter = voter;
    this.scheduler = scheduler;
    this.clock = clock;
  }

  /** Purges what is old enough; returns when to run again. */
  public Instant purge() {
    var now = clock.instant();
    var cutoff = now.minus(retentionPeriod);
    scheduler.purgeEndedBefore(cutoff);
    var purged = 0;
    for (var state : votes.listCarriedOut(cutoff)) {
      if (voter.isUnknownToScheduler(state)) {
        votes.purge(state.record().id().value());
        purged++;
      }
    }
    LOG.info("retention purged {} transactions that ended before {}", purged, cutoff);
    return now.plus(INTERVAL);
  }
}
