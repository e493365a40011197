package org.touchpaper.harc.verification.availability;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.verification.InvariantViolationException;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.simulation.AvailabilityTestTransaction;

/**
 * Simulates years in which acceptors fail and are repaired. At each change the production machines
 * run transactions to find out whether they can decide; the time between changes is skipped.
 *
 * <p>An acceptor fails in the middle of a transaction; after its repair it has its durable state
 * and must learn the outcome. Another transaction begins after each change and shows whether there
 * is an outage. All are settled within {@link AvailabilityTestTransaction#SETTLE_BOUND} while a
 * quorum is up, and none is begun and decided while it is not.
 */
public final class AvailabilitySimulation {
  /** Keeps the transaction seeds of different simulations apart. */
  private static final long SEEDS_PER_RUN = 1L << 32;

  private final BirthDeathAvailabilityModel model;
  private final long seed;
  private final double endSeconds;
  private final Mutant mutant;
  private final long tracedTransaction;
  private final TransactionRequest request;
  private final RandomGenerator random;

  private final BitSet downAcceptors = new BitSet();
  private final List<AvailabilityTestTransaction> openProbes = new ArrayList<>();
  private final Set<AvailabilityTestTransaction> stuckProbes = new HashSet<>();
  private final OutageCounter outageCounter = new OutageCounter();
  private double nowSeconds;
  private long changes;
  private long transactions;
  private long commits;
  private long aborts;
  private long unexpectedOutcomes;
  private AvailabilityResult.@Nullable Failure firstFailure;

  private AvailabilitySimulation(
      BirthDeathAvailabilityModel model,
      long seed,
      double seconds,
      Mutant mutant,
      long tracedTransaction) {
    this.model = model;
    this.seed = seed;
    this.endSeconds = seconds;
    this.mutant = mutant;
    this.tracedTransaction = tracedTransaction;
    this.request = AvailabilityTestTransaction.request(model.acceptors());
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** Simulates this many seconds; the same seed always gives the same result. */
  public static AvailabilityResult run(
      BirthDeathAvailabilityModel model, long seed, double seconds, Mutant mutant) {
    var result = new AvailabilitySimulation(model, seed, seconds, mutant, -1).run();
    var failure = result.firstFailure();
    return failure == null
        ? result
        : new AvailabilitySimulation(model, seed, seconds, mutant, failure.number()).run();
  }

  private AvailabilityResult run() {
    try {
      initialise();
      while ((nowSeconds += secondsToNextChange()) < endSeconds) {
        applyChange();
      }
    } catch (InvariantViolationException violation) {
      // The failure is recorded and the counts stay valid; continuing would be meaningless.
    }
    return outageCounter.resultUntil(
        Math.min(nowSeconds, endSeconds),
        changes,
        commits,
        aborts,
        unexpectedOutcomes,
        firstFailure);
  }

  /** Starts in the steady state: each acceptor is down with its probability. */
  private void initialise() {
    for (var acceptor = 0; acceptor < model.acceptors(); acceptor++) {
      downAcceptors.set(acceptor, random.nextDouble() < model.downProbability());
    }
    outageCounter.setInitialState(!canDecideNow());
  }

  private double secondsToNextChange() {
    var downCount = downAcceptors.cardinality();
    return random.nextExponential() / (model.failureRate(downCount) + model.repairRate(downCount));
  }

  private void applyChange() {
    changes++;
    var downCount = downAcceptors.cardinality();
    var failureRate = model.failureRate(downCount);
    if (random.nextDouble() * (failureRate + model.repairRate(downCount)) < failureRate) {
      fail(random.nextInt(model.acceptors() - downCount));
    } else {
      repair(random.nextInt(downCount));
    }
    outageCounter.recordChange(nowSeconds, !canDecideNow());
  }

  /** Fails the given one of the running acceptors. */
  private void fail(int choice) {
    var acceptor = downAcceptors.nextClearBit(0);
    for (var i = 0; i < choice; i++) {
      acceptor = downAcceptors.nextClearBit(acceptor + 1);
    }
    var victim = acceptor;
    var inProgress = newProbe();
    downAcceptors.set(victim);
    openProbes.forEach(probe -> resume(probe, () -> probe.fail(victim)));
    resume(inProgress, () -> inProgress.runWithCrash(victim));
    openProbes.add(inProgress);
    closeFinished();
  }

  /** Repairs the given one of the failed acceptors. */
  private void repair(int choice) {
    var acceptor = downAcceptors.nextSetBit(0);
    for (var i = 0; i < choice; i++) {
      acceptor = downAcceptors.nextSetBit(acceptor + 1);
    }
    var repaired = acceptor;
    downAcceptors.clear(repaired);
    openProbes.forEach(probe -> resume(probe, () -> probe.repair(repaired)));
    closeFinished();
  }

  /** True if a transaction that begins now is decided. */
  private boolean canDecideNow() {
    var probe = newProbe();
    resume(probe, () -> {});
    if (probe.isDecided() && !hasQuorum()) {
      recordUnexpected(probe, "is decided");
    }
    openProbes.add(probe);
    closeFinished();
    return probe.isDecided();
  }

  private AvailabilityTestTransaction newProbe() {
    var number = transactions++;
    return new AvailabilityTestTransaction(
        seed * SEEDS_PER_RUN + number,
        number,
        request,
        mutant,
        downAcceptors,
        number == tracedTransaction);
  }

  private void resume(AvailabilityTestTransaction probe, Runnable change) {
    try {
      change.run();
      probe.run();
    } catch (InvariantViolationException violation) {
      recordFailure(probe, String.valueOf(violation.getMessage()));
      throw violation;
    }
    if (hasQuorum() && !probe.isSettled()) {
      stuckProbes.add(probe);
      recordUnexpected(probe, "is not settled");
    }
  }

  private boolean hasQuorum() {
    return model.acceptors() - downAcceptors.cardinality() >= model.quorum();
  }

  private void recordUnexpected(AvailabilityTestTransaction probe, String description) {
    unexpectedOutcomes++;
    var upCount = model.acceptors() - downAcceptors.cardinality();
    recordFailure(probe, "a transaction %s with %d acceptors up".formatted(description, upCount));
  }

  private void recordFailure(AvailabilityTestTransaction probe, String message) {
    if (firstFailure == null) {
      firstFailure = new AvailabilityResult.Failure(seed, probe.number, message, probe.trace());
    }
  }

  /** Counts and drops transactions that are over, and drops those that are stuck. */
  private void closeFinished() {
    for (var probe : openProbes) {
      if (probe.isOver()) {
        commits += probe.decision() == Decision.COMMIT ? 1 : 0;
        aborts += probe.decision() == Decision.ABORT ? 1 : 0;
      }
    }
    openProbes.removeIf(probe -> probe.isOver() || stuckProbes.contains(probe));
  }
}
