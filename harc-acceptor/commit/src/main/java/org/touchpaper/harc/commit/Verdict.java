package org.touchpaper.harc.commit;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision and the votes it rests on.
 *
 * @param decision commit or abort
 * @param votes by resource manager; all of them for a chosen commit, what was known for a forced
 *     decision
 * @param forced null if it was chosen, as is right
 * @param forgotten who need not hear it any more, and who said so: resource managers that are gone
 */
public record Verdict(
    Decision decision,
    Map<String, Vote> votes,
    @Nullable Force forced,
    Map<String, Force> forgotten) {
  public Verdict {
    votes = Map.copyOf(votes);
    forgotten = Map.copyOf(forgotten);
  }

  /** One that everybody is to hear. */
  public Verdict(Decision decision, Map<String, Vote> votes, @Nullable Force forced) {
    this(decision, votes, forced, Map.of());
  }

  /** One that was chosen. */
  public Verdict(Decision decision, Map<String, Vote> votes) {
    this(decision, votes, null);
  }

  /** The same, which that resource manager need not hear; who said so first counts. */
  Verdict forgetting(String resourceManager, Force force) {
    var more = new HashMap<>(forgotten);
    more.putIfAbsent(resourceManager, force);
    return new Verdict(decision, votes, forced, more);
  }

  /** The same, without what the votes said besides yes and no. */
  Verdict withoutNotes() {
    var bare = new HashMap<String, Vote>();
    votes.forEach((voter, vote) -> bare.put(voter, new Vote(vote.choice(), "")));
    return new Verdict(decision, bare, forced, forgotten);
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
