package org.touchpaper.harc.verification.simulation;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.verification.Mutant;

/**
 * A transaction that shows whether the acceptors can decide: a lightpath and nodes, in a {@link
 * SimulationRunKind#FAIR} run. Its time stops while no acceptor changes, since repeated requests
 * during an outage show nothing new.
 */
public final class AvailabilityTestTransaction {
  /** Within this time after a change everything that can be decided must be. */
  static final Duration SETTLE_BOUND = Duration.ofSeconds(30);

  /** Covers the course of a transaction, which ends after about three seconds. */
  private static final int TRANSACTION_MILLIS = 3000;

  private static final int TRANSACTION_EFFECTS = 24;

  public final long number;
  private final SingleTransactionSimulation simulation;
  private final List<SimulatedAcceptor> acceptors;
  private final List<SimulatedResourceManager> resourceManagers;

  public AvailabilityTestTransaction(
      long seed,
      long number,
      TransactionRequest request,
      Mutant mutant,
      BitSet downAcceptors,
      boolean isTracing) {
    this.number = number;
    this.simulation = SingleTransactionSimulation.withoutFaults(seed, request, mutant, isTracing);
    this.acceptors = simulation.acceptors();
    this.resourceManagers = simulation.resourceManagers();
    downAcceptors.stream().forEach(this::fail);
    var first = simulation.random.nextInt(request.record().acceptors().size());
    simulation.scheduleIn(0, () -> simulation.beginAt(first, 0));
  }

  public static TransactionRequest request(int acceptors) {
    return TransactionRequest.of(
        new TransactionId("t"),
        IntStream.rangeClosed(1, acceptors).mapToObj(i -> "a" + i).toList(),
        1,
        SingleTransactionSimulation.START.plusSeconds(5),
        new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
        List.of(
            new ResourceManagerActions("network", "<x/>"),
            new ResourceManagerActions("newton", "<x/>")));
  }

  /** Runs until all running processes are settled, at most for {@link #SETTLE_BOUND}. */
  public void run() {
    simulation.runUntil(simulation.now.plus(SETTLE_BOUND), this::isSettled);
    if (isOver()) {
      simulation.invariants.checkEnd(true);
    }
  }

  /** Runs with a crash of the acceptor at a random point of the transaction. */
  public void runWithCrash(int acceptor) {
    var victim = acceptor(acceptor);
    victim.crashAfter(simulation.random.nextInt(TRANSACTION_EFFECTS));
    simulation.scheduleIn(simulation.random.nextInt(TRANSACTION_MILLIS), victim::fail);
    run();
    // The transaction may have ended first.
    victim.fail();
  }

  public void fail(int acceptor) {
    acceptor(acceptor).fail();
  }

  public void repair(int acceptor) {
    acceptor(acceptor).restart();
  }

  /** True if the client knows the outcome. */
  public boolean isDecided() {
    return simulation.invariants.isClientInformed();
  }

  /**
   * True if the client and all running processes that know of the transaction know the outcome and
   * have carried it out.
   */
  public boolean isSettled() {
    return isDecided() && isSettled(false);
  }

  /** True if no process, running or down, has anything left to do. */
  public boolean isOver() {
    return isDecided() && isSettled(true);
  }

  /** Called after every event, so without streams. */
  private boolean isSettled(boolean includingDown) {
    for (var acceptor : acceptors) {
      if ((includingDown || acceptor.isUp()) && !knowsDecision(acceptor)) {
        return false;
      }
    }
    for (var resourceManager : resourceManagers) {
      if (!hasCarriedOut(resourceManager)) {
        return false;
      }
    }
    return true;
  }

  private static boolean knowsDecision(SimulatedAcceptor acceptor) {
    var hardState = acceptor.durable();
    return hardState == null || hardState.decisionRecord() != null;
  }

  private static boolean hasCarriedOut(SimulatedResourceManager resourceManager) {
    var state = resourceManager.durable();
    return state == null || state.carriedOut();
  }

  @Nullable
  public Decision decision() {
    return simulation.invariants.decision();
  }

  public String trace() {
    return simulation.trace();
  }

  private SimulatedAcceptor acceptor(int number) {
    return acceptors.get(number);
  }
}
