package org.touchpaper.harc.verification.modelcheck;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.verification.MutantInjector;
import org.touchpaper.harc.verification.TraceLineFormatter;

/**
 * All transitions of an acceptor. Its state is durable between events; a crash comes between two
 * events, or before the second write within one. Wake-ups may fire at any time.
 */
final class AcceptorModel implements ProcessModel<AcceptorMachine> {
  private final MutantInjector protocol;
  private final TransactionRequest request;
  private final AcceptorMachine.Identity identity;
  private final long highestBallot;
  private final Map<HardState, List<ModelMessage>> answers = new HashMap<>();

  AcceptorModel(
      MutantInjector protocol, TransactionRequest request, String name, long highestBallot) {
    this.protocol = protocol;
    this.request = request;
    this.identity =
        new AcceptorMachine.Identity(name, request.record().epoch(), ModelClockValues.TIMEOUTS);
    this.highestBallot = highestBallot;
  }

  @Override
  public AcceptorMachine initialState() {
    return AcceptorMachine.fresh(identity);
  }

  @Override
  public List<Transition<AcceptorMachine>> receive(AcceptorMachine machine, ModelMessage message) {
    if (!(message instanceof ModelMessage.ToAcceptor(_, var event))) {
      return List.of();
    }
    var transitions = new ArrayList<>(transitions(machine, event, ModelClockValues.EARLY));
    // The message does not tell which acceptor leads: it may be this one.
    if (event
            instanceof
            AcceptorEvent.MessageReceived(
                Message.Phase2a(var record, var ballot, var votes, _),
                var from)
        && ballot.equals(Ballot.ZERO)) {
      var ownMessage = new Message.Phase2a(record, ballot, votes, identity.name());
      transitions.addAll(
          transitions(
              machine,
              new AcceptorEvent.MessageReceived(ownMessage, from),
              ModelClockValues.EARLY));
    }
    return transitions;
  }

  @Override
  public List<Transition<AcceptorMachine>> spontaneousTransitions(AcceptorMachine machine) {
    var transitions = new ArrayList<Transition<AcceptorMachine>>();
    for (var now : List.of(ModelClockValues.EARLY, ModelClockValues.LATE)) {
      transitions.addAll(
          transitions(
              machine, new AcceptorEvent.BeginRequested(request, reachableAcceptors()), now));
      transitions.addAll(
          transitions(
              machine,
              new AcceptorEvent.OutcomeQueried(request.record().id(), request.record()),
              now));
      // After a decision a wake-up only repeats it, and messages stay in flight forever.
      if (machine.hardState() == null || machine.hardState().decisionRecord() == null) {
        transitions.addAll(transitions(machine, new AcceptorEvent.TimePassed(), now));
      }
    }
    transitions.addAll(
        transitions(
            machine,
            new AcceptorEvent.OutcomeQueried(request.record().id(), null),
            ModelClockValues.EARLY));
    for (var peer : request.record().acceptors()) {
      if (!peer.equals(identity.name())) {
        var learn =
            new AcceptorEvent.MessageReceived(new Message.Learn(request.record(), peer), peer);
        transitions.addAll(transitions(machine, learn, ModelClockValues.EARLY));
      }
    }
    transitions.add(crash(machine.hardState(), List.of(), "crash"));
    return transitions;
  }

  /** The first acceptor must send Enlist; for all others every acceptor counts as reachable. */
  private Set<String> reachableAcceptors() {
    var acceptors = request.record().acceptors();
    return acceptors.getFirst().equals(identity.name()) ? Set.of() : Set.copyOf(acceptors);
  }

  private List<Transition<AcceptorMachine>> transitions(
      AcceptorMachine machine, AcceptorEvent event, Instant now) {
    var description =
        TraceLineFormatter.describe(event)
            + (now.equals(ModelClockValues.LATE) ? ", after voteBy" : "");
    var step = protocol.step(machine, event, now);
    var newState = step.next().hardState();
    if (newState != null && highestBallot < newState.promised().number()) {
      return List.of();
    }
    var transitions = new ArrayList<Transition<AcceptorMachine>>();
    var durable = machine.hardState();
    var sent = new ArrayList<ModelMessage>();
    for (var effect : step.effects()) {
      var written =
          switch (effect) {
            case AcceptorEffect.Persist(var hardState) -> hardState;
            case AcceptorEffect.PersistLater(var hardState) -> hardState;
            case AcceptorEffect.Send _, AcceptorEffect.Answer _, AcceptorEffect.SetTimer _ -> null;
          };
      if (written != null) {
        if (!sent.isEmpty()) {
          transitions.add(crash(durable, sent, description + ", and a crash"));
        }
        durable = written;
      }
      sent.addAll(messages(effect));
    }
    transitions.add(transition(description, step.next(), sent));
    return transitions;
  }

  private Transition<AcceptorMachine> crash(
      @Nullable HardState durable, List<ModelMessage> sentBefore, String description) {
    var step =
        protocol.step(
            protocol.restarted(identity, durable),
            new AcceptorEvent.Restarted(),
            ModelClockValues.EARLY);
    var sent = new ArrayList<>(sentBefore);
    step.effects().forEach(effect -> sent.addAll(messages(effect)));
    return transition(description, step.next(), sent);
  }

  private Transition<AcceptorMachine> transition(
      String description, AcceptorMachine next, List<ModelMessage> sent) {
    var hardState = next.hardState();
    if (hardState != null) {
      sent.addAll(answers.computeIfAbsent(hardState, _ -> answers(next, hardState)));
    }
    return new Transition<>(description, withoutTimes(next), sent);
  }

  /**
   * The answers that the acceptor would give to queries, sent at once because a query is always
   * possible. They depend on its state only.
   */
  private List<ModelMessage> answers(AcceptorMachine machine, HardState hardState) {
    var record = hardState.record();
    var questions = new ArrayList<AcceptorEvent>();
    for (var peer : record.acceptors()) {
      if (!peer.equals(identity.name())) {
        questions.add(new AcceptorEvent.MessageReceived(new Message.Learn(record, peer), peer));
        questions.add(new AcceptorEvent.MessageReceived(new Message.Enlist(record, peer), peer));
        if (Ballot.ZERO.isBelow(hardState.promised())) {
          var lateVote = new Message.Phase2a(record, Ballot.ZERO, Map.of(), peer);
          questions.add(new AcceptorEvent.MessageReceived(lateVote, peer));
        }
        if (hardState.promised().belongsTo(record, peer)) {
          var repeated = new Message.Phase1a(record, hardState.promised(), peer);
          questions.add(new AcceptorEvent.MessageReceived(repeated, peer));
        }
      }
    }
    if (hardState.decisionRecord() != null) {
      questions.add(new AcceptorEvent.OutcomeQueried(record.id(), record));
    }
    return questions.stream()
        .flatMap(
            question -> protocol.step(machine, question, ModelClockValues.EARLY).effects().stream())
        .flatMap(effect -> messages(effect).stream())
        .toList();
  }

  private List<ModelMessage> messages(AcceptorEffect effect) {
    return switch (effect) {
      case AcceptorEffect.Send(_, Message.Learn _) -> List.of();
      case AcceptorEffect.Send(_, Message.Phase2b(_, var acceptor, var accepted)) ->
          singleVoteMessages(acceptor, accepted);
      case AcceptorEffect.Send(var to, var message) ->
          List.of(ModelMessage.of(identity.name(), to, message));
      case AcceptorEffect.Answer(_, var report) when report.outcome().isDecided() ->
          List.of(
              ModelMessage.ofDecision(request.record(), Decision.valueOf(report.outcome().name())));
      case AcceptorEffect.Answer _,
          AcceptorEffect.Persist _,
          AcceptorEffect.PersistLater _,
          AcceptorEffect.SetTimer _ ->
          List.of();
    };
  }

  /** Splits a report into one message per vote, which is equivalent. */
  private List<ModelMessage> singleVoteMessages(
      String acceptor, Map<String, AcceptedVote> accepted) {
    var messages = new ArrayList<ModelMessage>();
    accepted.forEach((voter, acceptedVote) -> {
      var message = new Message.Phase2b(request.record(), acceptor, Map.of(voter, acceptedVote));
      messages.add(ModelMessage.of(acceptor, ModelMessage.ALL_ACCEPTORS, message));
    });
    return messages;
  }

  /** Removes times and pauses: wake-ups may fire at any time. */
  private static AcceptorMachine withoutTimes(AcceptorMachine machine) {
    var wakeAt = machine.hardState() == null ? null : ModelClockValues.EARLY;
    return new AcceptorMachine(
        machine.identity(), machine.hardState(), machine.phase(), wakeAt, Duration.ZERO, null);
  }

  @Override
  public int flags(AcceptorMachine machine) {
    var hardState = machine.hardState();
    var decisionRecord = hardState == null ? null : hardState.decisionRecord();
    return decisionRecord == null ? 0 : StateFlags.of(decisionRecord.decision());
  }

  @Override
  public String describe(AcceptorMachine machine) {
    return TraceLineFormatter.describe(machine.hardState());
  }
}
