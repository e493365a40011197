package org.touchpaper.harc.protocol.resourcemanager;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect.ApplyDecision;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect.Hold;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect.Persist;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect.QueryOutcome;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect.Reject;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect.Send;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect.SetTimer;

/**
 * A resource manager's state machine for one transaction (Gray and Lamport, sections 2 and 4.2). It
 * holds, votes once and, once prepared, never aborts on its own but queries the outcome until it is
 * known (DESIGN decision 2). If the note is longer than {@link TransactionRecord#maxNoteLength}, it
 * votes aborted without a note.
 *
 * @param name the resource manager
 * @param state the durable state; null while the id is unknown
 */
public record ResourceManagerMachine(
    String name, ProtocolTimeouts timeouts, @Nullable ResourceManagerState state) {

  private static final String OTHER_RECORD = "the transaction id is bound to another record";

  /** The next state and the effects to perform, in order. */
  public record Step(ResourceManagerMachine next, List<ResourceManagerEffect> effects) {
    public Step {
      effects = List.copyOf(effects);
    }
  }

  /** A machine that knows nothing of the transaction. */
  public static ResourceManagerMachine fresh(String name, ProtocolTimeouts timeouts) {
    return new ResourceManagerMachine(name, timeouts, null);
  }

  public Step handle(ResourceManagerEvent event, Instant now) {
    return switch (event) {
      case ResourceManagerEvent.PrepareReceived(var prepare) -> prepare(prepare, now);
      case ResourceManagerEvent.DecisionReceived(var record, var decision) ->
          decide(record, decision, now);
      case ResourceManagerEvent.HoldSucceeded(var note) -> onHoldSucceeded(note, now);
      case ResourceManagerEvent.HoldRefused(var note) -> onHoldRefused(note, now);
      case ResourceManagerEvent.HoldUncertain(var problem) -> onHoldUncertain(problem, now);
      case ResourceManagerEvent.DecisionApplied() -> onCarriedOut();
      case ResourceManagerEvent.TimePassed(var problem) -> resume(problem, now);
      case ResourceManagerEvent.Restarted(var problem) -> resume(problem, now);
    };
  }

  private boolean isPreparing() {
    return state != null && state.phase() == ResourceManagerState.Phase.PREPARING;
  }

  private Step prepare(Message.Prepare prepare, Instant now) {
    if (state == null) {
      var initial = ResourceManagerState.preparing(prepare);
      return now.isBefore(prepare.record().voteBy())
          ? startHold(initial)
          : withState(initial)
              .castVote(abortedVote(lateReason(prepare.record(), now), initial), now);
    }
    if (!state.record().equals(prepare.record())) {
      return unchangedWith(new Reject(prepare.record().id(), OTHER_RECORD));
    }
    if (state.decision() != null) {
      return unchangedWith(
          new Reject(prepare.record().id(), "already decided: " + state.decision()));
    }
    return repeatVote(state, prepare.leader());
  }

  /** Repeats the vote; all later votes go to the leader that asked last. */
  private Step repeatVote(ResourceManagerState current, String leader) {
    var effects = new ArrayList<ResourceManagerEffect>();
    var updated = current.leader().equals(leader) ? current : current.withLeader(leader);
    if (!updated.equals(current)) {
      effects.add(new Persist(updated));
    }
    if (updated.vote() != null) {
      effects.addAll(ballotZeroVotes(updated, updated.vote()));
    }
    return new Step(withState(updated), effects);
  }

  private String lateReason(TransactionRecord record, Instant now) {
    return ("%s received Prepare at %s by its clock, after voteBy %s: its clock is ahead, or the"
            + " message was delayed. Compare its clock with the acceptors' and the caller's, then"
            + " retry")
        .formatted(name, now, record.voteBy());
  }

  private Step startHold(ResourceManagerState initial) {
    var effects = new ArrayList<ResourceManagerEffect>();
    effects.add(new Persist(initial));
    effects.addAll(holdEffects(initial));
    effects.add(new SetTimer(initial.record().id(), initial.record().voteBy()));
    return new Step(withState(initial), effects);
  }

  private static List<ResourceManagerEffect> holdEffects(ResourceManagerState current) {
    return current.caller() == null || current.actions() == null
        ? List.of()
        : List.of(new Hold(current.record(), current.caller(), current.actions()));
  }

  /** A hold whose note does not fit in a vote is released: the client could not learn of it. */
  private Step onHoldSucceeded(String note, Instant now) {
    if (state != null && isPreparing()) {
      return fitsInVote(note, state) ? castVote(Vote.prepared(note), now) : giveUp(state, "", now);
    }
    // The transaction was aborted while the backend worked: release the hold.
    return state != null && state.phase() == ResourceManagerState.Phase.ABORTED
        ? unchangedWith(new ApplyDecision(state, Decision.ABORT))
        : unchanged();
  }

  private Step onHoldRefused(String note, Instant now) {
    if (state == null || !isPreparing()) {
      return unchanged();
    }
    return castVote(abortedVote(note, state), now);
  }

  private static Vote abortedVote(String note, ResourceManagerState current) {
    return Vote.aborted(fitsInVote(note, current) ? note : "");
  }

  private static boolean fitsInVote(String note, ResourceManagerState current) {
    return note.length() <= current.record().maxNoteLength();
  }

  private Step onHoldUncertain(String problem, Instant now) {
    if (state == null || !isPreparing()) {
      return unchanged();
    }
    var record = state.record();
    return now.isBefore(record.voteBy())
        ? unchangedWith(
            new SetTimer(
                record.id(),
                now.plus(
                    timeouts.retry().withJitter(timeouts.retry().first(), record.id(), name, now))))
        : giveUp(state, problem, now);
  }

  /** Votes aborted and releases the hold that the backend may have made. */
  private Step giveUp(ResourceManagerState current, String problem, Instant now) {
    var step = castVote(abortedVote(problem, current), now);
    var effects = new ArrayList<>(step.effects());
    effects.add(new ApplyDecision(current, Decision.ABORT));
    return new Step(step.next(), effects);
  }

  private Step castVote(Vote vote, Instant now) {
    if (state == null) {
      throw new IllegalStateException(name + ": no transaction to vote on");
    }
    var updated = state.withVote(vote);
    var effects = new ArrayList<ResourceManagerEffect>();
    effects.add(new Persist(updated));
    effects.addAll(ballotZeroVotes(updated, vote, updated.record().majorityFrom(updated.leader())));
    effects.add(new SetTimer(updated.record().id(), now.plus(timeouts.askInterval())));
    return new Step(withState(updated), effects);
  }

  /** Repeats the vote to all acceptors at once, because an earlier message may be lost. */
  private List<ResourceManagerEffect> ballotZeroVotes(ResourceManagerState current, Vote vote) {
    return ballotZeroVotes(current, vote, Set.copyOf(current.record().acceptors()));
  }

  private List<ResourceManagerEffect> ballotZeroVotes(
      ResourceManagerState current, Vote vote, Set<String> immediate) {
    var message =
        new Message.Phase2a(current.record(), Ballot.ZERO, Map.of(name, vote), current.leader());
    return current.record().acceptors().stream()
        .<ResourceManagerEffect>map(
            acceptor -> new Send(acceptor, message, !immediate.contains(acceptor)))
        .toList();
  }

  private Step decide(TransactionRecord record, Decision decision, Instant now) {
    if (state == null) {
      if (decision == Decision.COMMIT) {
        throw new ConflictingDecisionException(
            record.id() + " committed, but " + name + " never voted",
            decision,
            ResourceManagerState.Phase.UNKNOWN);
      }
      var aborted = ResourceManagerState.neverPrepared(record, now);
      return new Step(withState(aborted), List.of(new Persist(aborted)));
    }
    if (!state.record().equals(record)) {
      // Nothing is or will be held for the other record, so its abort needs no work.
      return decision == Decision.ABORT
          ? unchanged()
          : unchangedWith(new Reject(record.id(), OTHER_RECORD));
    }
    if (state.decision() == decision) {
      return unchanged();
    }
    var vote = state.vote();
    var canCommit = vote != null && vote.isPrepared();
    if (state.decision() != null || (decision == Decision.COMMIT && !canCommit)) {
      throw new ConflictingDecisionException(
          record.id() + " decided " + decision + ", but " + name + " is " + state,
          decision,
          state.phase());
    }
    var updated = state.withDecision(decision, now);
    return new Step(
        withState(updated),
        List.of(
            new Persist(updated),
            new ApplyDecision(updated, decision),
            new SetTimer(record.id(), now.plus(timeouts.askInterval()))));
  }

  private Step onCarriedOut() {
    if (state == null || state.decision() == null || state.carriedOut()) {
      return unchanged();
    }
    var updated = state.withCarriedOut();
    return new Step(withState(updated), List.of(new Persist(updated)));
  }

  /** Repeats whatever is unfinished; every backend operation is idempotent. */
  private Step resume(String problem, Instant now) {
    if (state == null || state.carriedOut()) {
      return unchanged();
    }
    var id = state.record().id();
    var effects = new ArrayList<ResourceManagerEffect>();
    if (state.decision() != null) {
      effects.add(new ApplyDecision(state, state.decision()));
    } else if (state.vote() != null) {
      effects.addAll(ballotZeroVotes(state, state.vote()));
      effects.add(new QueryOutcome(state.record()));
    } else if (now.isBefore(state.record().voteBy())) {
      effects.addAll(holdEffects(state));
    } else {
      return giveUp(state, problem, now);
    }
    effects.add(new SetTimer(id, timeouts.nextAskAt(id, name, state.overdueSince(), now)));
    return new Step(this, effects);
  }

  private ResourceManagerMachine withState(ResourceManagerState next) {
    return new ResourceManagerMachine(name, timeouts, next);
  }

  private Step unchanged() {
    return new Step(this, List.of());
  }

  private Step unchangedWith(ResourceManagerEffect effect) {
    return new Step(this, List.of(effect));
  }
}
