package org.touchpaper.harc.proof;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Refusals;
import org.touchpaper.harc.commit.ResourceManager;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.VoterEffect;
import org.touchpaper.harc.commit.VoterEvent;

/** A resource manager in the simulation, with a backend that is slow, silent, or says no. */
final class SimulatedRm extends SimulatedProcess {
  /** So many milliseconds at most a patient message waits for others. */
  private static final int COMPANY = 40;

  private ResourceManager machine;
  private @Nullable Ledger durable;
  private final boolean willing;
  private final double silence;
  private int holdsUnderWay;
  private boolean holding;
  private @Nullable Decision carriedOut;
  private Refusals refusals = new Refusals();

  SimulatedRm(Simulation world, String name) {
    super(world, name);
    this.machine = ResourceManager.fresh(name, world.timing);
    this.willing = world.random.nextInt(8) > 0 || world.isFair();
    this.silence = world.pace == Pace.DUELLING ? 0 : world.random.nextInt(3) * 0.3;
  }

  @Nullable Ledger durable() {
    return durable;
  }

  /** True if the backend holds something. */
  boolean holds() {
    return holding;
  }

  void decide(TransactionRecord record, Decision decision, Runnable acknowledge) {
    if (!isUp()) {
      return;
    }
    var inThisLife = thisLife(acknowledge);
    if (step(new VoterEvent.DecisionCame(record, decision))) {
      inThisLife.run();
    }
  }

  void hear(Message.OtherRecord refusal) {
    if (isUp()) {
      world.tell(() -> name() + " <- " + StoryText.of(refusal));
      world
          .machines
          .hear(refusals, refusal)
          .ifPresent(decision -> step(new VoterEvent.DecisionCame(refusal.record(), decision)));
    }
  }

  /** False if it is down, dies of it, or rejects it. */
  boolean step(VoterEvent event) {
    if (!isUp()) {
      return false;
    }
    world.tell(() -> name() + " <- " + StoryText.of(event));
    var step = world.machines.step(machine, event, clock());
    machine = step.next();
    for (var effect : step.effects()) {
      if (crashesHere()) {
        return false;
      }
      perform(effect);
    }
    return step.effects().stream().noneMatch(VoterEffect.Reject.class::isInstance);
  }

  private void perform(VoterEffect effect) {
    switch (effect) {
      case VoterEffect.Persist(var ledger) -> {
        world.tell(() -> name() + " writes: " + StoryText.of(ledger));
        durable = ledger;
        world.invariants.persisted(name(), ledger);
      }
      case VoterEffect.Hold _ -> hold();
      case VoterEffect.CarryOut(_, var decision) -> carryOut(decision);
      case VoterEffect.Send(var acceptor, var vote, var patient) -> {
        if (patient) {
          world.later(world.random.nextInt(COMPANY), thisLife(() -> tell(acceptor, vote)));
        } else {
          tell(acceptor, vote);
        }
      }
      case VoterEffect.Ask(var record) -> ask(record);
      case VoterEffect.Wake(_, var at) -> atOwn(at, () -> step(new VoterEvent.TimePassed()));
      case VoterEffect.Reject _ -> {}
    }
  }

  private void tell(String acceptor, Message.Phase2a vote) {
    world.deliver(
        name(),
        acceptor,
        () -> world.acceptor(acceptor).step(new Event.Received(vote, name()), name()));
  }

  private void ask(TransactionRecord record) {
    var members = record.acceptors();
    var acceptor = members.get(world.random.nextInt(members.size()));
    var rarely = world.pace == Pace.DUELLING ? 4 : 2;
    var must = world.isCalm() || world.other != null;
    var withRecord = must || world.random.nextInt(rarely) == 0 ? record : null;
    world.deliver(
        name(),
        acceptor,
        () -> world.acceptor(acceptor).step(new Event.Asked(record.id(), withRecord), name()));
  }

  private void hold() {
    if (holdsUnderWay > 0) {
      return;
    }
    holdsUnderWay++;
    world.later(
        timeToHold(),
        thisLife(() -> {
          holdsUnderWay--;
          if (carriedOut == Decision.ABORT) {
            step(new VoterEvent.Refused("let go before"));
          } else if (!world.isCalm() && world.random.nextDouble() < silence) {
            holding |= willing && world.random.nextBoolean();
            step(new VoterEvent.Unclear());
          } else if (willing && !forgetful()) {
            holding = true;
            step(new VoterEvent.Held("held"));
          } else {
            step(new VoterEvent.Refused("no"));
          }
        }));
  }

  /** As long as there is, on days on which votes come at the last moment. */
  private long timeToHold() {
    var left = Duration.between(clock(), world.request.record().voteBy()).toMillis();
    return world.pace == Pace.DUELLING
        ? Math.max(1, left - world.random.nextInt(60))
        : world.random.nextInt(world.slowestHold);
  }

  /** A backend asked for the second time by an RM that forgot the first may answer otherwise. */
  private boolean forgetful() {
    return world.mutant() == Mutant.RM_FORGETS && holding;
  }

  private void carryOut(Decision decision) {
    world.later(
        world.random.nextInt(400),
        thisLife(() -> {
          // Letting go before the vote's decision is only ever an abort's forerunner.
          carriedOut = decision;
          holding = decision == Decision.COMMIT && holding;
          world.invariants.carriedOut(name(), decision, holding);
          step(new VoterEvent.CarriedOut());
        }));
  }

  @Override
  void forget() {
    holdsUnderWay = 0;
    refusals = new Refusals();
    machine = world.machines.restarted(name(), world.timing, durable);
    durable = machine.ledger();
  }

  @Override
  void remember() {
    step(new VoterEvent.Restarted());
  }
}
