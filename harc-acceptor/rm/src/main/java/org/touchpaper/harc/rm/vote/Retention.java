package org.touchpaper.harc.rm.vote;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.local.LocalScheduler;

/**
 * How long a resource manager remembers. Once a day it forgets the bookings that ended longer ago
 * than is to be kept, and then the transactions of which nothing is left in the scheduler.
 *
 * <p>What is undecided or not carried out is never forgotten; nor what was booked and this build
 * cannot read, as after a rollback, for its booking may be to come. Of the rest somebody may still
 * speak after any time: an acceptor that was away, and has not heard that its Decide arrived, or
 * not that there ever was a vote. So with what is forgotten is written down up to when its votes
 * were due, and of what is unknown and as old a decision is acknowledged, for it was carried out,
 * and a Prepare refused. It is not voted on: a second vote of ballot 0 could be another than the
 * first, and the acceptors, which remember for 800 days, decide without it. Who asks by query is
 * told that nothing is known; a BAR asks about what has not ended, and about the end of that.
 */
public final class Retention {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final Duration DAY = Duration.ofDays(1);

  private final Duration keep;
  private final Ledgers ledgers;
  private final Voter voter;
  private final LocalScheduler scheduler;
  private final Clock clock;

  /**
   * Remembers for so long.
   *
   * @param keep after an end, at least a day
   */
  public Retention(
      Duration keep, Ledgers ledgers, Voter voter, LocalScheduler scheduler, Clock clock) {
    if (keep.compareTo(DAY) < 0) {
      throw new IllegalArgumentException("touchpaper.rm.keep is a day at least (1d), not " + keep);
    }
    this.keep = keep;
    this.ledgers = ledgers;
    this.voter = voter;
    this.scheduler = scheduler;
    this.clock = clock;
  }

  /** Forgets what is old enough; answers when to come again. */
  public Instant forget() {
    var now = clock.instant();
    var before = now.minus(keep);
    scheduler.forget(before);
    var forgotten = 0;
    for (var ledger : ledgers.listCarriedOut(before)) {
      if (voter.isNothingLeft(ledger)) {
        ledgers.forget(ledger.record().id().value());
        forgotten++;
      }
    }
    LOG.info(
        "{} transactions are forgotten: nothing of them is left from before {}", forgotten, before);
    return now.plus(DAY);
  }
}
