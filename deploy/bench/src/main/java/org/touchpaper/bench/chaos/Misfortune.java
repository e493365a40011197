package org.touchpaper.bench.chaos;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bench.Runner;

/**
 * What befalls the fleet, one thing after the other by a seeded choice, until it is told to stop.
 * Each ends again: who was killed is started, who was halted goes on, a full disk is emptied.
 */
final class Misfortune {
  private static final int SHORTEST_BREAK = 300;
  private static final int LONGEST_BREAK = 3000;
  private static final int LONGEST_SPELL = 4000;

  private final Fleet fleet;
  private final Random random;
  private final Consumer<String> said;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private final Thread thread = Thread.ofPlatform().name("misfortune").unstarted(this::run);
  private volatile @Nullable Exception failure;

  /** How often each comes up, in comparison. */
  enum Kind {
    KILL_ACCEPTOR(4),
    HALT_ACCEPTOR(4),
    KILL_ALL_ACCEPTORS(1),
    FILL_DISK(1),
    KILL_RM(1),
    HALT_RM(2);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }
  }

  Misfortune(Fleet fleet, long seed, Consumer<String> said) {
    this.fleet = fleet;
    this.random = new Random(seed);
    this.said = said;
  }

  void begin() {
    thread.start();
  }

  private void run() {
    try {
      var kind = Kind.KILL_ACCEPTOR; // at once, so that no day is too short to be a bad one
      do {
        counts.merge(kind, 1, Integer::sum);
        befall(kind);
        kind = kind();
      } while (!pause(SHORTEST_BREAK + random.nextInt(LONGEST_BREAK)));
    } catch (IOException | InterruptedException e) {
      failure = e;
    }
  }

  private Kind kind() {
    var left = random.nextInt(List.of(Kind.values()).stream().mapToInt(each -> each.weight).sum());
    for (var kind : Kind.values()) {
      left -= kind.weight;
      if (left < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("weights add up");
  }

  private void befall(Kind kind) throws IOException, InterruptedException {
    switch (kind) {
      case KILL_ACCEPTOR -> kill(any(fleet.acceptorRunners()));
      case HALT_ACCEPTOR -> halt(any(fleet.acceptorRunners()));
      case KILL_ALL_ACCEPTORS -> killAllAcceptors();
      case FILL_DISK -> fillDisk(any(fleet.acceptorRunners()));
      case KILL_RM -> kill(any(fleet.rmRunners()));
      case HALT_RM -> halt(any(fleet.rmRunners()));
    }
  }

  private Runner any(List<Runner> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** Perhaps a second one dies meanwhile. */
  private void kill(Runner victim) throws IOException, InterruptedException {
    said.accept("kill -9 " + victim.name());
    victim.kill();
    var second = random.nextInt(3) == 0 ? any(fleet.acceptorRunners()) : victim;
    pause(random.nextInt(LONGEST_SPELL / 2));
    if (second != victim) {
      said.accept("kill -9 " + second.name() + " besides");
      second.kill();
      pause(random.nextInt(LONGEST_SPELL / 2));
      second.start();
    }
    victim.start();
  }

  /** As after a power cut: for a while nobody can decide, or even say anything. */
  private void killAllAcceptors() throws IOException, InterruptedException {
    said.accept("kill -9 every acceptor");
    fleet.acceptorRunners().forEach(Runner::kill);
    pause(random.nextInt(LONGEST_SPELL));
    for (var each : fleet.acceptorRunners()) {
      each.start();
    }
  }

  private void halt(Runner victim) throws IOException, InterruptedException {
    said.accept("halt " + victim.name());
    victim.halt();
    pause(random.nextInt(LONGEST_SPELL));
    victim.goOn();
  }

  private void fillDisk(Runner victim) throws IOException, InterruptedException {
    said.accept("the disk of " + victim.name() + " is full");
    victim.fillDisk();
    pause(LONGEST_SPELL);
    victim.kill();
    victim.start();
  }

  /** True if it is time to stop. */
  private boolean pause(int millis) throws InterruptedException {
    return ending.await(millis, TimeUnit.MILLISECONDS);
  }

  Map<Kind, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** Nothing more befalls anybody; who lies down gets up. */
  void end() throws IOException, InterruptedException {
    ending.countDown();
    thread.join();
    var problem = failure;
    if (problem != null) {
      throw new IOException("misfortune itself failed: " + problem.getMessage(), problem);
    }
  }
}
