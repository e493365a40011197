package org.touchpaper.harc.verification.simulation;

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
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.verification.InvariantViolationException;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.MutantInjector;

/**
 * One transaction with faults: one seed, one event queue, virtual time. After {@link #FAULT_PHASE}
 * no new faults occur, and after a further {@link #DECISION_BOUND} every acceptor that knows the
 * transaction must know its decision, in {@link SimulationRunKind#PATIENT} runs and, unless a
 * decision was forced, in {@link SimulationRunKind#DUELLING} ones. In half of the patient runs
 * clients stop asking. In {@link SimulationRunKind#FAIR} runs only explicitly requested failures
 * occur.
 */
final class SingleTransactionSimulation {
  static final Instant START = Instant.parse("2026-12-01T20:59:50Z");
  static final Duration FAULT_PHASE = Duration.ofSeconds(8);

  /**
   * Twice the longest wait for votes of a late transaction, and many times the longest backoff of
   * duelling leaders, 32 first pauses.
   */
  static final Duration DECISION_BOUND = Duration.ofSeconds(25);

  private static final Duration END_BOUND = Duration.ofSeconds(160);

  /** A longer chain of messages, each caused by the previous one, counts as endless. */
  private static final int MAX_CAUSAL_DEPTH = 64;

  /** A longer event queue counts as endless, too: each message causes several others. */
  private static final int MAX_QUEUE_SIZE = 20_000;

  final RandomGenerator random;
  final MutantInjector protocol;
  final TransactionRequest request;

  /**
   * A second request with the same id, as from a client that lost its database; null in most runs.
   */
  final @Nullable TransactionRequest twinRequest;

  final Invariants invariants;
  final ProtocolTimeouts timeouts;
  final SimulationRunKind profile;

  /** The number of attempts after which a client stops during the fault phase. */
  private static final int MAX_CLIENT_ATTEMPTS = 12;

  /** The largest clock error and backend delay, in milliseconds. */
  final int maxClockSkewMillis;

  final int maxHoldMillis;

  /** The longest flush, in milliseconds; events queue meanwhile. */
  final int maxFlushMillis;

  final FaultInjector faultInjector;

  /**
   * True if clients continue to ask after the fault phase; else acceptors must finish on their own.
   */
  private final boolean clientsPersist;

  private final Map<String, SimulatedAcceptor> acceptors = new LinkedHashMap<>();
  private final Map<String, SimulatedResourceManager> resourceManagers = new LinkedHashMap<>();
  private final PriorityQueue<ScheduledEvent> queue = new PriorityQueue<>();
  private final boolean isTracing;
  private final List<String> trace = new ArrayList<>();
  Instant now = START;
  long eventCount;
  private long scheduledCount;

  /** The length of the chain of messages that caused the current event. */
  private int causalDepth;

  /** A scheduled event; events at the same time run in the order in which they were scheduled. */
  private record ScheduledEvent(Instant at, long number, int causalDepth, Runnable action)
      implements Comparable<ScheduledEvent> {
    @Override
    public int compareTo(ScheduledEvent other) {
      var order = at.compareTo(other.at);
      return order == 0 ? Long.compare(number, other.number) : order;
    }
  }

  SingleTransactionSimulation(
      long seed, SimulationRunKind profile, Mutant mutant, boolean isTracing) {
    this(seed, profile, mutant, isTracing, random -> randomRequest(random, profile));
  }

  /** A simulation of this transaction with the {@code FAIR} profile. */
  static SingleTransactionSimulation withoutFaults(
      long seed, TransactionRequest request, Mutant mutant, boolean isTracing) {
    return new SingleTransactionSimulation(
        seed, SimulationRunKind.FAIR, mutant, isTracing, _ -> request);
  }

  private SingleTransactionSimulation(
      long seed,
      SimulationRunKind profile,
      Mutant mutant,
      boolean isTracing,
      Function<RandomGenerator, TransactionRequest> requestFactory) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.isTracing = isTracing;
    this.profile = profile;
    this.faultInjector = new FaultInjector(this);
    this.maxClockSkewMillis = profile.maxClockSkewMillis(random);
    this.maxHoldMillis = 200 << random.nextInt(4);
    this.maxFlushMillis = List.of(0, 0, 3, 20).get(random.nextInt(4));
    this.timeouts = profile.timeouts(random);
    this.request = requestFactory.apply(random);
    this.twinRequest =
        profile.hasTwinRecord(random) && mutant.appliesToTwinRecords() ? newTwinRequest() : null;
    this.protocol = new MutantInjector(mutant, request.record());
    for (var name : request.record().acceptors()) {
      acceptors.put(name, new SimulatedAcceptor(this, name));
    }
    for (var record : records()) {
      for (var name : record.resourceManagers()) {
        resourceManagers.computeIfAbsent(
            name, rmName -> new SimulatedResourceManager(this, rmName));
      }
    }
    this.invariants = new Invariants(this);
    this.clientsPersist = profile != SimulationRunKind.PATIENT || random.nextBoolean();
  }

  private static TransactionRequest randomRequest(
      RandomGenerator random, SimulationRunKind profile) {
    var acceptorCount = profile.acceptorCount(random);
    var actions =
        IntStream.rangeClosed(1, profile.resourceManagerCount(random))
            .mapToObj(i -> new ResourceManagerActions("rm" + i, "<x/>"))
            .toList();
    return TransactionRequest.of(
        new TransactionId("t"),
        IntStream.rangeClosed(1, acceptorCount).mapToObj(i -> "a" + i).toList(),
        1,
        START.plusMillis(profile.voteMillis(random)),
        new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
        actions);
  }

  /** Requests other actions, of other or partly the same resource managers. */
  private TransactionRequest newTwinRequest() {
    var record = request.record();
    var names =
        List.of(List.of("rm1"), List.of("rm1", "rm9"), List.of("rm9")).get(random.nextInt(3));
    return TransactionRequest.of(
        record.id(),
        record.acceptors(),
        1,
        record.voteBy(),
        request.caller(),
        names.stream().map(name -> new ResourceManagerActions(name, "<y/>")).toList());
  }

  /** The record, and that of the second request if there is one. */
  List<TransactionRecord> records() {
    return Stream.of(request, twinRequest)
        .filter(Objects::nonNull)
        .map(TransactionRequest::record)
        .toList();
  }

  /** Runs to the end; throws {@link InvariantViolationException} if an invariant is violated. */
  void run() {
    traceEvent(() -> profile + " " + timeouts + " " + request.record());
    scheduleClients();
    faultInjector.scheduleFaults();
    runUntil(START.plus(FAULT_PHASE).plus(DECISION_BOUND));
    switch (profile) {
      case PATIENT -> {
        invariants.checkDecided();
        runUntil(START.plus(END_BOUND));
        invariants.checkEnd(clientsPersist);
        invariants.checkAnnounced();
      }
      case DUELLING -> {
        if (!invariants.isForced()) {
          invariants.checkDecided();
        }
      }
      case HURRIED, FAIR -> {}
    }
  }

  private void runUntil(Instant end) {
    runUntil(end, () -> false);
  }

  /** Runs until {@code isOver}, but not beyond the end. */
  void runUntil(Instant end, BooleanSupplier isOver) {
    while (!isOver.getAsBoolean() && !queue.isEmpty() && queue.peek().at().isBefore(end)) {
      var next = queue.remove();
      now = next.at();
      causalDepth = next.causalDepth();
      eventCount++;
      try {
        next.action().run();
      } catch (IllegalStateException e) {
        invariants.onMachineError(e, null);
      }
    }
    causalDepth = 0;
  }

  private void scheduleClients() {
    var clients = 1 + random.nextInt(4);
    // A single client that begins once, at one acceptor, may rely on "not started".
    var isLone = clients == 1 && twinRequest == null && random.nextBoolean();
    for (var i = 0; i < clients; i++) {
      var first = random.nextInt(acceptors.size());
      scheduleIn(
          random.nextInt(profile.maxBeginDelayMillis()),
          () -> beginAt(first, isLone ? MAX_CLIENT_ATTEMPTS : 0));
    }
    if (twinRequest != null) {
      for (var i = 1 + random.nextInt(4); i > 0; i--) {
        scheduleIn(
            random.nextInt(profile.maxBeginDelayMillis()),
            () -> beginTwinAt(random.nextInt(acceptors.size())));
      }
    }
    if (clientsPersist) {
      scheduleIn(FAULT_PHASE.toMillis() + 1000, () -> beginAt(0, 0));
    }
  }

  /**
   * A client tries the acceptors in turn until it knows the outcome; during the fault phase some
   * stop.
   */
  void beginAt(int index, int attempt) {
    var names = request.record().acceptors();
    var name = names.get(index % names.size());
    faultInjector.deliver("client", name, beginRequestFor(name));
    var isPersisting =
        isFaultFree() ? clientsPersist : attempt < MAX_CLIENT_ATTEMPTS && random.nextInt(8) > 0;
    if (!invariants.isClientInformed() && isPersisting) {
      scheduleIn(
          1000 + random.nextInt(1500), () -> beginAt(index + random.nextInt(2), attempt + 1));
    }
  }

  private void beginTwinAt(int index) {
    var name = request.record().acceptors().get(index);
    var beginRequested =
        new AcceptorEvent.BeginRequested(Objects.requireNonNull(twinRequest), reachableAcceptors());
    deliver("other client", name, () -> acceptor(name).enqueue(beginRequested, "other client"));
  }

  /** The delivery of a client's begin request to an acceptor. */
  Runnable beginRequestFor(String acceptor) {
    invariants.onBegin(acceptor);
    return () ->
        acceptor(acceptor)
            .enqueue(new AcceptorEvent.BeginRequested(request, reachableAcceptors()), "client");
  }

  /** The acceptors that count as reachable: all or none, right or wrong. */
  private Set<String> reachableAcceptors() {
    return random.nextBoolean() ? acceptors.keySet() : Set.of();
  }

  /** True if all other acceptors have observed journal entries beyond the copy. */
  boolean isObservedBeyond(String name, SimulatedJournalPositions.Copy copy) {
    return acceptors.size() > 1
        && acceptors.values().stream()
            .filter(peer -> !peer.name().equals(name))
            .noneMatch(peer -> copy.covers(peer.positions().observedOf(name)));
  }

  SimulatedAcceptor acceptor(String name) {
    return Objects.requireNonNull(acceptors.get(name));
  }

  SimulatedResourceManager resourceManager(String name) {
    return Objects.requireNonNull(resourceManagers.get(name));
  }

  List<SimulatedAcceptor> acceptors() {
    return List.copyOf(acceptors.values());
  }

  List<SimulatedResourceManager> resourceManagers() {
    return List.copyOf(resourceManagers.values());
  }

  List<SimulatedProcess> processes() {
    return Stream.<SimulatedProcess>concat(
            acceptors.values().stream(), resourceManagers.values().stream())
        .toList();
  }

  Mutant mutant() {
    return protocol.mutant();
  }

  boolean isFair() {
    return profile == SimulationRunKind.FAIR;
  }

  /** True if no random faults occur now. */
  boolean isFaultFree() {
    return isFair() || isFaultPhaseOver();
  }

  boolean isFaultPhaseOver() {
    return !now.isBefore(START.plus(FAULT_PHASE));
  }

  void deliver(String from, String to, Runnable delivery) {
    faultInjector.deliver(from, to, delivery);
  }

  /** Schedules the arrival of a message that is sent now. */
  void scheduleArrival(long millis, Runnable action) {
    if (causalDepth == MAX_CAUSAL_DEPTH) {
      throw InvariantViolationException.liveness(
          "endless message exchange: a chain of " + causalDepth + " messages");
    }
    if (queue.size() > MAX_QUEUE_SIZE) {
      throw InvariantViolationException.liveness(
          "growing message exchange: " + queue.size() + " scheduled events");
    }
    scheduleAt(now.plusMillis(millis), causalDepth + 1, action);
  }

  void scheduleIn(long millis, Runnable action) {
    scheduleAt(now.plusMillis(Math.max(0, millis)), action);
  }

  void scheduleAt(Instant when, Runnable action) {
    scheduleAt(when, 0, action);
  }

  private void scheduleAt(Instant when, int eventDepth, Runnable action) {
    var notBefore = when.isBefore(now) ? now : when;
    queue.add(new ScheduledEvent(notBefore, ++scheduledCount, eventDepth, action));
  }

  int causalDepth() {
    return causalDepth;
  }

  /** Continues with the causal depth of an earlier message. */
  void resumeCausalDepth(int messageDepth) {
    causalDepth = messageDepth;
  }

  void traceEvent(Supplier<String> line) {
    if (isTracing) {
      trace.add("%6d %s".formatted(Duration.between(START, now).toMillis(), line.get()));
    }
  }

  String trace() {
    return String.join("\n", trace);
  }
}
