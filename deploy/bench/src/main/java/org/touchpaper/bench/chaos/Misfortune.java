package org.touchpaper.bench.chaos;

import java.io.IOException;
import java.util.ArrayList;
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
 * What befalls the fleet, one thing after the other as a shuffled {@link Deck} has them, until it
 * is told to stop. Each ends again: who was killed is started, who was halted goes on, a full disk
 * is emptied.
 */
final class Misfortune {
  private static final int SHORTEST_BREAK = 300;
  private static final int LONGEST_BREAK = 3000;
  private static final int LONGEST_SPELL = 4000;

  private final Fleet fleet;
  private final Random random;
  private final Deck deck;
  private final Pace pace;
  private final Consumer<String> said;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private final List<String> violations = new ArrayList<>();
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

    int weight() {
      return weight;
    }
  }

  /**
   * Of a seed.
   *
   * @param pace told whenever something befalls somebody
   * @param said told what
   */
  Misfortune(Fleet fleet, long seed, Pace pace, Consumer<String> said) {
    this.fleet = fleet;
    this.random = new Random(seed);
    this.deck = new Deck(random);
    this.pace = pace;
    this.said = said;
  }

  void begin() {
    thread.start();
  }

  private void run() {
    try {
      do {
        befall(deck.deal());
        if (random.nextInt(3) > 0) { // else on a slow machine most are about to start for ever
          fleet.awaitUp();
        }
      } while (!pause(SHORTEST_BREAK + random.nextInt(LONGEST_BREAK)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      failure = e;
    } finally {
      pace.end();
    }
  }

  private void befall(Kind kind) throws IOException, InterruptedException {
    switch (kind) {
      case KILL_ACCEPTOR -> kill(kind, any(fleet.acceptorRunners()));
      case HALT_ACCEPTOR -> halt(kind, any(fleet.acceptorRunners()));
      case KILL_ALL_ACCEPTORS -> killAllAcceptors();
      case FILL_DISK -> fillDisk(random.nextInt(fleet.acceptors().size()));
      case KILL_RM -> kill(kind, any(fleet.rmRunners()));
      case HALT_RM -> halt(kind, any(fleet.rmRunners()));
    }
  }

  private Runner any(List<Runner> all) {
    return all.get(random.nextInt(all.size()));
  }

  private void hasBefallen(Kind kind, String sentence) {
    said.accept(sentence);
    counts.merge(kind, 1, Integer::sum);
    pace.strike();
  }

  /** Perhaps a second one dies meanwhile. */
  private void kill(Kind kind, Runner victim) throws IOException, InterruptedException {
    victim.kill();
    hasBefallen(kind, "kill -9 " + victim.name());
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
    fleet.acceptorRunners().forEach(Runner::kill);
    hasBefallen(Kind.KILL_ALL_ACCEPTORS, "kill -9 every acceptor");
    pause(random.nextInt(LONGEST_SPELL));
    for (var each : fleet.acceptorRunners()) {
      each.start();
    }
  }

  private void halt(Kind kind, Runner victim) throws IOException, InterruptedException {
    victim.halt();
    hasBefallen(kind, "halt " + victim.name());
    pause(random.nextInt(LONGEST_SPELL));
    victim.goOn();
  }

  /**
   * It has to say that it votes no more, for a while, and to vote again when there is room and it
   * was started. All acceptors are up before, so that what is asked then reaches it. If nothing is
   * asked any more it has nothing to write, and counts as one whom nothing befell.
   */
  private void fillDisk(int which) throws IOException, InterruptedException {
    var victim = fleet.acceptorRunners().get(which);
    fleet.awaitAcceptors();
    victim.fillDisk();
    said.accept("the disk of " + victim.name() + " is full");
    pace.strike();
    var refusal = fleet.awaitRefusal(fleet.acceptors().get(which));
    if (refusal.isPresent()) {
      said.accept(victim.name() + " does not vote: " + refusal.get());
      counts.merge(Kind.FILL_DISK, 1, Integer::sum);
    } else if (ending.getCount() > 0) {
      violations.add(
          "%s says that it is well %d s after its disk was full"
              .formatted(victim.name(), Fleet.UNTIL_REFUSED.toSeconds()));
    }
    pause(LONGEST_SPELL);
    victim.kill();
    victim.start();
    fleet.awaitAcceptors();
    said.accept(victim.name() + " has room again, and votes");
  }

  /** True if it is time to stop. */
  private boolean pause(int millis) throws InterruptedException {
    return ending.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Once it has ended: how often each has befallen somebody. */
  Toll toll() {
    return new Toll(counts);
  }

  /** Once it has ended: who did not bear it as they should. */
  List<String> violations() {
    return List.copyOf(violations);
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
