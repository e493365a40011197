package org.touchpaper.harc.verification.modelcheck;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.verification.MutantInjector;
import org.touchpaper.harc.verification.TraceLineFormatter;

/**
 * All transitions of a resource manager. Its backend accepts, refuses or does not answer, at any
 * time. Requests to the backend and outcome queries are ignored: the backend answers without them,
 * and acceptors answer queries at any time.
 */
final class ResourceManagerModel implements ProcessModel<ResourceManagerMachine> {
  private final MutantInjector protocol;
  private final String name;

  ResourceManagerModel(MutantInjector protocol, String name) {
    this.protocol = protocol;
    this.name = name;
  }

  @Override
  public ResourceManagerMachine initialState() {
    return ResourceManagerMachine.fresh(name, ModelClockValues.TIMEOUTS);
  }

  @Override
  public List<Transition<ResourceManagerMachine>> receive(
      ResourceManagerMachine voter, ModelMessage message) {
    return message instanceof ModelMessage.ToResourceManager(_, var event)
        ? transitions(voter, event)
        : List.of();
  }

  @Override
  public List<Transition<ResourceManagerMachine>> spontaneousTransitions(
      ResourceManagerMachine voter) {
    var transitions = new ArrayList<Transition<ResourceManagerMachine>>();
    var state = voter.state();
    if (state != null && state.phase() == ResourceManagerState.Phase.PREPARING) {
      transitions.addAll(transitions(voter, new ResourceManagerEvent.HoldSucceeded("")));
      transitions.addAll(transitions(voter, new ResourceManagerEvent.HoldRefused("")));
      transitions.addAll(transitions(voter, new ResourceManagerEvent.HoldUncertain()));
    }
    transitions.addAll(transitions(voter, new ResourceManagerEvent.TimePassed()));
    transitions.addAll(transitions(restarted(state), new ResourceManagerEvent.Restarted()));
    return transitions;
  }

  private ResourceManagerMachine restarted(@Nullable ResourceManagerState durable) {
    return protocol.restarted(name, ModelClockValues.TIMEOUTS, durable);
  }

  private List<Transition<ResourceManagerMachine>> transitions(
      ResourceManagerMachine voter, ResourceManagerEvent event) {
    var transitions = new ArrayList<Transition<ResourceManagerMachine>>();
    for (var now : List.of(ModelClockValues.EARLY, ModelClockValues.LATE)) {
      transitions.addAll(transitions(voter, event, now));
    }
    return transitions;
  }

  private List<Transition<ResourceManagerMachine>> transitions(
      ResourceManagerMachine voter, ResourceManagerEvent event, Instant now) {
    var description =
        TraceLineFormatter.describe(event)
            + (now.equals(ModelClockValues.LATE) ? ", after voteBy" : "");
    var step = protocol.step(voter, event, now);
    var transitions = new ArrayList<Transition<ResourceManagerMachine>>();
    var durable = voter.state();
    var sent = new ArrayList<ModelMessage>();
    for (var effect : step.effects()) {
      switch (effect) {
        case ResourceManagerEffect.Persist(var state) -> {
          if (!sent.isEmpty()) {
            transitions.add(
                new Transition<>(
                    description + ", and a crash", normalised(restarted(durable)), sent));
          }
          durable = state;
        }
        case ResourceManagerEffect.Send(var acceptor, var vote, _) ->
            sent.add(ModelMessage.of(name, acceptor, withoutNote(vote)));
        case ResourceManagerEffect.Hold _,
            ResourceManagerEffect.ApplyDecision _,
            ResourceManagerEffect.QueryOutcome _,
            ResourceManagerEffect.SetTimer _,
            ResourceManagerEffect.Reject _ -> {}
      }
    }
    transitions.add(new Transition<>(description, normalised(carriedOut(step.next())), sent));
    return transitions;
  }

  /** Carries out a decision at once, since this affects no other process. */
  private static ResourceManagerMachine carriedOut(ResourceManagerMachine voter) {
    return voter.handle(new ResourceManagerEvent.DecisionApplied(), ModelClockValues.EARLY).next();
  }

  /** Removes the note of a vote and the time of a decision, which affect nothing. */
  private static ResourceManagerMachine normalised(ResourceManagerMachine voter) {
    var state = voter.state();
    if (state == null) {
      return voter;
    }
    var normalisedState =
        new ResourceManagerState(
            state.record(),
            state.caller(),
            state.actions(),
            state.leader(),
            state.vote() == null ? null : withoutNote(state.vote()),
            state.decision(),
            state.decision() == null ? null : ModelClockValues.EARLY,
            state.carriedOut());
    return new ResourceManagerMachine(voter.name(), voter.timeouts(), normalisedState);
  }

  private static Message.Phase2a withoutNote(Message.Phase2a message) {
    var votes = new HashMap<String, Vote>();
    message.votes().forEach((voter, vote) -> votes.put(voter, withoutNote(vote)));
    return new Message.Phase2a(message.record(), message.ballot(), votes, message.leader());
  }

  private static Vote withoutNote(Vote vote) {
    return vote.isPrepared() ? Vote.prepared("") : Vote.aborted("");
  }

  @Override
  public int flags(ResourceManagerMachine voter) {
    var state = voter.state();
    if (state == null) {
      return 0;
    }
    var vote = state.vote();
    return (vote != null && vote.isPrepared() ? StateFlags.PREPARED : 0)
        | (state.decision() == Decision.COMMIT ? StateFlags.COMMITTED : 0)
        | (state.decision() == Decision.ABORT ? StateFlags.ABORTED : 0);
  }

  @Override
  public String describe(ResourceManagerMachine voter) {
    return TraceLineFormatter.describe(voter.state());
  }
}
