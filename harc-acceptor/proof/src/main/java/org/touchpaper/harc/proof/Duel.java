package org.touchpaper.harc.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.touchpaper.harc.commit.Message;

/**
 * What makes leaders duel, and each find other votes: the acceptors fall into two camps, and one of
 * them is now in this, now in that, often as soon as it has promised or accepted something, so that
 * there is always a majority, and never for long the same. It begins when there is most to spoil:
 * when a leader has just begun, and acceptors crash and are back at once; or when the votes come,
 * at the last moment, just before everybody takes up what is not decided.
 */
final class Duel {
  private final Simulation world;
  private final RandomGenerator random;

  /** One camp, without those that come and go. */
  private final Set<String> camp = new TreeSet<>();

  /** An acceptor without which neither camp is a majority, first, and some resource managers. */
  private final List<String> wanderers = new ArrayList<>();

  /** Who is on one side now; empty while the network is whole. */
  private Set<String> side = Set.of();

  Duel(Simulation world) {
    this.world = world;
    this.random = world.random;
  }

  /** Fixes when things will go wrong. */
  void forecast() {
    chooseSides();
    var end = Simulation.START.plusMillis(voteBy() + 300 + random.nextInt(700));
    var longest = 4 << random.nextInt(5);
    if (random.nextInt(3) == 0) {
      fall(longest, end);
      beginTogether();
      crash(aWanderer());
    } else {
      world.later(voteBy() - random.nextInt(60), () -> fall(longest, end));
      mishaps();
    }
  }

  /** Each camp has a leader of ballot 0, and all say the same. */
  private void beginTogether() {
    world.request.record().acceptors().stream()
        .filter(name -> !wanderers.contains(name))
        .forEach(name -> world.later(random.nextInt(20), world.begins(name)));
  }

  private void chooseSides() {
    var names = new ArrayList<>(world.request.record().acceptors());
    wanderers.add(names.remove(random.nextInt(names.size())));
    while (names.size() > camp.size()) {
      camp.add(names.remove(random.nextInt(names.size())));
    }
    for (var resourceManager : world.resourceManagers()) {
      switch (random.nextInt(3)) {
        case 0 -> camp.add(resourceManager.name());
        case 1 -> wanderers.add(resourceManager.name());
        default -> {} // in the other
      }
    }
  }

  /** The network falls into two, and a moment later in another way. */
  private void fall(int longest, Instant end) {
    var now = new TreeSet<>(camp);
    wanderers.stream().filter(_ -> random.nextBoolean()).forEach(now::add);
    fallInto(now);
    world.later(
        1 + random.nextInt(longest),
        () -> {
          if (world.now.isBefore(end)) {
            fall(longest, end);
          } else {
            fallInto(Set.of());
          }
        });
  }

  private void fallInto(Set<String> next) {
    if (!side.isEmpty()) {
      world.faults.heal(side);
    }
    side = next;
    if (!side.isEmpty()) {
      world.faults.cut(side);
    }
  }

  /** Who has just promised or accepted something is often with the others next. */
  void hasSpoken(String who, Message.ForAcceptor said) {
    var isAnswer = said instanceof Message.Phase1b || said instanceof Message.Phase2b;
    if (isAnswer && !side.isEmpty() && wanderers.contains(who) && random.nextInt(4) > 0) {
      var next = new TreeSet<>(side);
      if (!next.remove(who)) {
        next.add(who);
      }
      fallInto(next);
    }
  }

  /** Each now and then. */
  private void mishaps() {
    if (random.nextInt(3) > 0) {
      // It belongs to every majority, and would end the duel by itself.
      aWanderer().jump(-random.nextInt(1000));
    }
    if (random.nextInt(3) == 0) {
      comeLate(anAcceptor());
    }
    if (random.nextInt(3) == 0) {
      var who = anAcceptor();
      var millis = 20 + random.nextInt(200);
      world.later(voteBy() + random.nextInt(200), () -> who.pause(millis));
    }
    if (random.nextInt(3) == 0) {
      var who = random.nextBoolean() ? aWanderer() : anAcceptor();
      world.later(voteBy() + random.nextInt(100), () -> crash(who));
    }
    if (random.nextInt(3) == 0) {
      world.faults.despair(voteBy() + random.nextInt(120));
    }
    if (random.nextInt(3) == 0) {
      copy(aWanderer());
    }
  }

  /** Whoever was down at the beginning has heard of nothing, and is asked all the same. */
  private void comeLate(SimulatedAcceptor who) {
    who.fail();
    world.later(voteBy() - 60 + random.nextInt(200), who::restart);
  }

  private void crash(SimulatedAcceptor who) {
    who.crashAfter(random.nextInt(4));
    for (var after = 20 + random.nextInt(50); after < 2000; after *= 2) {
      world.later(after, who::restart);
    }
    world.at(Simulation.START.plus(Simulation.CALM), who::restart);
  }

  /** What somebody copied in time is put back once it has promised or accepted more. */
  private void copy(SimulatedAcceptor who) {
    world.later(
        random.nextInt(voteBy()),
        () -> {
          var putBack = who.copy();
          for (var i = 0; i < 4; i++) {
            world.at(world.request.record().voteBy().plusMillis(random.nextInt(200)), putBack);
          }
        });
  }

  private int voteBy() {
    var voteBy = world.request.record().voteBy();
    return Math.toIntExact(Duration.between(Simulation.START, voteBy).toMillis());
  }

  private SimulatedAcceptor aWanderer() {
    return world.acceptor(wanderers.getFirst());
  }

  private SimulatedAcceptor anAcceptor() {
    var all = world.acceptors();
    return all.get(random.nextInt(all.size()));
  }
}
