package org.touchpaper.harc.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Request;

/**
 * Years in which acceptors fail and are repaired, with the production machines asked at every
 * change whether they work. The time between changes is skipped: who is up stays the same.
 *
 * <p>An acceptor that fails is missed in the midst of a transaction, and when it is back, with what
 * it had made durable, it has to learn what became of that. Another transaction is begun after each
 * change, and tells whether the system is out. All are settled within {@link Probe#BOUND} while a
 * quorum is up, and none is begun and decided while it is not.
 */
public final class Stretch {
  /** No transaction of one stretch has the seed of one of another's. */
  private static final long TRANSACTIONS = 1L << 32;

  private final Fleet fleet;
  private final long seed;
  private final double end;
  private final Mutant mutant;
  private final long told;
  private final Request request;
  private final RandomGenerator random;

  private final BitSet down = new BitSet();
  private final List<Probe> open = new ArrayList<>();
  private final Set<Probe> stuck = new HashSet<>();
  private final Outages outages = new Outages();
  private double now;
  private long changes;
  private long transactions;
  private long commits;
  private long aborts;
  private long surprises;
  private Uptime.@Nullable Failure first;

  private Stretch(Fleet fleet, long seed, double seconds, Mutant mutant, long told) {
    this.fleet = fleet;
    this.seed = seed;
    this.end = seconds;
    this.mutant = mutant;
    this.told = told;
    this.request = Probe.request(fleet.acceptors());
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** How so many seconds go; the same seed always tells the same. */
  public static Uptime run(Fleet fleet, long seed, double seconds, Mutant mutant) {
    var uptime = new Stretch(fleet, seed, seconds, mutant, -1).run();
    var failure = uptime.first();
    return failure == null
        ? uptime
        : new Stretch(fleet, seed, seconds, mutant, failure.number()).run();
  }

  private Uptime run() {
    try {
      begin();
      while ((now += pause()) < end) {
        change();
      }
    } catch (Violation violation) {
      // Nothing that follows would mean anything; it is told already, and what was counted stands.
    }
    return outages.until(Math.min(now, end)).with(changes, commits, aborts, surprises, first);
  }

  /** As if it had always been so: each acceptor is down with its chance. */
  private void begin() {
    for (var acceptor = 0; acceptor < fleet.acceptors(); acceptor++) {
      down.set(acceptor, random.nextDouble() < fleet.shareDown());
    }
    outages.startedOut(!decidesNow());
  }

  private double pause() {
    var dead = down.cardinality();
    return random.nextExponential() / (fleet.failureRate(dead) + fleet.repairRate(dead));
  }

  private void change() {
    changes++;
    var dead = down.cardinality();
    var fails = fleet.failureRate(dead);
    if (random.nextDouble() * (fails + fleet.repairRate(dead)) < fails) {
      fail(random.nextInt(fleet.acceptors() - dead));
    } else {
      repair(random.nextInt(dead));
    }
    outages.at(now, !decidesNow());
  }

  /** The so-manyth of those who are up. */
  private void fail(int choice) {
    var acceptor = down.nextClearBit(0);
    for (var i = 0; i < choice; i++) {
      acceptor = down.nextClearBit(acceptor + 1);
    }
    var victim = acceptor;
    var underWay = fresh();
    down.set(victim);
    open.forEach(probe -> goOn(probe, () -> probe.fail(victim)));
    goOn(underWay, () -> underWay.runInto(victim));
    open.add(underWay);
    close();
  }

  /** The so-manyth of those who are down. */
  private void repair(int choice) {
    var acceptor = down.nextSetBit(0);
    for (var i = 0; i < choice; i++) {
      acceptor = down.nextSetBit(acceptor + 1);
    }
    var back = acceptor;
    down.clear(back);
    open.forEach(probe -> goOn(probe, () -> probe.repair(back)));
    close();
  }

  /** Whether a transaction that is begun now is decided. */
  private boolean decidesNow() {
    var probe = fresh();
    goOn(probe, () -> {});
    if (probe.isDecided() && !hasQuorum()) {
      surprise(probe, "is decided");
    }
    open.add(probe);
    close();
    return probe.isDecided();
  }

  private Probe fresh() {
    var number = transactions++;
    return new Probe(seed * TRANSACTIONS + number, number, request, mutant, down, number == told);
  }

  private void goOn(Probe probe, Runnable change) {
    try {
      change.run();
      probe.run();
    } catch (Violation violation) {
      failed(probe, String.valueOf(violation.getMessage()));
      throw violation;
    }
    if (hasQuorum() && !probe.isSettled()) {
      stuck.add(probe);
      surprise(probe, "is not settled");
    }
  }

  private boolean hasQuorum() {
    return fleet.acceptors() - down.cardinality() >= fleet.quorum();
  }

  private void surprise(Probe probe, String what) {
    surprises++;
    var living = fleet.acceptors() - down.cardinality();
    failed(probe, "a transaction %s with %d acceptors up".formatted(what, living));
  }

  private void failed(Probe probe, String message) {
    if (first == null) {
      first = new Uptime.Failure(seed, probe.number, message, probe.story());
    }
  }

  /** Takes leave of the transactions about which nothing is left to do, or to hope. */
  private void close() {
    for (var probe : open) {
      if (probe.isOver()) {
        commits += probe.decision() == Decision.COMMIT ? 1 : 0;
        aborts += probe.decision() == Decision.ABORT ? 1 : 0;
      }
    }
    open.removeIf(probe -> probe.isOver() || stuck.contains(probe));
  }
}
