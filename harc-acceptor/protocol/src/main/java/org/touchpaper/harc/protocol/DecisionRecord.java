package org.touchpaper.harc.protocol;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision and the votes it rests on.
 *
 * @param votes by resource manager: all of them for a chosen commit, the known ones for a forced
 *     decision
 * @param override the operator's override if the decision was forced; null if it was chosen
 * @param forgottenResourceManagers resource managers that need not acknowledge the decision because
 *     they no longer exist, each with the operator's statement
 */
public record DecisionRecord(
    Decision decision,
    Map<String, Vote> votes,
    @Nullable OperatorOverride override,
    Map<String, OperatorOverride> forgottenResourceManagers) {
  public DecisionRecord {
    votes = Map.copyOf(votes);
    forgottenResourceManagers = Map.copyOf(forgottenResourceManagers);
  }

  /** A decision that every resource manager must acknowledge. */
  public DecisionRecord(
      Decision decision, Map<String, Vote> votes, @Nullable OperatorOverride override) {
    this(decision, votes, override, Map.of());
  }

  /** A chosen decision. */
  public DecisionRecord(Decision decision, Map<String, Vote> votes) {
    this(decision, votes, null);
  }

  /**
   * A copy in which the resource manager need not acknowledge; the first statement about it is
   * kept.
   */
  public DecisionRecord withForgotten(String resourceManager, OperatorOverride forgottenBy) {
    var extended = new HashMap<>(forgottenResourceManagers);
    extended.putIfAbsent(resourceManager, forgottenBy);
    return new DecisionRecord(decision, votes, override, extended);
  }

  /** A copy whose votes have no notes. */
  public DecisionRecord withoutNotes() {
    var votesWithoutNotes = new HashMap<String, Vote>();
    votes.forEach((voter, vote) -> votesWithoutNotes.put(voter, new Vote(vote.choice(), "")));
    return new DecisionRecord(decision, votesWithoutNotes, override, forgottenResourceManagers);
  }

  /**
   * The message that passes the decision to other acceptors; a forced decision stays marked as
   * forced.
   */
  public Message.ForAcceptor toMessage(TransactionRecord record) {
    return override == null
        ? new Message.Decided(record, decision, votes)
        : new Message.Forced(record, decision, votes, override);
  }

  /** Text for error messages. */
  @Override
  public String toString() {
    return override == null
        ? "chosen " + decision
        : "forced %s by %s (%s)".formatted(decision, override.by(), override.reason());
  }

  public TransactionOutcomeResponse transactionOutcome() {
    return TransactionOutcomeResponse.of(decision, votes);
  }
}
