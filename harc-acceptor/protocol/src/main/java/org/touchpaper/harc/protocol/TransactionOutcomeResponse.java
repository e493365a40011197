package org.touchpaper.harc.protocol;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An acceptor's answer to a query for the outcome of a transaction.
 *
 * @param outcome the known outcome; an unknown id is {@code UNKNOWN}, never aborted
 * @param votes the known votes, by resource manager; after a decision those it rests on
 */
public record TransactionOutcomeResponse(Outcome outcome, Map<String, Vote> votes) {

  /** The possible answers. */
  public enum Outcome {
    /** The acceptor has no state of the transaction or is not one of its acceptors. */
    UNKNOWN,
    /**
     * Fewer than F+1 acceptors answered the reporting leader; it has sent no Prepare and never
     * will.
     */
    NOT_STARTED,
    /**
     * The id is bound to another record; in an answer to a begin request also: so old that it may
     * have been used.
     */
    OTHER_RECORD,
    UNDECIDED,
    COMMIT,
    ABORT;

    public boolean isDecided() {
      return this == COMMIT || this == ABORT;
    }
  }

  public TransactionOutcomeResponse {
    votes = Map.copyOf(votes);
  }

  public static TransactionOutcomeResponse of(Outcome outcome) {
    return new TransactionOutcomeResponse(outcome, Map.of());
  }

  public static TransactionOutcomeResponse of(Decision decision, Map<String, Vote> votes) {
    return new TransactionOutcomeResponse(Outcome.valueOf(decision.name()), votes);
  }

  /**
   * Concludes a decision from the answers of distinct acceptors to a query that carried the record.
   * One decided answer is enough. F+1 answers {@code OTHER_RECORD} mean abort: those acceptors
   * never accept a vote on this record, so none is ever chosen.
   *
   * @param reports read lazily, until one is decided
   */
  public static Optional<Decision> conclude(
      TransactionRecord record, Stream<TransactionOutcomeResponse> reports) {
    var conflicts = 0;
    for (var iterator = reports.iterator(); iterator.hasNext(); ) {
      var outcome = iterator.next().outcome();
      if (outcome.isDecided()) {
        return Optional.of(Decision.valueOf(outcome.name()));
      }
      conflicts += outcome == Outcome.OTHER_RECORD ? 1 : 0;
    }
    return conflicts < record.majority() ? Optional.empty() : Optional.of(Decision.ABORT);
  }

  @Override
  public String toString() {
    return outcome + " " + new TreeMap<>(votes);
  }
}
