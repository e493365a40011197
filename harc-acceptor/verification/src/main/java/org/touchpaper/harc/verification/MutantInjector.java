package org.touchpaper.harc.verification;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.resourcemanager.RecordConflictQuorum;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;

/** Steps the production machines, unchanged or with one mistake injected around them. */
public record MutantInjector(Mutant mutant, TransactionRecord record) {

  public AcceptorMachine.Step step(AcceptorMachine machine, AcceptorEvent event, Instant now) {
    var step =
        mutant == Mutant.BALLOT_USED_TWICE
            ? withSharedBallots(mutateState(machine, event), event, now)
            : mutateState(machine, event).handle(mutateIncoming(machine, event), now);
    if (mutant == Mutant.DECISION_RECEIVED_AND_FORGOTTEN
        && event instanceof AcceptorEvent.MessageReceived(Message.Decided _, _)) {
      step = withoutVotes(step);
    }
    if (mutant == Mutant.NEVER_BACKS_OFF
        && isFromAnotherLeader(event)
        && !now.isBefore(record.voteBy())) {
      step = wokenAt(step, now);
    }
    if (mutant == Mutant.FINISHES_ONLY_WHEN_ASKED
        && event instanceof AcceptorEvent.TimePassed
        && startsOwnBallot(machine, step)) {
      return new AcceptorMachine.Step(machine, List.of());
    }
    var effects = new ArrayList<>(mutateEffects(step.effects()));
    if (wronglyReportsNotStarted(step.next(), event)) {
      effects.add(
          new AcceptorEffect.Answer(
              record.id(),
              TransactionOutcomeResponse.of(TransactionOutcomeResponse.Outcome.NOT_STARTED)));
    }
    extraQueries(machine, event).forEach(effects::add);
    return new AcceptorMachine.Step(step.next(), effects);
  }

  /** Unneeded Learn requests. */
  private Stream<AcceptorEffect> extraQueries(AcceptorMachine machine, AcceptorEvent event) {
    var ownName = machine.identity().name();
    if (!(event instanceof AcceptorEvent.MessageReceived(Message.Decided _, var from))
        || from.equals(ownName)) {
      return Stream.of();
    }
    return record.acceptors().stream()
        .filter(peer -> !peer.equals(ownName))
        .filter(peer ->
            mutant == Mutant.ASKS_EVERYBODY_BACK
                || (mutant == Mutant.ASKS_BACK && peer.equals(from)))
        .map(peer -> new AcceptorEffect.Send(peer, new Message.Learn(record, ownName)));
  }

  private static boolean isFromAnotherLeader(AcceptorEvent event) {
    return event instanceof AcceptorEvent.MessageReceived(Message.Outbid _, _)
        || event instanceof AcceptorEvent.MessageReceived(Message.Phase1a _, _);
  }

  /** Replaces the time of a scheduled wake-up by now. */
  private static AcceptorMachine.Step wokenAt(AcceptorMachine.Step step, Instant now) {
    var next = step.next();
    var effects =
        step.effects().stream()
            .map(effect ->
                effect instanceof AcceptorEffect.SetTimer(var id, _)
                    ? new AcceptorEffect.SetTimer(id, now)
                    : effect)
            .toList();
    return effects.equals(step.effects())
        ? step
        : new AcceptorMachine.Step(
            new AcceptorMachine(
                next.identity(),
                next.hardState(),
                next.phase(),
                now,
                next.pause(),
                next.firstContactAfterVoteBy()),
            effects);
  }

  /** True if the step promised a ballot of its own. */
  private static boolean startsOwnBallot(AcceptorMachine before, AcceptorMachine.Step step) {
    var previous = before.hardState();
    var current = step.next().hardState();
    return previous != null && current != null && previous.promised().isBelow(current.promised());
  }

  public ResourceManagerMachine.Step step(
      ResourceManagerMachine voter, ResourceManagerEvent event, Instant now) {
    var state = voter.state();
    var timesOut =
        mutant == Mutant.PREPARED_TIMES_OUT
            && event instanceof ResourceManagerEvent.TimePassed
            && state != null
            && state.phase() == ResourceManagerState.Phase.PREPARED;
    if (mutant == Mutant.OTHER_RECORDS_ABORT_IS_REJECTED
        && event instanceof ResourceManagerEvent.DecisionReceived(var otherRecord, _)
        && state != null
        && !state.record().equals(otherRecord)) {
      var reject =
          new ResourceManagerEffect.Reject(
              otherRecord.id(), "the transaction id is bound to another record");
      return new ResourceManagerMachine.Step(voter, List.of(reject));
    }
    return voter.handle(
        timesOut ? new ResourceManagerEvent.DecisionReceived(record, Decision.ABORT) : event, now);
  }

  public Optional<Decision> addConflict(RecordConflictQuorum quorum, Message.OtherRecord conflict) {
    return mutant == Mutant.ONE_RECORD_CONFLICT_IS_ENOUGH
        ? Optional.of(Decision.ABORT)
        : quorum.add(conflict);
  }

  /** The acceptor after a crash; deliver {@link AcceptorEvent.Restarted} next. */
  public AcceptorMachine restarted(AcceptorMachine.Identity identity, @Nullable HardState durable) {
    return durable == null || mutant == Mutant.ACCEPTOR_FORGETS
        ? AcceptorMachine.fresh(identity)
        : AcceptorMachine.restored(identity, durable);
  }

  /** The resource manager after a crash; deliver {@link ResourceManagerEvent.Restarted} next. */
  public ResourceManagerMachine restarted(
      String name, ProtocolTimeouts timing, @Nullable ResourceManagerState durable) {
    return new ResourceManagerMachine(name, timing, mutant == Mutant.RM_FORGETS ? null : durable);
  }

  private boolean wronglyReportsNotStarted(AcceptorMachine machine, AcceptorEvent event) {
    var hardState = machine.hardState();
    if (hardState == null || hardState.decisionRecord() != null) {
      return false;
    }
    return (mutant == Mutant.NOT_STARTED_TOO_SOON
            && event instanceof AcceptorEvent.TimePassed
            && machine.identity().name().equals(hardState.leader()))
        || (mutant == Mutant.NOT_STARTED_DESPITE_VOTES
            && event instanceof AcceptorEvent.BeginRequested
            && !hardState.accepted().isEmpty());
  }

  private static AcceptorMachine.Step withoutVotes(AcceptorMachine.Step step) {
    var hardState = step.next().hardState();
    if (hardState == null) {
      return step;
    }
    var mutated =
        new HardState(
            hardState.record(),
            hardState.leader(),
            hardState.promised(),
            Map.of(),
            null,
            hardState.allAcknowledged());
    return new AcceptorMachine.Step(
        AcceptorMachine.restored(step.next().identity(), mutated),
        List.of(new AcceptorEffect.Persist(mutated)));
  }

  private AcceptorMachine.Step withSharedBallots(
      AcceptorMachine machine, AcceptorEvent event, Instant now) {
    var shared = new SharedBallotsMutant(record, machine.identity().name());
    var step = machine.handle(shared.translateIncoming(event), now);
    return new AcceptorMachine.Step(
        step.next(),
        step.effects().stream()
            .map(effect ->
                effect instanceof AcceptorEffect.Send(var to, var message)
                    ? new AcceptorEffect.Send(to, shared.translateOutgoing(message))
                    : effect)
            .toList());
  }

  /** The state with a mistake injected before the event. */
  private AcceptorMachine mutateState(AcceptorMachine machine, AcceptorEvent event) {
    var hardState = machine.hardState();
    if (hardState == null) {
      return machine;
    }
    if (mutant == Mutant.BEGINS_AFTER_NOT_STARTED
        && event instanceof AcceptorEvent.BeginRequested) {
      return withHardState(machine, null, hardState.promised(), hardState.accepted());
    }
    if (event instanceof AcceptorEvent.MessageReceived(Message.Phase2a(_, var ballot, _, _), _)) {
      if (mutant == Mutant.PROMISE_BROKEN && ballot.isBelow(hardState.promised())) {
        return withHardState(machine, hardState.leader(), ballot, hardState.accepted());
      }
      // Our acceptor keeps the first value of a ballot, which would hide the mistake.
      if (mutant == Mutant.BALLOT_USED_TWICE
          && ballot.equals(hardState.promised())
          && Ballot.ZERO.isBelow(ballot)) {
        return withHardState(machine, hardState.leader(), ballot, Map.of());
      }
    }
    return machine;
  }

  private static AcceptorMachine withHardState(
      AcceptorMachine machine,
      @Nullable String leader,
      Ballot promised,
      Map<String, AcceptedVote> accepted) {
    var original = Objects.requireNonNull(machine.hardState());
    var mutated =
        new HardState(
            original.record(),
            leader,
            promised,
            accepted,
            original.decisionRecord(),
            original.allAcknowledged());
    return new AcceptorMachine(
        machine.identity(),
        mutated,
        machine.phase(),
        machine.wakeAt(),
        machine.pause(),
        machine.firstContactAfterVoteBy());
  }

  private AcceptorEvent mutateIncoming(AcceptorMachine machine, AcceptorEvent event) {
    if (mutant == Mutant.ANY_ACKNOWLEDGEMENT_WILL_DO
        && event instanceof AcceptorEvent.MessageReceived(Message.Acknowledged _, var from)
        && machine.hardState() != null
        && machine.hardState().decisionRecord() != null) {
      var ownDecision = machine.hardState().decisionRecord().decision();
      return new AcceptorEvent.MessageReceived(new Message.Acknowledged(record, ownDecision), from);
    }
    return event instanceof AcceptorEvent.MessageReceived(Message.Phase1b promise, var from)
        ? new AcceptorEvent.MessageReceived(mutateIncoming(promise), from)
        : event;
  }

  private Message.Phase1b mutateIncoming(Message.Phase1b promise) {
    var accepted = promise.accepted();
    if (mutant == Mutant.IGNORES_VOTES_FOUND) {
      accepted = Map.of();
    } else if (mutant == Mutant.SILENCE_IS_CONSENT) {
      accepted = withMissingVotesPrepared(accepted);
    } else if (mutant == Mutant.LOWEST_BALLOT_WINS) {
      accepted = withReversedBallots(accepted);
    }
    return new Message.Phase1b(promise.record(), promise.ballot(), promise.acceptor(), accepted);
  }

  private Map<String, AcceptedVote> withMissingVotesPrepared(Map<String, AcceptedVote> accepted) {
    var completed = new HashMap<String, AcceptedVote>();
    for (var voter : record.resourceManagers()) {
      completed.put(voter, new AcceptedVote(Ballot.ZERO, Vote.prepared("")));
    }
    completed.putAll(accepted);
    return completed;
  }

  private static Map<String, AcceptedVote> withReversedBallots(Map<String, AcceptedVote> accepted) {
    var reversed = new HashMap<String, AcceptedVote>();
    accepted.forEach((voter, acceptedVote) ->
        reversed.put(
            voter,
            new AcceptedVote(
                new Ballot(1_000_000 - acceptedVote.ballot().number()), acceptedVote.vote())));
    return reversed;
  }

  private List<AcceptorEffect> mutateEffects(List<AcceptorEffect> effects) {
    if (mutant == Mutant.SENDS_BEFORE_DURABLE) {
      var reordered = new ArrayList<>(effects);
      reordered.sort(Comparator.comparing(effect -> effect instanceof AcceptorEffect.Persist));
      return reordered;
    }
    if (mutant == Mutant.UNKNOWN_IS_ABORTED) {
      return effects.stream().map(MutantInjector::unknownIsAborted).toList();
    }
    if (mutant == Mutant.FORCED_PASSES_FOR_CHOSEN) {
      return effects.stream().map(MutantInjector::asChosen).toList();
    }
    return effects.stream().flatMap(this::underAliases).toList();
  }

  private static AcceptorEffect unknownIsAborted(AcceptorEffect effect) {
    return effect
                instanceof AcceptorEffect.Answer(var id, TransactionOutcomeResponse(var outcome, _))
            && outcome == TransactionOutcomeResponse.Outcome.UNKNOWN
        ? new AcceptorEffect.Answer(
            id, TransactionOutcomeResponse.of(TransactionOutcomeResponse.Outcome.ABORT))
        : effect;
  }

  private static AcceptorEffect asChosen(AcceptorEffect effect) {
    return effect
            instanceof
            AcceptorEffect.Send(var to, Message.Forced(var record, var decision, var votes, _))
        ? new AcceptorEffect.Send(to, new Message.Decided(record, decision, votes))
        : effect;
  }

  private Stream<AcceptorEffect> underAliases(AcceptorEffect effect) {
    if (effect instanceof AcceptorEffect.Send(var to, Message.Phase1b sent)) {
      return aliasesOf(sent.acceptor())
          .map(alias -> new Message.Phase1b(sent.record(), sent.ballot(), alias, sent.accepted()))
          .map(message -> new AcceptorEffect.Send(to, message));
    }
    if (effect instanceof AcceptorEffect.Send(var to, Message.Phase2b sent)) {
      return aliasesOf(sent.acceptor())
          .map(alias -> new Message.Phase2b(sent.record(), alias, sent.accepted()))
          .map(message -> new AcceptorEffect.Send(to, message));
    }
    return Stream.of(effect);
  }

  private Stream<String> aliasesOf(String acceptor) {
    var acceptors = record.acceptors();
    if (mutant == Mutant.ONE_IS_ENOUGH) {
      return acceptors.stream();
    }
    if (mutant == Mutant.F_ARE_ENOUGH) {
      return Stream.of(acceptor, acceptors.getFirst()).distinct();
    }
    return mutant == Mutant.COUNTED_TWICE
        ? Stream.of(acceptor, acceptors.get((record.positionOf(acceptor) + 1) % acceptors.size()))
            .distinct()
        : Stream.of(acceptor);
  }
}
