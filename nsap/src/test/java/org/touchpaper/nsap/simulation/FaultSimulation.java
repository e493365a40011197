package org.touchpaper.nsap.simulation;

import static org.awaitility.Awaitility.await;
import static org.touchpaper.segment.kit.ScriptedHolder.requester;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.awaitility.core.ConditionFactory;
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.elementemulator.fault.RandomFaultSettings;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.cut.CutTarget;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.CrashingSegment;

/**
 * Random circuits, narrow and wide, over a chain of four elements, set up, modified, cut and
 * removed by the NSAP's own code on PostgreSQL while the elements, the connections and the NSAP
 * fail by probabilities drawn from one seed. The clock is advanced by the test. With an odd seed
 * one thread runs due work, so that the seed nearly reproduces a run: sessions reconnect in real
 * time. With an even seed several circuits begin and end at the same time, each in its own thread,
 * and their readings are merged: the seed decides the faults, but not which circuit they affect.
 *
 * <p>After each step all active circuits must be on the elements. From time to time there are no
 * faults for a while, after which the elements must match the database exactly.
 */
final class FaultSimulation implements AutoCloseable {

  /** Longer than any retry pause and any command delay. */
  private static final Duration STEP_AFTER_CALM = Duration.ofSeconds(61);

  /** By the NSAP's clock: longer than any uncertainty and the retry pauses. */
  private static final Duration CALM_DURATION = Duration.ofHours(1);

  /** Sessions reconnect in real time, with growing pauses. */
  private static final Duration CALM_TIMEOUT = Duration.ofMinutes(10);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(2);

  private static final int CALM_EVERY = 250;
  private static final int KILL_EVERY = 20;

  private final long seed;
  private final RandomGenerator random;
  private final RandomFaultSettings plan;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final RandomRequests requests;
  private final EmulatedChain chain;
  private final CrashingSegment nsap;
  private final DatabaseElementConsistency consistency;
  private final Map<ConnectionId, Booked> open = new LinkedHashMap<>();
  private int down = -1;
  private int refused;
  private int changed;
  private int calms;

  /** The binding version of a circuit. */
  private record Booked(int version, Criteria criteria) {
    Schedule schedule() {
      return criteria.schedule();
    }
  }

  /** The result of a run. */
  record Result(
      long seed,
      int circuits,
      int refused,
      int changed,
      int kills,
      int calms,
      DatabaseElementConsistency.Counts counts,
      Map<FaultKind, Long> faultCounts,
      List<String> violations) {

    long faults() {
      return faultCounts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Creates a run.
   *
   * @param areAllWide true if every circuit needs more than two STS-1
   */
  FaultSimulation(
      long seed, Class<?> service, RandomFaultSettings plan, Path folder, boolean areAllWide) {
    this.seed = seed;
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.plan = plan;
    this.chain = new EmulatedChain(clock).start(folder);
    var isAtOnce = seed % 2 == 0;
    this.requests = new RandomRequests(random, clock, isAtOnce, areAllWide);
    this.nsap =
        new CrashingSegment(
            chain.nsap(service),
            EmulatedChain.TIDS,
            new ConfigItem.Key("CRS", "NONE"),
            isAtOnce ? 8 : 1);
    this.consistency = new DatabaseElementConsistency(seed, nsap.segment(), chain);
  }

  /** Books this many circuits one after the other and runs each to its end. */
  Result run(int circuits) {
    chain.applyFaultPlan(plan);
    for (var booked = 0; booked < circuits; ) {
      if (!consistency.violations().isEmpty()) {
        return result(booked); // report the first violation
      }
      for (var n = random.nextInt(6); n >= 0 && booked < circuits; n--) {
        book(booked++);
        if (booked % CALM_EVERY == 0) {
          settleAndCheck();
          System.out.println(result(booked)); // progress of a long run
        }
      }
      changeSomeCircuits();
      advance(Duration.ofMillis(random.nextLong(20_000)));
    }
    settleAndCheck();
    open.values().stream()
        .map(booked -> booked.schedule().endTime())
        .filter(end -> end.isAfter(clock.instant()))
        .max(Instant::compareTo)
        .ifPresent(clock::set);
    settleAndCheck();
    consistency.checkAllGone();
    System.out.println(result(circuits));
    return result(circuits);
  }

  private Result result(int circuits) {
    return new Result(
        seed,
        circuits,
        refused,
        changed,
        nsap.kills(),
        calms,
        consistency.counts(),
        chain.faultCounts(),
        consistency.violations());
  }

  private void book(int number) {
    var id = new ConnectionId(new UUID(number, random.nextLong()));
    if (random.nextInt(KILL_EVERY) == 0) {
      nsap.kill(random);
    }
    var requested = new Booked(1, requests.next());
    if (!isHeld(id, requested)) {
      refused++;
      return;
    }
    open.put(id, requested);
    nsap.call(segment -> segment.commit(order(id, 1)));
    nsap.call(segment -> segment.provision(order(id, 1)));
  }

  private boolean isHeld(ConnectionId id, Booked requested) {
    var holder = nsap.segment().holder().holderOf(id);
    var request =
        new ReserveRequest(requester(), id, requested.version(), requested.criteria(), holder);
    var answers = new ArrayList<ReserveResult>();
    nsap.call(segment -> answers.add(segment.reserve(request)));
    // a circuit that was terminated, or is still held, gets a fault
    return !answers.isEmpty() && answers.getLast() instanceof ReserveResult.Held;
  }

  private static ConnectionVersionRequest order(ConnectionId id, int version) {
    return new ConnectionVersionRequest(requester(), id, version);
  }

  /** Modifies and ends circuits, while commands may still take effect. */
  private void changeSomeCircuits() {
    var inDoubt = consistency.listRetrying();
    for (var id : List.copyOf(open.keySet())) {
      var booked = Objects.requireNonNull(open.get(id));
      var schedule = booked.schedule();
      if (schedule.endTime().isBefore(clock.instant())) {
        open.remove(id);
      } else {
        var sinceStart = Duration.between(schedule.startTime(), clock.instant()).toMillis();
        var justStarted = sinceStart >= 0 && sinceStart < 1_000;
        changeCircuit(id, booked, random.nextInt(justStarted || inDoubt.contains(id) ? 18 : 400));
      }
    }
  }

  private void changeCircuit(ConnectionId id, Booked booked, int chance) {
    var order = order(id, booked.version());
    switch (chance) {
      case 0 -> {
        nsap.call(segment -> segment.terminate(order));
        open.remove(id);
        work();
      }
      case 1, 2 -> {
        nsap.call(segment -> segment.release(order));
        if (random.nextBoolean()) {
          work();
        }
        nsap.call(segment -> segment.provision(order));
        work();
      }
      case 3 -> nsap.call(segment -> segment.release(order));
      case 4 -> {
        var cut = UUID.randomUUID();
        var target = new CutTarget.Lightpath(id.value());
        nsap.call(_ -> nsap.segment().cuts().cut(cut, target, "intrusion", "olga"));
        open.remove(id);
        work();
      }
      case 5, 6, 7, 8, 9 -> change(id, booked);
      default -> {}
    }
  }

  /** Changes bandwidth, ends, time, or all; aborts now and then. */
  private void change(ConnectionId id, Booked booked) {
    // refused and released versions have used their numbers, too
    var next = new Booked(consistency.lastVersion(id) + 1, requests.changed(booked.criteria()));
    if (!isHeld(id, next)) {
      return;
    }
    if (random.nextInt(5) == 0) {
      nsap.call(segment -> segment.abort(order(id, next.version())));
      return;
    }
    nsap.call(segment -> segment.commit(order(id, next.version())));
    open.put(id, next);
    changed++;
    if (random.nextBoolean()) {
      work();
    }
  }

  /** Advances the clock and runs the work that becomes due. */
  private void advance(Duration by) {
    var until = clock.instant().plus(by);
    toggleElementOutage();
    for (var rounds = 0; rounds < 200; rounds++) {
      var next = nextDue().filter(due -> !due.isAfter(until));
      if (next.isEmpty()) {
        break;
      }
      next.filter(due -> due.isAfter(clock.instant())).ifPresent(clock::set);
      work();
      changeSomeCircuits(); // while commands may still take effect
    }
    clock.set(until);
    work();
  }

  private void work() {
    nsap.runDueTasks();
    consistency.check(clock.instant());
  }

  /** Makes an element unreachable for a while now and then. */
  private void toggleElementOutage() {
    if (down >= 0) {
      restartElement(down);
      down = -1;
    } else if (!plan.rates().isEmpty() && random.nextInt(20) == 0) {
      down = random.nextInt(4);
      chain.at(down).crash();
    }
  }

  private void restartElement(int position) {
    try {
      chain.at(position).restart();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Stops faults until all work is done and verified; then checks every element. */
  private void settleAndCheck() {
    calms++;
    chain.applyFaultPlan(RandomFaultSettings.NONE);
    nsap.restart();
    if (down >= 0) {
      restartElement(down);
      down = -1;
    }
    soon().until(nsap::readsEveryElement);
    for (var audit = 0; audit < 2; audit++) {
      clock.advance(STEP_AFTER_CALM); // so that active circuits are read
      var end = clock.instant().plus(CALM_DURATION);
      soon().until(() -> isSettled(end));
    }
    consistency.checkExactly(clock.instant());
    chain.restoreForeignCircuits();
    chain.applyFaultPlan(plan);
  }

  /**
   * Runs due work and advances the clock to the next, until all circuits are in their final state,
   * or never will be; checks report those as in transition.
   */
  private boolean isSettled(Instant end) {
    work();
    if (nsap.segment().hasDueTasks()) {
      return false;
    }
    var next = nextDue().filter(due -> due.isBefore(clock.instant().plus(STEP_AFTER_CALM)));
    if (next.isEmpty() || consistency.isSettled() || clock.instant().isAfter(end)) {
      return true;
    }
    clock.set(next.get());
    return false;
  }

  private Optional<Instant> nextDue() {
    return nsap.segment().nextDue();
  }

  private static ConditionFactory soon() {
    return await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL_INTERVAL)
        .atMost(CALM_TIMEOUT);
  }

  @Override
  public void close() {
    nsap.close();
    chain.close();
  }
}
