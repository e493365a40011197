package org.touchpaper.harc.commit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

/**
 * One transaction on a bad day: one seed, one queue, virtual time. Messages are lost, duplicated,
 * delayed and reordered, processes crash between any two effects and restart with what was durable.
 * After {@link #CALM} nothing fails any more, and then everything must come to an end.
 */
final class Simulation {
  static final Instant START = Instant.parse("2026-12-01T20:59:50Z");
  static final Duration CALM = Duration.ofSeconds(8);

  final RandomGenerator random;
  final Mutant mutant;
  final Request request;
  final Map<String, SimulatedAcceptor> acceptors = new HashMap<>();
  final Map<String, SimulatedRm> resourceManagers = new HashMap<>();
  final Watch watch;
  private final PriorityQueue<Due> queue =
      new PriorityQueue<>(Comparator.comparing(Due::at).thenComparingLong(Due::number));
  private final boolean telling;
  private final List<String> story = new ArrayList<>();
  private final double loss;
  private final double duplication;
  private final int slowness;
  private final Set<String> cutOff = new HashSet<>();
  final Timing timing;
  private final Pace pace;

  /** How far clocks are off, and how slow backends are, at most, in milliseconds. */
  final int skew;

  final int slowestHold;
  Instant now = START;
  long events;
  private long scheduled;

  /** Something to happen. */
  private record Due(Instant at, long number, Runnable what) {}

  /** How patient the machines are compared with the network. */
  enum Pace {
    /** Patient enough to end once nothing fails any more. */
    PATIENT,
    /** In such a hurry that leaders duel: safety is all that can be asked for. */
    HURRIED
  }

  private Timing timing(int shortest, int spread, int stagger) {
    return new Timing(
        Duration.ofMillis(shortest + random.nextInt(spread)),
        Duration.ofMillis(300 + random.nextInt(1500)),
        Duration.ofMillis(random.nextInt(1000)),
        Duration.ofMillis(random.nextInt(200)),
        Duration.ofMillis(random.nextInt(stagger)),
        Duration.ofMillis(2L * shortest + random.nextInt(1000)));
  }

  Simulation(long seed, Pace pace, Mutant mutant, boolean telling) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.mutant = mutant;
    this.telling = telling;
    this.loss = random.nextInt(4) * 0.12;
    this.duplication = random.nextInt(3) * 0.1;
    this.slowness = 20 << random.nextInt(5);
    this.pace = pace;
    this.skew = random.nextInt(4) * (pace == Pace.HURRIED ? 400 : 150);
    this.slowestHold = 200 << random.nextInt(4);
    this.timing =
        switch (pace) {
          case PATIENT -> timing(50, 300, 400);
          case HURRIED -> timing(5, 30, 20);
        };
    var size = List.of(1, 3, 3, 3, 5, 7).get(random.nextInt(6));
    var names = IntStream.rangeClosed(1, size).mapToObj(i -> "a" + i).toList();
    var actions =
        IntStream.rangeClosed(1, 1 + random.nextInt(3))
            .mapToObj(i -> new Actions("rm" + i, "<x/>"))
            .toList();
    var caller = new Caller("ada", "ucl", List.of(), "scientist", "c");
    this.request =
        Request.of(
            new TransactionId("t"),
            names,
            1,
            START.plusMillis(400 + (400L << random.nextInt(4))),
            caller,
            actions);
    names.forEach(name -> acceptors.put(name, new SimulatedAcceptor(this, name)));
    for (var each : actions) {
      var name = each.resourceManager();
      resourceManagers.put(name, new SimulatedRm(this, name));
    }
    this.watch = new Watch(this);
  }

  /** Runs to the end; fails with a {@link Violation}. */
  void run() {
    begin();
    faults();
    var end = START.plusSeconds(pace == Pace.HURRIED ? 10 : 60);
    while (!queue.isEmpty() && queue.peek().at().isBefore(end)) {
      var due = queue.remove();
      now = due.at();
      events++;
      try {
        due.what().run();
      } catch (IllegalStateException e) {
        throw new Violation("a machine says: " + e.getMessage(), e);
      }
      watch.check();
    }
    if (pace == Pace.PATIENT) {
      watch.checkEnd();
    }
  }

  private void begin() {
    var clients = 1 + random.nextInt(2);
    for (var i = 0; i < clients; i++) {
      var first = random.nextInt(acceptors.size());
      later(random.nextInt(500), () -> beginAt(first, 0));
    }
    later(CALM.toMillis() + 1000, () -> beginAt(0, 0));
  }

  /** A client tries one acceptor after the other until it knows, or gives up for good. */
  private void beginAt(int index, int attempt) {
    var names = request.record().acceptors();
    var name = names.get(index % names.size());
    deliver("client", name, () -> acceptor(name).step(new Event.Begun(request), "client"));
    if (!watch.clientKnows() && attempt < 12 && random.nextInt(8) > 0) {
      later(1000 + random.nextInt(1500), () -> beginAt(index + 1, attempt + 1));
    }
  }

  private void faults() {
    var crashes = random.nextInt(pace == Pace.HURRIED ? 16 : 8);
    for (var i = 0; i < crashes; i++) {
      var at = random.nextInt((int) CALM.toMillis() - 500);
      later(at, this::crashSomeone);
    }
    for (var i = random.nextInt(5); i > 0; i--) {
      var victim = "a" + (1 + random.nextInt(acceptors.size()));
      var from = random.nextInt(4000);
      later(from, () -> cutOff.add(victim));
      later(from + random.nextInt(4000), () -> cutOff.remove(victim));
    }
  }

  private void crashSomeone() {
    var victims = new ArrayList<SimulatedProcess>(acceptors.values());
    victims.addAll(resourceManagers.values());
    victims.sort(Comparator.comparing(SimulatedProcess::name));
    var victim = victims.get(random.nextInt(victims.size()));
    // At an effect soon to come, so that it falls between any two of them.
    victim.crashAfter(random.nextInt(6));
    later(random.nextInt(3000), victim::restart);
    later(CALM.toMillis() - Duration.between(START, now).toMillis(), victim::restart);
  }

  SimulatedAcceptor acceptor(String name) {
    return java.util.Objects.requireNonNull(acceptors.get(name));
  }

  SimulatedRm resourceManager(String name) {
    return java.util.Objects.requireNonNull(resourceManagers.get(name));
  }

  boolean isCalm() {
    return !now.isBefore(START.plus(CALM));
  }

  /** Delivers once, twice or never, after a while. */
  void deliver(String from, String to, Runnable what) {
    if (!isCalm() && (isCut(from, to) || random.nextDouble() < loss)) {
      tell(() -> from + " -> " + to + " lost");
      return;
    }
    later(delay(), what);
    if (!isCalm() && random.nextDouble() < duplication) {
      later(delay(), what);
    }
  }

  /** A process cut off hears nobody and is heard by nobody, but lives on. */
  private boolean isCut(String from, String to) {
    return cutOff.contains(from) || cutOff.contains(to);
  }

  private long delay() {
    return random.nextInt(8) == 0 ? random.nextInt(3000) : 1 + random.nextInt(slowness);
  }

  void later(long millis, Runnable what) {
    at(now.plusMillis(Math.max(0, millis)), what);
  }

  void at(Instant when, Runnable what) {
    var notBefore = when.isBefore(now) ? now : when;
    queue.add(new Due(notBefore, ++scheduled, what));
  }

  void tell(java.util.function.Supplier<String> line) {
    if (telling) {
      story.add(Duration.between(START, now).toMillis() + " " + line.get());
    }
  }

  String story() {
    return String.join("\n", story);
  }
}
