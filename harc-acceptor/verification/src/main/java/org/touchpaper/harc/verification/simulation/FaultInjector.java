package org.touchpaper.harc.verification.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;

/**
 * Injects faults: messages are lost, duplicated, delayed and reordered, the network is partitioned,
 * processes crash and clocks jump. After the fault phase no new faults occur, but permanent losses
 * remain. {@link DuellingLeadersFaultInjector} combines them in one profile.
 */
final class FaultInjector {
  /**
   * When a permanently lost resource manager is forgotten: everything that can be decided is
   * decided by then.
   */
  private static final long PERMANENT_LOSS_MILLIS =
      SingleTransactionSimulation.FAULT_PHASE
          .plus(SingleTransactionSimulation.DECISION_BOUND)
          .plusSeconds(1)
          .toMillis();

  private final SingleTransactionSimulation simulation;
  private final RandomGenerator random;
  private final double lossRate;
  private final double duplicationRate;
  private final int typicalDelayMillis;
  private final boolean dropsTombstones;
  private final @Nullable DuellingLeadersFaultInjector duellingLeadersFaultInjector;

  /** Each separates the named processes from all others. */
  private final List<Set<String>> partitions = new ArrayList<>();

  FaultInjector(SingleTransactionSimulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random;
    this.lossRate = simulation.profile.lossRate(random);
    this.duplicationRate = random.nextInt(3) * 0.1;
    this.typicalDelayMillis = simulation.profile.typicalDelayMillis(random);
    this.duellingLeadersFaultInjector =
        simulation.profile == SimulationRunKind.DUELLING
            ? new DuellingLeadersFaultInjector(simulation)
            : null;
    this.dropsTombstones = simulation.profile == SimulationRunKind.HURRIED && random.nextBoolean();
  }

  /** Schedules the faults. */
  void scheduleFaults() {
    if (duellingLeadersFaultInjector != null) {
      duellingLeadersFaultInjector.scheduleFaults();
      return;
    }
    var isHurried =
        simulation.profile == SimulationRunKind.HURRIED && simulation.twinRequest == null;
    var faultMillis = (int) SingleTransactionSimulation.FAULT_PHASE.toMillis() - 500;
    for (var i = random.nextInt(isHurried ? 16 : 8); i > 0; i--) {
      simulation.scheduleIn(criticalMoment(faultMillis), this::crashRandomProcess);
    }
    for (var i = random.nextInt(5); i > 0; i--) {
      var side = random.nextBoolean() ? Set.of(randomAcceptor().name()) : randomSide();
      var from = criticalMoment(4000);
      simulation.scheduleIn(from, () -> partition(side));
      simulation.scheduleIn(from + random.nextInt(4000), () -> heal(side));
    }
    for (var i = random.nextInt(3); i > 0; i--) {
      var millis = random.nextInt(-2500, 2501);
      simulation.scheduleIn(
          random.nextInt(faultMillis), () -> randomOf(simulation.processes()).shiftClock(millis));
    }
    if (isHurried && random.nextInt(4) == 0) {
      scheduleForcedDecision(random.nextInt(faultMillis));
    }
    if (simulation.twinRequest != null) {
      // The acceptors may be bound to different records, so none may be lost.
      return;
    }
    if (random.nextInt(3) == 0) {
      simulation.scheduleIn(SingleTransactionSimulation.FAULT_PHASE.toMillis(), this::loseMinority);
    }
    if (isHurried && random.nextInt(3) == 0) {
      scheduleRestoredCopy(faultMillis);
    }
    if (random.nextInt(4) == 0) {
      var resourceManager = randomOf(simulation.resourceManagers());
      if (isHurried) {
        simulation.scheduleIn(
            random.nextInt(faultMillis),
            () -> forgetResourceManager(resourceManager, randomAcceptor()));
      } else {
        simulation.scheduleIn(random.nextInt(faultMillis), resourceManager::failPermanently);
        simulation.scheduleIn(
            PERMANENT_LOSS_MILLIS,
            () ->
                findDecidedAcceptor()
                    .ifPresent(acceptor -> forgetResourceManager(resourceManager, acceptor)));
      }
    }
  }

  /** Has one acceptor forget a resource manager, whether that still exists or not. */
  private void forgetResourceManager(
      SimulatedResourceManager resourceManager, SimulatedAcceptor acceptor) {
    simulation.invariants.onResourceManagerForgotten(resourceManager.name());
    var override = new OperatorOverride("ada", "decommissioned", simulation.now);
    acceptor.enqueue(
        new AcceptorEvent.ResourceManagerForgotten(
            simulation.request.record().id(), resourceManager.name(), override),
        "operator");
  }

  /**
   * An acceptor that knows the decision; the others learn from it that the resource manager is
   * forgotten.
   */
  private Optional<SimulatedAcceptor> findDecidedAcceptor() {
    var decided = simulation.acceptors().stream().filter(SimulatedAcceptor::hasDecided).toList();
    return decided.isEmpty() ? Optional.empty() : Optional.of(randomOf(decided));
  }

  /** Often a critical moment: the beginning, or around {@code voteBy}. */
  private int criticalMoment(int faultMillis) {
    var voteBy =
        Duration.between(SingleTransactionSimulation.START, simulation.request.record().voteBy())
            .toMillis();
    return switch (random.nextInt(3)) {
      case 0 -> random.nextInt(800);
      case 1 -> Math.toIntExact(voteBy) - 200 + random.nextInt(1500);
      default -> random.nextInt(faultMillis);
    };
  }

  /**
   * Copies an acceptor's journal and restores it later, once or twice; afterwards the acceptor
   * counts as lost.
   */
  private void scheduleRestoredCopy(int faultMillis) {
    simulation.scheduleIn(
        criticalMoment(faultMillis / 2),
        () -> {
          var acceptor = randomAcceptor();
          var restore = acceptor.takeCopy();
          for (var i = 1 + random.nextInt(2); i > 0; i--) {
            simulation.scheduleIn(random.nextInt(faultMillis / 2), restore);
          }
        });
  }

  /** Schedules a forced decision, often at an acceptor that is isolated. */
  void scheduleForcedDecision(int millis) {
    var acceptor = randomAcceptor();
    if (random.nextInt(4) > 0) {
      var isolated = Set.of(acceptor.name());
      simulation.scheduleIn(random.nextInt(millis + 1), () -> partition(isolated));
      simulation.scheduleIn(millis + random.nextInt(2000), () -> heal(isolated));
    }
    simulation.scheduleIn(millis, () -> forceDecision(acceptor));
  }

  /** Forces a decision for an operator. */
  private void forceDecision(SimulatedAcceptor acceptor) {
    var decision =
        random.nextInt(duellingLeadersFaultInjector == null ? 2 : 4) == 0
            ? Decision.COMMIT
            : Decision.ABORT;
    var override = new OperatorOverride("ada", "stuck", simulation.now);
    var early = random.nextInt(4) > 0;
    var id = simulation.request.record().id();
    simulation.invariants.onForceRequested();
    acceptor.enqueue(new AcceptorEvent.DecisionForced(id, decision, override, early), "operator");
  }

  /** Permanently loses a minority of the acceptors. */
  private void loseMinority() {
    for (var i = random.nextInt(simulation.request.record().majority()); i > 0; i--) {
      randomAcceptor().failPermanently();
    }
  }

  void partition(Set<String> side) {
    simulation.traceEvent(() -> "partition: " + side + " from the rest");
    partitions.add(side);
  }

  void heal(Set<String> side) {
    simulation.traceEvent(() -> "partition healed: " + side);
    partitions.remove(side);
  }

  private void crashRandomProcess() {
    var victim = randomOf(simulation.processes());
    // At one of the next effects, so that the crash may fall between any two.
    victim.crashAfter(random.nextInt(6));
    simulation.scheduleIn(random.nextInt(3000), victim::restart);
    simulation.scheduleAt(
        SingleTransactionSimulation.START.plus(SingleTransactionSimulation.FAULT_PHASE),
        victim::restart);
  }

  /** Delivers a message once, twice or never, after a delay. */
  void deliver(String from, String to, Runnable delivery) {
    if (!simulation.isFaultFree() && (isPartitioned(from, to) || random.nextDouble() < lossRate)) {
      simulation.traceEvent(() -> from + " -> " + to + " lost");
      return;
    }
    simulation.scheduleArrival(delay(), delivery);
    if (!simulation.isFaultFree() && random.nextDouble() < duplicationRate) {
      simulation.scheduleArrival(delay(), delivery);
    }
  }

  /**
   * In some hurried runs tombstones are dropped within seconds, after {@code voteBy}. A process
   * that missed the decision then cannot learn it, so patient runs keep them.
   */
  void scheduleTombstoneDrop(Runnable action) {
    if (dropsTombstones) {
      var voteBy = simulation.request.record().voteBy();
      var from = simulation.now.isBefore(voteBy) ? voteBy : simulation.now;
      simulation.scheduleAt(from.plusMillis(1 + random.nextInt(3000)), action);
    }
  }

  /** Called when an acceptor has sent a message, delivered or lost. */
  void onSent(String sender, Message.ForAcceptor message) {
    if (duellingLeadersFaultInjector != null) {
      duellingLeadersFaultInjector.onSent(sender, message);
    }
  }

  private boolean isPartitioned(String from, String to) {
    return partitions.stream().anyMatch(side -> side.contains(from) != side.contains(to));
  }

  private long delay() {
    var maxMillis = simulation.profile.maxDelayMillis();
    var isOvertaken = maxMillis > 0 && random.nextInt(8) == 0;
    return isOvertaken ? random.nextInt(maxMillis) : 1 + random.nextInt(typicalDelayMillis);
  }

  private SimulatedAcceptor randomAcceptor() {
    var names = simulation.request.record().acceptors();
    return simulation.acceptor(names.get(random.nextInt(names.size())));
  }

  /** A random set of processes; the clients are on the other side. */
  private Set<String> randomSide() {
    var side = new TreeSet<String>();
    simulation.processes().stream()
        .map(SimulatedProcess::name)
        .filter(_ -> random.nextBoolean())
        .forEach(side::add);
    return side;
  }

  private <T> T randomOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
