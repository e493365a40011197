package org.touchpaper.harc.commit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision and the votes it rests on.
 *
 * @param decision commit or abort
 * @param votes by resource manager; all of them for a chosen commit, what was known for a forced
 *     decision
 * @param forced null if it was chosen, as is right
 */
public record Verdict(Decision decision, Map<String, Vote> votes, @Nullable Force forced) {
  public Verdict {
    votes = Map.copyOf(votes);
  }

  /** One that was chosen. */
  public Verdict(Decision decision, Map<String, Vote> votes) {
    this(decision, votes, null);
  }

  /** As acceptors tell each other; a forced decision never passes for a chosen one. */
  Message.ForAcceptor told(TransactionRecord record) {
    return forced == null
        ? new Message.Decided(record, decision, votes)
        : new Message.Forced(record, decision, votes, forced);
  }

  /** For a sentence. */
  @Override
  public String toString() {
    return forced == null
        ? "chosen " + decision
        : "forced %s by %s (%s)".formatted(decision, forced.by(), forced.reason());
  }

  public Knowledge knowledge() {
    return Knowledge.of(decision, votes);
  }
}
