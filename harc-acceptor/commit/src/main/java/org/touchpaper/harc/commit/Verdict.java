package org.touchpaper.harc.commit;

import java.util.Map;

/**
 * A decision and the votes it rests on.
 *
 * @param decision commit or abort
 * @param votes by resource manager; all of them for a commit
 */
public record Verdict(Decision decision, Map<String, Vote> votes) {
  public Verdict {
    votes = Map.copyOf(votes);
  }

  /** As acceptors tell each other. */
  Message.Decided told(TransactionRecord record) {
    return new Message.Decided(record, decision, votes);
  }

  public Knowledge knowledge() {
    return Knowledge.of(decision, votes);
  }
}
