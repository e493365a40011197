package org.touchpaper.harc.commit;

import java.util.Map;
import java.util.TreeMap;

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
    /** The id is bound to another record, or is so old that it may have been. */
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

  @Override
  public String toString() {
    return outcome + " " + new TreeMap<>(votes);
  }
}
