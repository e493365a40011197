package org.touchpaper.harc.verification.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.touchpaper.harc.protocol.Message;

/**
 * Provokes duelling leaders that find different votes: the acceptors form two camps, and one of
 * them changes sides often, in particular after it has promised or accepted something, so that
 * there is always a majority but not for long the same one. It starts at the most critical moments:
 * when a leader has just begun and acceptors crash and restart at once, or when the votes arrive at
 * the last moment before recovery.
 */
final class DuellingLeadersFaultInjector {
  private final SingleTransactionSimulation simulation;
  private final RandomGenerator random;

  /** One camp, without the processes that change sides. */
  private final Set<String> camp = new TreeSet<>();

  /**
   * The processes that change sides: first an acceptor that both camps need for a majority, then
   * some resource managers.
   */
  private final List<String> swingProcesses = new ArrayList<>();

  /** One side of the current partition; empty if there is none. */
  private Set<String> currentSide = Set.of();

  DuellingLeadersFaultInjector(SingleTransactionSimulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random;
  }

  /** Schedules the faults. */
  void scheduleFaults() {
    chooseSides();
    var end =
        SingleTransactionSimulation.START.plusMillis(voteByMillis() + 300 + random.nextInt(700));
    var maxMillis = 4 << random.nextInt(5);
    if (random.nextInt(3) == 0) {
      repartition(maxMillis, end);
      beginAtEveryLeader();
      crashAndRestart(swingAcceptor());
    } else {
      simulation.scheduleIn(voteByMillis() - random.nextInt(60), () -> repartition(maxMillis, end));
      scheduleIncidents();
    }
  }

  /** Lets an acceptor in each camp lead ballot 0; all send the same. */
  private void beginAtEveryLeader() {
    simulation.request.record().acceptors().stream()
        .filter(name -> !swingProcesses.contains(name))
        .forEach(
            name -> simulation.scheduleIn(random.nextInt(20), simulation.beginRequestFor(name)));
  }

  private void chooseSides() {
    var names = new ArrayList<>(simulation.request.record().acceptors());
    swingProcesses.add(names.remove(random.nextInt(names.size())));
    while (names.size() > camp.size()) {
      camp.add(names.remove(random.nextInt(names.size())));
    }
    for (var resourceManager : simulation.resourceManagers()) {
      switch (random.nextInt(3)) {
        case 0 -> camp.add(resourceManager.name());
        case 1 -> swingProcesses.add(resourceManager.name());
        default -> {} // in the other camp
      }
    }
  }

  /** Partitions the network, and a moment later differently. */
  private void repartition(int maxMillis, Instant end) {
    var side = new TreeSet<>(camp);
    swingProcesses.stream().filter(_ -> random.nextBoolean()).forEach(side::add);
    applyPartition(side);
    simulation.scheduleIn(
        1 + random.nextInt(maxMillis),
        () -> {
          if (simulation.now.isBefore(end)) {
            repartition(maxMillis, end);
          } else {
            applyPartition(Set.of());
          }
        });
  }

  private void applyPartition(Set<String> side) {
    if (!currentSide.isEmpty()) {
      simulation.faultInjector.heal(currentSide);
    }
    currentSide = side;
    if (!currentSide.isEmpty()) {
      simulation.faultInjector.partition(currentSide);
    }
  }

  /** Often moves an acceptor to the other side when it has just promised or accepted. */
  void onSent(String sender, Message.ForAcceptor message) {
    var isAnswer = message instanceof Message.Phase1b || message instanceof Message.Phase2b;
    if (isAnswer
        && !currentSide.isEmpty()
        && swingProcesses.contains(sender)
        && random.nextInt(4) > 0) {
      var side = new TreeSet<>(currentSide);
      if (!side.remove(sender)) {
        side.add(sender);
      }
      applyPartition(side);
    }
  }

  /** Schedules each kind of incident in some runs. */
  private void scheduleIncidents() {
    if (random.nextInt(3) > 0) {
      // It belongs to every majority and would end the duel.
      swingAcceptor().shiftClock(-random.nextInt(1000));
    }
    if (random.nextInt(3) == 0) {
      startLate(randomAcceptor());
    }
    if (random.nextInt(3) == 0) {
      var acceptor = randomAcceptor();
      var millis = 20 + random.nextInt(200);
      simulation.scheduleIn(voteByMillis() + random.nextInt(200), () -> acceptor.pause(millis));
    }
    if (random.nextInt(3) == 0) {
      var acceptor = random.nextBoolean() ? swingAcceptor() : randomAcceptor();
      simulation.scheduleIn(voteByMillis() + random.nextInt(100), () -> crashAndRestart(acceptor));
    }
    if (random.nextInt(3) == 0) {
      simulation.faultInjector.scheduleForcedDecision(voteByMillis() + random.nextInt(120));
    }
    if (random.nextInt(3) == 0) {
      restoreCopyLater(swingAcceptor());
    }
  }

  /** Starts an acceptor late: it has not received the transaction, but is needed. */
  private void startLate(SimulatedAcceptor acceptor) {
    acceptor.fail();
    simulation.scheduleIn(voteByMillis() - 60 + random.nextInt(200), acceptor::restart);
  }

  private void crashAndRestart(SimulatedAcceptor acceptor) {
    acceptor.crashAfter(random.nextInt(4));
    for (var delay = 20 + random.nextInt(50); delay < 2000; delay *= 2) {
      simulation.scheduleIn(delay, acceptor::restart);
    }
    simulation.scheduleAt(
        SingleTransactionSimulation.START.plus(SingleTransactionSimulation.FAULT_PHASE),
        acceptor::restart);
  }

  /** Copies the acceptor's journal and restores it after further promises or votes. */
  private void restoreCopyLater(SimulatedAcceptor acceptor) {
    simulation.scheduleIn(
        random.nextInt(voteByMillis()),
        () -> {
          var restore = acceptor.takeCopy();
          for (var i = 0; i < 4; i++) {
            simulation.scheduleAt(
                simulation.request.record().voteBy().plusMillis(random.nextInt(200)), restore);
          }
        });
  }

  private int voteByMillis() {
    var voteBy = simulation.request.record().voteBy();
    return Math.toIntExact(Duration.between(SingleTransactionSimulation.START, voteBy).toMillis());
  }

  private SimulatedAcceptor swingAcceptor() {
    return simulation.acceptor(swingProcesses.getFirst());
  }

  private SimulatedAcceptor randomAcceptor() {
    var acceptors = simulation.acceptors();
    return acceptors.get(random.nextInt(acceptors.size()));
  }
}
