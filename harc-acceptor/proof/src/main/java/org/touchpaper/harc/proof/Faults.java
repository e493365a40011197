package org.touchpaper.harc.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Force;
import org.touchpaper.harc.commit.Message;

/**
 * Everything that goes wrong in a simulation: messages are lost, duplicated, delayed and overtake
 * each other, the network falls into two, processes crash and clocks jump. When it is calm nothing
 * goes wrong any more, but what is broken for good stays so. On some days they go wrong together,
 * as in a {@link Duel}.
 */
final class Faults {
  /** When somebody is missed for good: what can be decided is decided by then. */
  private static final long LONG_GONE =
      Simulation.CALM.plus(Simulation.BOUND).plusSeconds(1).toMillis();

  private final Simulation world;
  private final RandomGenerator random;
  private final double loss;
  private final double duplication;
  private final int slowness;
  private final boolean forgetful;
  private final @Nullable Duel duel;

  /** Each separates those it names from all others. */
  private final List<Set<String>> cuts = new ArrayList<>();

  Faults(Simulation world) {
    this.world = world;
    this.random = world.random;
    this.loss = world.pace.loss(random);
    this.duplication = random.nextInt(3) * 0.1;
    this.slowness = world.pace.slowness(random);
    this.duel = world.pace == Pace.DUELLING ? new Duel(world) : null;
    this.forgetful = world.pace == Pace.HURRIED && random.nextBoolean();
  }

  /** Fixes when things will go wrong. */
  void forecast() {
    if (duel != null) {
      duel.forecast();
      return;
    }
    var hurried = world.pace == Pace.HURRIED && world.other == null;
    var storm = (int) Simulation.CALM.toMillis() - 500;
    for (var i = random.nextInt(hurried ? 16 : 8); i > 0; i--) {
      world.later(moment(storm), this::crashSomeone);
    }
    for (var i = random.nextInt(5); i > 0; i--) {
      var side = random.nextBoolean() ? Set.of(anAcceptor().name()) : aSide();
      var from = moment(4000);
      world.later(from, () -> cut(side));
      world.later(from + random.nextInt(4000), () -> heal(side));
    }
    for (var i = random.nextInt(3); i > 0; i--) {
      var millis = random.nextInt(-2500, 2501);
      world.later(random.nextInt(storm), () -> any(world.processes()).jump(millis));
    }
    if (hurried && random.nextInt(4) == 0) {
      despair(random.nextInt(storm));
    }
    if (world.other != null) {
      // Where some are bound to one and some to the other, nobody can be done without.
      return;
    }
    if (random.nextInt(3) == 0) {
      world.later(Simulation.CALM.toMillis(), this::bury);
    }
    if (hurried && random.nextInt(3) == 0) {
      copySomeone(storm);
    }
    if (random.nextInt(4) == 0) {
      var who = any(world.resourceManagers());
      if (hurried) {
        world.later(random.nextInt(storm), () -> haveForgotten(who, anAcceptor()));
      } else {
        world.later(random.nextInt(storm), who::perish);
        world.later(LONG_GONE, () -> whoDecided().ifPresent(where -> haveForgotten(who, where)));
      }
    }
  }

  /** Somebody tells one acceptor that a resource manager is gone, whether it is or not. */
  private void haveForgotten(SimulatedRm who, SimulatedAcceptor where) {
    world.invariants.forgotten(who.name());
    var force = new Force("ada", "gone", world.now);
    where.step(new Event.Forgotten(world.request.record().id(), who.name(), force), "somebody");
  }

  /** Any that knows how it ended; the others are to learn from it what it is told. */
  private Optional<SimulatedAcceptor> whoDecided() {
    var all = world.acceptors().stream().filter(SimulatedAcceptor::hasDecided).toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(any(all));
  }

  /** Often when there is most to spoil: at the beginning, and about voteBy. */
  private int moment(int storm) {
    var voteBy = Duration.between(Simulation.START, world.request.record().voteBy()).toMillis();
    return switch (random.nextInt(3)) {
      case 0 -> random.nextInt(800);
      case 1 -> Math.toIntExact(voteBy) - 200 + random.nextInt(1500);
      default -> random.nextInt(storm);
    };
  }

  /**
   * Somebody copies an acceptor's memory and puts it back later, once or twice; after that it does
   * not count as one that is up.
   */
  private void copySomeone(int storm) {
    world.later(
        moment(storm / 2),
        () -> {
          var who = anAcceptor();
          var putBack = who.copy();
          for (var i = 1 + random.nextInt(2); i > 0; i--) {
            world.later(random.nextInt(storm / 2), putBack);
          }
        });
  }

  /** Somebody loses patience, often where an acceptor sees none of the others any more. */
  void despair(int at) {
    var where = anAcceptor();
    if (random.nextInt(4) > 0) {
      var alone = Set.of(where.name());
      world.later(random.nextInt(at + 1), () -> cut(alone));
      world.later(at + random.nextInt(2000), () -> heal(alone));
    }
    world.later(at, () -> overrule(where));
  }

  /** Decides in the acceptors' place. */
  private void overrule(SimulatedAcceptor where) {
    var decision = random.nextInt(duel == null ? 2 : 4) == 0 ? Decision.COMMIT : Decision.ABORT;
    var force = new Force("ada", "stuck", world.now);
    var early = random.nextInt(4) > 0;
    var id = world.request.record().id();
    world.invariants.somebodyForces();
    where.step(new Event.Overruled(id, decision, force, early), "somebody");
  }

  /** A minority of the acceptors is gone for good. */
  private void bury() {
    for (var i = random.nextInt(world.request.record().majority()); i > 0; i--) {
      anAcceptor().perish();
    }
  }

  void cut(Set<String> side) {
    world.tell(() -> "the network falls apart: " + side + " and the rest");
    cuts.add(side);
  }

  void heal(Set<String> side) {
    world.tell(() -> side + " and the rest are together again");
    cuts.remove(side);
  }

  private void crashSomeone() {
    var victim = any(world.processes());
    // At an effect soon to come, so that it falls between any two of them.
    victim.crashAfter(random.nextInt(6));
    world.later(random.nextInt(3000), victim::restart);
    world.at(Simulation.START.plus(Simulation.CALM), victim::restart);
  }

  /** Delivers once, twice or never, after a while. */
  void deliver(String from, String to, Runnable what) {
    if (!world.isCalm() && (isCut(from, to) || random.nextDouble() < loss)) {
      world.tell(() -> from + " -> " + to + " lost");
      return;
    }
    world.arrive(delay(), what);
    if (!world.isCalm() && random.nextDouble() < duplication) {
      world.arrive(delay(), what);
    }
  }

  /**
   * On some hurried days what is over is forgotten within seconds, after voteBy as it must be.
   * Whoever missed the decision until then cannot learn it any longer, so not on patient days.
   */
  void forgetLater(Runnable what) {
    if (forgetful) {
      var voteBy = world.request.record().voteBy();
      var from = world.now.isBefore(voteBy) ? voteBy : world.now;
      world.at(from.plusMillis(1 + random.nextInt(3000)), what);
    }
  }

  /** An acceptor has said something, which is on its way or lost. */
  void hasSpoken(String who, Message.ForAcceptor said) {
    if (duel != null) {
      duel.hasSpoken(who, said);
    }
  }

  private boolean isCut(String from, String to) {
    return cuts.stream().anyMatch(side -> side.contains(from) != side.contains(to));
  }

  private long delay() {
    var longest = world.pace.longestWay();
    var overtaken = longest > 0 && random.nextInt(8) == 0;
    return overtaken ? random.nextInt(longest) : 1 + random.nextInt(slowness);
  }

  private SimulatedAcceptor anAcceptor() {
    var names = world.request.record().acceptors();
    return world.acceptor(names.get(random.nextInt(names.size())));
  }

  /** Some of the processes; the clients are on the other side. */
  private Set<String> aSide() {
    var side = new TreeSet<String>();
    world.processes().stream()
        .map(SimulatedProcess::name)
        .filter(_ -> random.nextBoolean())
        .forEach(side::add);
    return side;
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
