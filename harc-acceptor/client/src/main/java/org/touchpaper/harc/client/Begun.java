package org.touchpaper.harc.client;

import java.util.List;
import java.util.Map;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Vote;

/**
 * What came of beginning a transaction.
 *
 * @param knowledge what became of it, as far as is known
 * @param objections what those acceptors said that did not take it up, or why they could not be
 *     asked: for people, one sentence each; empty once it is decided
 */
public record Begun(Knowledge knowledge, List<String> objections) {
  public Begun {
    objections = List.copyOf(objections);
  }

  /** As {@link Knowledge#outcome}. */
  public Knowledge.Outcome outcome() {
    return knowledge.outcome();
  }

  /** As {@link Knowledge#votes}. */
  public Map<String, Vote> votes() {
    return knowledge.votes();
  }
}
