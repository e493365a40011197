package org.touchpaper.nsap.trouble;

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
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.DyingSegment;
import org.touchpaper.tl1.element.FaultPlan;
import org.touchpaper.tl1.element.Mishap;

/**
 * Random circuits, narrow and wide, over a chain of four elements, set up, changed, cut and torn
 * down by the NSAP's own code on PostgreSQL while the elements, the wires and the NSAP fail by
 * chances drawn from one seed. The clock is turned. With an odd seed the work that is due is done
 * by one thread, so that the seed tells nearly the same story again: sessions come back by real
 * time. With an even one several circuits begin and end at one time, each in a thread of its own,
 * and their readings are gathered: what goes wrong is drawn from the seed, and which of them it
 * befalls is not.
 *
 * <p>After every turn, what the books call up must be on the elements; and every so often nothing
 * goes wrong for a while, after which the elements must hold exactly what the books say.
 */
final class TroubleRun implements AutoCloseable {

  /** Longer than any pause between attempts, and than any command is late. */
  private static final Duration SOON = Duration.ofSeconds(61);

  /** By the NSAP's clock: more than any doubt and the pauses between attempts take. */
  private static final Duration CALM = Duration.ofHours(1);

  /** Sessions come back by real time, later and later. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Duration MOMENT = Duration.ofMillis(2);

  private static final int CALM_EVERY = 250;
  private static final int KILL_EVERY = 20;

  private final long seed;
  private final RandomGenerator random;
  private final FaultPlan plan;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final Wishes wishes;
  private final Chain chain;
  private final DyingSegment nsap;
  private final Truth truth;
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

  /** What came of a run. */
  record Result(
      long seed,
      int circuits,
      int refused,
      int changed,
      int kills,
      int calms,
      Truth.Counts counts,
      Map<Mishap, Long> struck,
      List<String> violations) {

    long faults() {
      return struck.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * A run that has not begun.
   *
   * @param areAllWide true if every circuit wants more than two STS-1
   */
  TroubleRun(long seed, Class<?> service, FaultPlan plan, Path folder, boolean areAllWide) {
    this.seed = seed;
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.plan = plan;
    this.chain = new Chain(clock).start(folder);
    var isAtOnce = seed % 2 == 0;
    this.wishes = new Wishes(random, clock, isAtOnce, areAllWide);
    this.nsap =
        new DyingSegment(
            chain.nsap(service), Chain.TIDS, new Item.Key("CRS", "NONE"), isAtOnce ? 8 : 1);
    this.truth = new Truth(seed, nsap.segment(), chain);
  }

  /** Books this many circuits, one after the other, and sees each of them to its end. */
  Result run(int circuits) {
    chain.follow(plan);
    for (var booked = 0; booked < circuits; ) {
      if (!truth.violations().isEmpty()) {
        return result(booked); // the story is told best where it begins
      }
      for (var n = random.nextInt(6); n >= 0 && booked < circuits; n--) {
        book(booked++);
        if (booked % CALM_EVERY == 0) {
          calm();
          System.out.println(result(booked)); // it is a long way
        }
      }
      changeMinds();
      turn(Duration.ofMillis(random.nextLong(20_000)));
    }
    calm();
    open.values().stream()
        .map(booked -> booked.schedule().endTime())
        .filter(end -> end.isAfter(clock.instant()))
        .max(Instant::compareTo)
        .ifPresent(clock::set);
    calm();
    truth.checkAllGone();
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
        truth.counts(),
        chain.struck(),
        truth.violations());
  }

  private void book(int number) {
    var id = new ConnectionId(new UUID(number, random.nextLong()));
    if (random.nextInt(KILL_EVERY) == 0) {
      nsap.kill(random);
    }
    var asked = new Booked(1, wishes.any());
    if (!isHeld(id, asked)) {
      refused++;
      return;
    }
    open.put(id, asked);
    nsap.ask(segment -> segment.commit(order(id, 1)));
    nsap.ask(segment -> segment.provision(order(id, 1)));
  }

  private boolean isHeld(ConnectionId id, Booked asked) {
    var holder = nsap.segment().holder().of(id);
    var request = new Reserve(requester(), id, asked.version(), asked.criteria(), holder);
    var answers = new ArrayList<ReserveAnswer>();
    nsap.ask(segment -> answers.add(segment.reserve(request)));
    // one that was ended without its user, or is held yet, answers with a fault
    return !answers.isEmpty() && answers.getLast() instanceof ReserveAnswer.Held;
  }

  private static Order order(ConnectionId id, int version) {
    return new Order(requester(), id, version);
  }

  /** People change and end circuits and think again, best while commands may have effects yet. */
  private void changeMinds() {
    var inDoubt = truth.listInDoubt();
    for (var id : List.copyOf(open.keySet())) {
      var booked = Objects.requireNonNull(open.get(id));
      var schedule = booked.schedule();
      if (schedule.endTime().isBefore(clock.instant())) {
        open.remove(id);
      } else {
        var sinceStart = Duration.between(schedule.startTime(), clock.instant()).toMillis();
        var justStarted = sinceStart >= 0 && sinceStart < 1_000;
        changeMind(id, booked, random.nextInt(justStarted || inDoubt.contains(id) ? 18 : 400));
      }
    }
  }

  private void changeMind(ConnectionId id, Booked booked, int chance) {
    var order = order(id, booked.version());
    switch (chance) {
      case 0 -> {
        nsap.ask(segment -> segment.terminate(order));
        open.remove(id);
        work();
      }
      case 1, 2 -> {
        nsap.ask(segment -> segment.release(order));
        if (random.nextBoolean()) {
          work();
        }
        nsap.ask(segment -> segment.provision(order));
        work();
      }
      case 3 -> nsap.ask(segment -> segment.release(order));
      case 4 -> {
        nsap.ask(segment -> segment.cut(id, "cut by an officer"));
        open.remove(id);
        work();
      }
      case 5, 6, 7, 8, 9 -> change(id, booked);
      default -> {}
    }
  }

  /** Another width, another end, another time, or all of that; now and then not, after all. */
  private void change(ConnectionId id, Booked booked) {
    // what was never bound, because it was refused or let go of, has used up its number, too
    var next = new Booked(truth.lastVersion(id) + 1, wishes.other(booked.criteria()));
    if (!isHeld(id, next)) {
      return;
    }
    if (random.nextInt(5) == 0) {
      nsap.ask(segment -> segment.abort(order(id, next.version())));
      return;
    }
    nsap.ask(segment -> segment.commit(order(id, next.version())));
    open.put(id, next);
    changed++;
    if (random.nextBoolean()) {
      work();
    }
  }

  /** Turns the clock on, and does on the way what falls due. */
  private void turn(Duration by) {
    var until = clock.instant().plus(by);
    mend();
    for (var rounds = 0; rounds < 200; rounds++) {
      var next = nextDue().filter(due -> !due.isAfter(until));
      if (next.isEmpty()) {
        break;
      }
      next.filter(due -> due.isAfter(clock.instant())).ifPresent(clock::set);
      work();
      changeMinds(); // while what was sent may have effects yet
    }
    clock.set(until);
    work();
  }

  private void work() {
    nsap.work();
    truth.check(clock.instant());
  }

  /** An element is away for a while now and then. */
  private void mend() {
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

  /** Nothing goes wrong until all is done and read back; then every element is looked at. */
  private void calm() {
    calms++;
    chain.follow(FaultPlan.NONE);
    nsap.liveOn();
    if (down >= 0) {
      restartElement(down);
      down = -1;
    }
    soon().until(nsap::readsEveryElement);
    for (var audit = 0; audit < 2; audit++) {
      clock.advance(SOON); // so that what is up is read back
      var end = clock.instant().plus(CALM);
      soon().until(() -> isAtRest(end));
    }
    truth.checkExactly(clock.instant());
    chain.putNeighboursBack();
    chain.follow(plan);
  }

  /**
   * Does what is due, then turns the clock to what is due next, until all is as it shall be, or is
   * never going to be, for nothing goes wrong: the truth finds it still on its way then.
   */
  private boolean isAtRest(Instant end) {
    work();
    if (nsap.segment().isWorkDue()) {
      return false;
    }
    var next = nextDue().filter(due -> due.isBefore(clock.instant().plus(SOON)));
    if (next.isEmpty() || truth.isSettled() || clock.instant().isAfter(end)) {
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
        .pollInterval(MOMENT)
        .atMost(PATIENCE);
  }

  @Override
  public void close() {
    nsap.close();
    chain.close();
  }
}
