package org.touchpaper.harc.client;

import java.util.List;
import java.util.Map;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.Vote;

/**
 * The result of beginning a transaction.
 *
 * @param report the outcome as far as it is known
 * @param objections why acceptors refused it or could not be reached, a sentence each for people;
 *     empty once it is decided
 */
public record BeginResult(TransactionOutcomeResponse report, List<String> objections) {
  public BeginResult {
    objections = List.copyOf(objections);
  }

  /** As {@link TransactionOutcomeResponse#outcome}. */
  public TransactionOutcomeResponse.Outcome outcome() {
    return report.outcome();
  }

  /** As {@link TransactionOutcomeResponse#votes}. */
  public Map<String, Vote> votes() {
    return report.votes();
  }
}
