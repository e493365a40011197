package org.touchpaper.harc.verification.simulation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.resourcemanager.RecordConflictQuorum;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.TraceLineFormatter;

/** A resource manager in the simulation, whose backend is slow, does not answer, or refuses. */
final class SimulatedResourceManager extends SimulatedProcess {
  /** How long a delayed vote waits for others, at most. */
  private static final int MAX_BATCHING_MILLIS = 40;

  private ResourceManagerMachine machine;
  private @Nullable ResourceManagerState durable;
  private final boolean isWilling;
  private final double noAnswerRate;
  private int pendingHolds;
  private boolean isHolding;
  private @Nullable Decision carriedOutDecision;
  private RecordConflictQuorum conflictQuorum = new RecordConflictQuorum();

  SimulatedResourceManager(SingleTransactionSimulation simulation, String name) {
    super(simulation, name);
    this.machine = ResourceManagerMachine.fresh(name, simulation.timeouts);
    this.isWilling = simulation.random.nextInt(8) > 0 || simulation.isFair();
    this.noAnswerRate =
        simulation.profile == SimulationRunKind.DUELLING ? 0 : simulation.random.nextInt(3) * 0.3;
  }

  @Nullable ResourceManagerState durable() {
    return durable;
  }

  /** True if the backend holds something. */
  boolean isHolding() {
    return isHolding;
  }

  void decide(TransactionRecord record, Decision decision, Runnable acknowledge) {
    if (!isUp()) {
      return;
    }
    var acknowledgeIfAlive = inThisIncarnation(acknowledge);
    if (handle(new ResourceManagerEvent.DecisionReceived(record, decision))) {
      acknowledgeIfAlive.run();
    }
  }

  void receive(Message.OtherRecord conflict) {
    if (isUp()) {
      simulation.traceEvent(() -> name() + " <- " + TraceLineFormatter.describe(conflict));
      simulation
          .protocol
          .addConflict(conflictQuorum, conflict)
          .ifPresent(decision ->
              handle(new ResourceManagerEvent.DecisionReceived(conflict.record(), decision)));
    }
  }

  /** False if the process is down, crashes in the step, or rejects the event. */
  boolean handle(ResourceManagerEvent event) {
    if (!isUp()) {
      return false;
    }
    simulation.traceEvent(() -> name() + " <- " + TraceLineFormatter.describe(event));
    var step = simulation.protocol.step(machine, event, clock());
    machine = step.next();
    for (var effect : step.effects()) {
      if (crashIfDue()) {
        return false;
      }
      perform(effect);
    }
    return step.effects().stream().noneMatch(ResourceManagerEffect.Reject.class::isInstance);
  }

  private void perform(ResourceManagerEffect effect) {
    switch (effect) {
      case ResourceManagerEffect.Persist(var state) -> {
        simulation.traceEvent(() -> name() + " writes: " + TraceLineFormatter.describe(state));
        durable = state;
        simulation.invariants.onPersisted(name(), state);
      }
      case ResourceManagerEffect.Hold _ -> hold();
      case ResourceManagerEffect.ApplyDecision(_, var decision) -> carryOut(decision);
      case ResourceManagerEffect.Send(var acceptor, var vote, var mayBeDelayed) -> {
        if (mayBeDelayed) {
          simulation.scheduleIn(
              simulation.random.nextInt(MAX_BATCHING_MILLIS),
              inThisIncarnation(() -> sendVote(acceptor, vote)));
        } else {
          sendVote(acceptor, vote);
        }
      }
      case ResourceManagerEffect.QueryOutcome(var record) -> queryOutcome(record);
      case ResourceManagerEffect.SetTimer(_, var at) ->
          scheduleAtOwnClock(at, () -> handle(new ResourceManagerEvent.TimePassed()));
      case ResourceManagerEffect.Reject _ -> {}
    }
  }

  private void sendVote(String acceptor, Message.Phase2a vote) {
    simulation.deliver(
        name(),
        acceptor,
        () ->
            simulation
                .acceptor(acceptor)
                .enqueue(new AcceptorEvent.MessageReceived(vote, name()), name()));
  }

  private void queryOutcome(TransactionRecord record) {
    var acceptors = record.acceptors();
    var acceptor = acceptors.get(simulation.random.nextInt(acceptors.size()));
    var oneIn = simulation.profile == SimulationRunKind.DUELLING ? 4 : 2;
    var alwaysWithRecord = simulation.isFaultFree() || simulation.twinRequest != null;
    var withRecord = alwaysWithRecord || simulation.random.nextInt(oneIn) == 0 ? record : null;
    simulation.deliver(
        name(),
        acceptor,
        () ->
            simulation
                .acceptor(acceptor)
                .enqueue(new AcceptorEvent.OutcomeQueried(record.id(), withRecord), name()));
  }

  private void hold() {
    if (pendingHolds > 0) {
      return;
    }
    pendingHolds++;
    simulation.scheduleIn(
        holdMillis(),
        inThisIncarnation(() -> {
          pendingHolds--;
          if (carriedOutDecision == Decision.ABORT) {
            handle(new ResourceManagerEvent.HoldRefused("already released"));
          } else if (!simulation.isFaultFree() && simulation.random.nextDouble() < noAnswerRate) {
            isHolding |= isWilling && simulation.random.nextBoolean();
            handle(new ResourceManagerEvent.HoldUncertain());
          } else if (isWilling && !answersDifferently()) {
            isHolding = true;
            handle(new ResourceManagerEvent.HoldSucceeded("held"));
          } else {
            handle(new ResourceManagerEvent.HoldRefused("no"));
          }
        }));
  }

  /**
   * Random; in duelling runs just before {@code voteBy}, so that votes arrive at the last moment.
   */
  private long holdMillis() {
    var remaining = Duration.between(clock(), simulation.request.record().voteBy()).toMillis();
    return simulation.profile == SimulationRunKind.DUELLING
        ? Math.max(1, remaining - simulation.random.nextInt(60))
        : simulation.random.nextInt(simulation.maxHoldMillis);
  }

  /**
   * A backend that is asked again, by a resource manager that lost the first vote, may answer
   * differently.
   */
  private boolean answersDifferently() {
    return simulation.mutant() == Mutant.RM_FORGETS && isHolding;
  }

  private void carryOut(Decision decision) {
    simulation.scheduleIn(
        simulation.random.nextInt(400),
        inThisIncarnation(() -> {
          // A release before the decision always precedes an abort.
          carriedOutDecision = decision;
          isHolding = decision == Decision.COMMIT && isHolding;
          simulation.invariants.onCarriedOut(name(), decision, isHolding);
          handle(new ResourceManagerEvent.DecisionApplied());
        }));
  }

  @Override
  void discardVolatileState() {
    pendingHolds = 0;
    conflictQuorum = new RecordConflictQuorum();
    machine = simulation.protocol.restarted(name(), simulation.timeouts, durable);
    durable = machine.state();
  }

  @Override
  void recover() {
    handle(new ResourceManagerEvent.Restarted());
  }
}
