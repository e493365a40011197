package org.touchpaper.harc.commit;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An acceptor's answer to "what became of it?".
 *
 * @param outcome what is known; an unknown id is unknown, never aborted
 * @param votes the votes known, by resource manager; after a decision those decided upon
 */
public record Knowledge(Outcome outcome, Map<String, Vote> votes) {

  /** The answers, of which "not decided yet" is one. */
  public enum Outcome {
    /** Not remembered here, or none of this acceptor's business. */
    UNKNOWN,
    /** Fewer than F+1 acceptors answered whoever says so; it has sent nothing, and never will. */
    NOT_STARTED,
    /**
     * The id is bound to another record; or, to who would begin it, so old that it may have been.
     */
    OTHER_RECORD,
    UNDECIDED,
    COMMIT,
    ABORT;

    public boolean isDecided() {
      return this == COMMIT || this == ABORT;
    }
  }

  public Knowledge {
    votes = Map.copyOf(votes);
  }

  public static Knowledge of(Outcome outcome) {
    return new Knowledge(outcome, Map.of());
  }

  public static Knowledge of(Decision decision, Map<String, Vote> votes) {
    return new Knowledge(Outcome.valueOf(decision.name()), votes);
  }

  /**
   * What follows from answers to a question that came with the record, each of another acceptor of
   * it. One that has decided is believed. And F+1 that are bound to another record of the same id
   * never accept a vote on this one: none is chosen, now or later, so it is aborted.
   *
   * @param answers asked for one after the other, until one tells
   */
  public static Optional<Decision> conclude(TransactionRecord record, Stream<Knowledge> answers) {
    var elsewhere = 0;
    for (var each = answers.iterator(); each.hasNext(); ) {
      var outcome = each.next().outcome();
      if (outcome.isDecided()) {
        return Optional.of(Decision.valueOf(outcome.name()));
      }
      elsewhere += outcome == Outcome.OTHER_RECORD ? 1 : 0;
    }
    return elsewhere < record.majority() ? Optional.empty() : Optional.of(Decision.ABORT);
  }

  @Override
  public String toString() {
    return outcome + " " + new TreeMap<>(votes);
  }
}
