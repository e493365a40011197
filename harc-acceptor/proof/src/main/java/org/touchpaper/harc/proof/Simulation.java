package org.touchpaper.harc.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;

/**
 * One transaction on a bad day: one seed, one queue, virtual time. After {@link #CALM} nothing
 * fails any more, and once {@link #BOUND} more has passed it must be decided wherever it is known,
 * on {@link Pace#PATIENT patient} days and, but for those on which somebody forced a decision, on
 * {@link Pace#DUELLING duelling} ones; on every other patient day nobody asks any more what became
 * of it. Or on a {@link Pace#FAIR fair} one, on which only those fail that are told to.
 */
final class Simulation {
  static final Instant START = Instant.parse("2026-12-01T20:59:50Z");
  static final Duration CALM = Duration.ofSeconds(8);

  /**
   * Twice as long as the most patient wait for votes that they hear of late, and many times the
   * longest pause of leaders that outbid each other: 32 first ones.
   */
  static final Duration BOUND = Duration.ofSeconds(25);

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(160);

  /** So many letters in a row, each said to answer the one before, never end. */
  private static final int ENDLESS = 64;

  /** Nor do they where so much is to happen still: each is answered by more than one. */
  private static final int CROWDED = 20_000;

  final RandomGenerator random;
  final Machines machines;
  final Request request;

  /** What the same id is begun with, too, as by one that has forgotten; null on most days. */
  final @Nullable Request other;

  final Invariants invariants;
  final Timing timing;
  final Pace pace;

  /** After so many attempts a client gives up while the storm lasts. */
  private static final int LAST = 12;

  /** How far clocks are off, and how slow backends are, at most, in milliseconds. */
  final int skew;

  final int slowestHold;

  /** How long disks are busy, at most, in milliseconds; what comes in meanwhile gathers. */
  final int slowestFlush;

  final Faults faults;

  /** True if clients go on asking when the storm is over; else acceptors finish it unasked. */
  private final boolean clientsStay;

  private final Map<String, SimulatedAcceptor> acceptors = new LinkedHashMap<>();
  private final Map<String, SimulatedRm> resourceManagers = new LinkedHashMap<>();
  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private final boolean telling;
  private final List<String> story = new ArrayList<>();
  Instant now = START;
  long events;
  private long scheduled;

  /**
   * How many letters in a row, each said to answer the one before, have led to what is done now.
   */
  private int depth;

  /** Something to happen; of what is due at once, what was said first. */
  private record Due(Instant at, long number, int depth, Runnable what) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      var order = at.compareTo(other.at);
      return order == 0 ? Long.compare(number, other.number) : order;
    }
  }

  Simulation(long seed, Pace pace, Mutant mutant, boolean telling) {
    this(seed, pace, mutant, telling, random -> anyRequest(random, pace));
  }

  /** This transaction on a fair day. */
  static Simulation fair(long seed, Request request, Mutant mutant, boolean telling) {
    return new Simulation(seed, Pace.FAIR, mutant, telling, _ -> request);
  }

  private Simulation(
      long seed,
      Pace pace,
      Mutant mutant,
      boolean telling,
      Function<RandomGenerator, Request> about) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.telling = telling;
    this.pace = pace;
    this.faults = new Faults(this);
    this.skew = pace.skew(random);
    this.slowestHold = 200 << random.nextInt(4);
    this.slowestFlush = List.of(0, 0, 3, 20).get(random.nextInt(4));
    this.timing = pace.timing(random);
    this.request = about.apply(random);
    this.other = pace.hasTwins(random) && mutant.isOfTwins() ? twin() : null;
    this.machines = new Machines(mutant, request.record());
    for (var name : request.record().acceptors()) {
      acceptors.put(name, new SimulatedAcceptor(this, name));
    }
    for (var record : records()) {
      for (var name : record.resourceManagers()) {
        resourceManagers.computeIfAbsent(name, each -> new SimulatedRm(this, each));
      }
    }
    this.invariants = new Invariants(this);
    this.clientsStay = pace != Pace.PATIENT || random.nextBoolean();
  }

  private static Request anyRequest(RandomGenerator random, Pace pace) {
    var size = pace.acceptors(random);
    var actions =
        IntStream.rangeClosed(1, pace.resourceManagers(random))
            .mapToObj(i -> new Actions("rm" + i, "<x/>"))
            .toList();
    return Request.of(
        new TransactionId("t"),
        IntStream.rangeClosed(1, size).mapToObj(i -> "a" + i).toList(),
        1,
        START.plusMillis(pace.timeToVote(random)),
        new Caller("ada", "ucl", List.of(), "scientist", "c"),
        actions);
  }

  /** Other resource managers, or some of the same, are to do something else. */
  private Request twin() {
    var record = request.record();
    var names =
        List.of(List.of("rm1"), List.of("rm1", "rm9"), List.of("rm9")).get(random.nextInt(3));
    return Request.of(
        record.id(),
        record.acceptors(),
        1,
        record.voteBy(),
        request.caller(),
        names.stream().map(name -> new Actions(name, "<y/>")).toList());
  }

  /** One; two where the id is begun with something else, too. */
  List<TransactionRecord> records() {
    return Stream.of(request, other).filter(Objects::nonNull).map(Request::record).toList();
  }

  /** Runs to the end; fails with a {@link Violation}. */
  void run() {
    tell(() -> pace + " " + timing + " " + request.record());
    begin();
    faults.forecast();
    runUntil(START.plus(CALM).plus(BOUND));
    switch (pace) {
      case PATIENT -> {
        invariants.checkDecided();
        runUntil(START.plus(LONG_ENOUGH));
        invariants.checkEnd(clientsStay);
        invariants.checkAnnounced();
      }
      case DUELLING -> {
        if (!invariants.isOverruled()) {
          invariants.checkDecided();
        }
      }
      case HURRIED, FAIR -> {}
    }
  }

  private void runUntil(Instant end) {
    runUntil(end, () -> false);
  }

  /** Goes on until it is over, but not beyond the end. */
  void runUntil(Instant end, BooleanSupplier isOver) {
    while (!isOver.getAsBoolean() && !queue.isEmpty() && queue.peek().at().isBefore(end)) {
      var due = queue.remove();
      now = due.at();
      depth = due.depth();
      events++;
      try {
        due.what().run();
      } catch (IllegalStateException e) {
        invariants.shouted(e, null);
      }
    }
    depth = 0;
  }

  private void begin() {
    var clients = 1 + random.nextInt(4);
    // Who begins once, at one acceptor, may believe that nothing was started.
    var isLone = clients == 1 && other == null && random.nextBoolean();
    for (var i = 0; i < clients; i++) {
      var first = random.nextInt(acceptors.size());
      later(random.nextInt(pace.beginning()), () -> beginAt(first, isLone ? LAST : 0));
    }
    if (other != null) {
      for (var i = 1 + random.nextInt(4); i > 0; i--) {
        later(
            random.nextInt(pace.beginning()), () -> beginOtherAt(random.nextInt(acceptors.size())));
      }
    }
    if (clientsStay) {
      later(CALM.toMillis() + 1000, () -> beginAt(0, 0));
    }
  }

  /** A client tries one acceptor after the other until it knows; in the storm some give up. */
  void beginAt(int index, int attempt) {
    var names = request.record().acceptors();
    var name = names.get(index % names.size());
    faults.deliver("client", name, begins(name));
    var goesOn = isCalm() ? clientsStay : attempt < LAST && random.nextInt(8) > 0;
    if (!invariants.clientKnows() && goesOn) {
      later(1000 + random.nextInt(1500), () -> beginAt(index + random.nextInt(2), attempt + 1));
    }
  }

  private void beginOtherAt(int index) {
    var name = request.record().acceptors().get(index);
    var begun = new Event.Begun(Objects.requireNonNull(other), present());
    deliver("other client", name, () -> acceptor(name).step(begun, "other client"));
  }

  /** A client's wish to begin, on its way to an acceptor. */
  Runnable begins(String acceptor) {
    invariants.begins(acceptor);
    return () -> acceptor(acceptor).step(new Event.Begun(request, present()), "client");
  }

  /** Whom an acceptor has heard a moment ago: all or nobody, and it may be wrong about that. */
  private Set<String> present() {
    return random.nextBoolean() ? acceptors.keySet() : Set.of();
  }

  /** True if all others have seen an acceptor's memory go on after it was copied. */
  boolean isSeenBeyond(String name, SimulatedExtents.Copy copy) {
    return acceptors.size() > 1
        && acceptors.values().stream()
            .filter(other -> !other.name().equals(name))
            .noneMatch(other -> copy.holds(other.extents().seen(name)));
  }

  SimulatedAcceptor acceptor(String name) {
    return Objects.requireNonNull(acceptors.get(name));
  }

  SimulatedRm resourceManager(String name) {
    return Objects.requireNonNull(resourceManagers.get(name));
  }

  List<SimulatedAcceptor> acceptors() {
    return List.copyOf(acceptors.values());
  }

  List<SimulatedRm> resourceManagers() {
    return List.copyOf(resourceManagers.values());
  }

  List<SimulatedProcess> processes() {
    return Stream.<SimulatedProcess>concat(
            acceptors.values().stream(), resourceManagers.values().stream())
        .toList();
  }

  Mutant mutant() {
    return machines.mutant();
  }

  boolean isFair() {
    return pace == Pace.FAIR;
  }

  /** True if nothing goes wrong by chance. */
  boolean isCalm() {
    return isFair() || isStormOver();
  }

  boolean isStormOver() {
    return !now.isBefore(START.plus(CALM));
  }

  void deliver(String from, String to, Runnable what) {
    faults.deliver(from, to, what);
  }

  /** A letter arrives that is said now. */
  void arrive(long millis, Runnable what) {
    if (depth == ENDLESS) {
      throw Violation.stuck("they talk without end: " + depth + " letters in a row");
    }
    if (queue.size() > CROWDED) {
      throw Violation.stuck("they talk ever more: " + queue.size() + " things are to happen");
    }
    at(now.plusMillis(millis), depth + 1, what);
  }

  void later(long millis, Runnable what) {
    at(now.plusMillis(Math.max(0, millis)), what);
  }

  void at(Instant when, Runnable what) {
    at(when, 0, what);
  }

  private void at(Instant when, int asDeep, Runnable what) {
    var notBefore = when.isBefore(now) ? now : when;
    queue.add(new Due(notBefore, ++scheduled, asDeep, what));
  }

  int depth() {
    return depth;
  }

  /** What is done from here on answers a letter that came before. */
  void goBackTo(int depthOfLetter) {
    depth = depthOfLetter;
  }

  void tell(Supplier<String> line) {
    if (telling) {
      story.add("%6d %s".formatted(Duration.between(START, now).toMillis(), line.get()));
    }
  }

  String story() {
    return String.join("\n", story);
  }
}
