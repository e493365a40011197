package org.touchpaper.harc.commit;

import org.jspecify.annotations.Nullable;

/** A resource manager in the simulation, with a backend that is slow, silent, or says no. */
final class SimulatedRm extends SimulatedProcess {
  private ResourceManager machine;
  private @Nullable Ledger durable;
  private final boolean willing;
  private final double silence;
  private int holdsUnderWay;
  private boolean holding;
  private @Nullable Decision carriedOut;

  SimulatedRm(Simulation world, String name) {
    super(world, name);
    this.machine = ResourceManager.fresh(name, world.timing);
    this.willing = world.random.nextInt(8) > 0;
    this.silence = world.random.nextInt(3) * 0.3;
  }

  @Nullable Ledger durable() {
    return durable;
  }

  /** True if the backend holds something. */
  boolean holds() {
    return holding;
  }

  @Nullable Decision carriedOut() {
    return carriedOut;
  }

  void decide(TransactionRecord record, Decision decision, String acceptor) {
    if (!isUp()) {
      return;
    }
    var life = life();
    step(new VoterEvent.DecisionCame(record, decision));
    if (life() == life && !acceptor.isEmpty()) {
      world.deliver(
          name(), acceptor, () -> world.acceptor(acceptor).step(new Event.Heard(name()), name()));
    }
  }

  void step(VoterEvent event) {
    if (!isUp()) {
      return;
    }
    world.tell(() -> name() + " <- " + event.getClass().getSimpleName());
    var step = machine.on(event, clock());
    machine = step.next();
    for (var effect : step.effects()) {
      if (crashesHere()) {
        return;
      }
      perform(effect);
    }
  }

  private void perform(VoterEffect effect) {
    switch (effect) {
      case VoterEffect.Persist(var ledger) -> {
        durable = ledger;
        world.watch.persisted(name(), ledger);
      }
      case VoterEffect.Hold _ -> hold();
      case VoterEffect.CarryOut(_, var decision) -> carryOut(decision);
      case VoterEffect.Send(var acceptor, var vote) ->
          world.deliver(
              name(),
              acceptor,
              () -> world.acceptor(acceptor).step(new Event.Received(vote, name()), name()));
      case VoterEffect.Ask(var record) -> ask(record);
      case VoterEffect.Wake(_, var at) -> atOwn(at, thisLife(this::tick));
      case VoterEffect.Reject _ -> {}
    }
  }

  private void ask(TransactionRecord record) {
    var members = record.acceptors();
    var acceptor = members.get(world.random.nextInt(members.size()));
    var withRecord = world.random.nextBoolean() || world.isCalm() ? record : null;
    world.deliver(
        name(),
        acceptor,
        () -> world.acceptor(acceptor).step(new Event.Asked(record.id(), withRecord), name()));
  }

  private void tick() {
    var ledger = machine.ledger();
    if (world.mutant == Mutant.PREPARED_TIMES_OUT
        && ledger != null
        && ledger.phase() == Ledger.Phase.PREPARED) {
      step(new VoterEvent.DecisionCame(ledger.record(), Decision.ABORT));
      return;
    }
    step(new VoterEvent.TimePassed());
  }

  private void hold() {
    if (holdsUnderWay > 0) {
      return;
    }
    holdsUnderWay++;
    world.later(
        world.random.nextInt(world.slowestHold),
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

  /** A backend asked for the second time by an RM that forgot the first may answer otherwise. */
  private boolean forgetful() {
    return world.mutant == Mutant.RM_FORGETS && holding;
  }

  private void carryOut(Decision decision) {
    world.later(
        world.random.nextInt(400),
        thisLife(() -> {
          // Letting go before the vote's decision is only ever an abort's forerunner.
          carriedOut = decision;
          holding = decision == Decision.COMMIT && holding;
          world.watch.carriedOut(name(), decision, holding);
          step(new VoterEvent.CarriedOut());
        }));
  }

  private Runnable thisLife(Runnable what) {
    var life = life();
    return () -> {
      if (life() == life && isUp()) {
        what.run();
      }
    };
  }

  @Override
  void forget() {
    holdsUnderWay = 0;
    if (world.mutant == Mutant.RM_FORGETS) {
      durable = null;
    }
    machine = new ResourceManager(name(), world.timing, durable);
  }

  @Override
  void remember() {
    step(new VoterEvent.Restarted());
  }
}
