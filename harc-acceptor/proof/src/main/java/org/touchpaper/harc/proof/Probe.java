package org.touchpaper.harc.proof;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/**
 * One transaction of a client that wants to know whether the acceptors work: a lightpath and nodes,
 * on a fair day. Its time stands still while no acceptor changes: whoever is out asks in vain all
 * night, and nothing is learnt from simulating that.
 */
final class Probe {
  /** How long after a change all that can be decided must be. */
  static final Duration BOUND = Duration.ofSeconds(30);

  /** Every place in a transaction's course; it is over after about three seconds. */
  private static final int COURSE_MILLIS = 3000;

  private static final int COURSE_EFFECTS = 24;

  final long number;
  private final Simulation world;
  private final List<SimulatedAcceptor> acceptors;
  private final List<SimulatedRm> resourceManagers;

  Probe(long seed, long number, Request request, Mutant mutant, BitSet down, boolean telling) {
    this.number = number;
    this.world = Simulation.fair(seed, request, mutant, telling);
    this.acceptors = world.acceptors();
    this.resourceManagers = world.resourceManagers();
    down.stream().forEach(this::fail);
    var first = world.random.nextInt(request.record().acceptors().size());
    world.later(0, () -> world.beginAt(first, 0));
  }

  static Request request(int acceptors) {
    return Request.of(
        new TransactionId("t"),
        IntStream.rangeClosed(1, acceptors).mapToObj(i -> "a" + i).toList(),
        1,
        Simulation.START.plusSeconds(5),
        new Caller("ada", "ucl", List.of(), "scientist", "c"),
        List.of(new Actions("network", "<x/>"), new Actions("newton", "<x/>")));
  }

  /** Goes on until everybody who is up knows, or for as long as it may take. */
  void run() {
    world.runUntil(world.now.plus(BOUND), this::isSettled);
    if (isOver()) {
      world.invariants.checkEnd(true);
    }
  }

  /** An acceptor fails somewhere in the transaction's course. */
  void runInto(int acceptor) {
    var victim = acceptor(acceptor);
    victim.crashAfter(world.random.nextInt(COURSE_EFFECTS));
    world.later(world.random.nextInt(COURSE_MILLIS), victim::fail);
    run();
    // Where it was over before.
    victim.fail();
  }

  void fail(int acceptor) {
    acceptor(acceptor).fail();
  }

  void repair(int acceptor) {
    acceptor(acceptor).restart();
  }

  /** The client knows what became of it. */
  boolean isDecided() {
    return world.invariants.clientKnows();
  }

  /** Everybody who is up and has heard of it knows too, and has done what is to be done. */
  boolean isSettled() {
    return isDecided() && isSettled(false);
  }

  /** Nobody's memory, not even of those who are down, leaves anything open. */
  boolean isOver() {
    return isDecided() && isSettled(true);
  }

  /** Looked at after every event, and so without a stream. */
  private boolean isSettled(boolean everywhere) {
    for (var acceptor : acceptors) {
      if ((everywhere || acceptor.isUp()) && !knows(acceptor)) {
        return false;
      }
    }
    for (var resourceManager : resourceManagers) {
      if (!isThrough(resourceManager)) {
        return false;
      }
    }
    return true;
  }

  private static boolean knows(SimulatedAcceptor acceptor) {
    var memory = acceptor.durable();
    return memory == null || memory.verdict() != null;
  }

  private static boolean isThrough(SimulatedRm resourceManager) {
    var ledger = resourceManager.durable();
    return ledger == null || ledger.carriedOut();
  }

  @Nullable Decision decision() {
    return world.invariants.decision();
  }

  String story() {
    return world.story();
  }

  private SimulatedAcceptor acceptor(int number) {
    return acceptors.get(number);
  }
}
