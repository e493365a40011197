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
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.MortalSegment;
import org.touchpaper.segment.kit.WireWatch;
import org.touchpaper.tl1.element.FaultPlan;
import org.touchpaper.tl1.element.Mishap;

/**
 * Random circuits over a chain of four elements, set up and torn down by the NSAP's own code on
 * PostgreSQL while the elements, the wires and the NSAP fail by chances drawn from one seed. The
 * clock is turned; the work that is due is done by one thread, so that a seed tells its story
 * again.
 *
 * <p>After every turn, what the books call up must be on the elements; and every so often nothing
 * goes wrong for a while, after which the elements must hold exactly what the books say.
 */
final class TroubleRun implements AutoCloseable {

  /** Longer than any pause between attempts. */
  private static final Duration SOON = Duration.ofSeconds(31);

  /** Sessions come back by real time, later and later. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final int CALM_EVERY = 250;
  private static final int KILL_EVERY = 40;

  private final RandomGenerator random;
  private final FaultPlan plan;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final Chain chain;
  private final MortalSegment nsap;
  private final Truth truth;
  private final Map<ConnectionId, Schedule> open = new LinkedHashMap<>();
  private CrashSwitch crash;
  private int down = -1;
  private int kills;
  private int refused;
  private int calms;

  /** What came of a run. */
  record Result(
      int circuits,
      int refused,
      int kills,
      int calms,
      Truth.Counts counts,
      Map<Mishap, Long> struck,
      List<String> violations) {}

  TroubleRun(long seed, Class<?> service, FaultPlan plan, Path folder) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.plan = plan;
    this.chain = new Chain(clock).start(folder);
    var options =
        Stream.concat(
            Stream.of(
                "--spring.config.name=nsap",
                "--touchpaper.profile=demo",
                "--touchpaper.element-timeout=200ms",
                "--touchpaper.topology=classpath:nsap/four-in-a-row.yaml"),
            chain.options());
    this.nsap = new MortalSegment(service, options.toList(), chain.wires(), clock);
    this.crash = nsap.live(null, WireWatch.none());
    this.truth = new Truth(nsap, chain);
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
        .map(Schedule::endTime)
        .filter(end -> end.isAfter(clock.instant()))
        .max(Instant::compareTo)
        .ifPresent(clock::set);
    calm();
    truth.checkAllGone();
    return result(circuits);
  }

  private Result result(int circuits) {
    return new Result(
        circuits, refused, kills, calms, truth.counts(), chain.struck(), truth.violations());
  }

  private void book(int number) {
    var id = new ConnectionId(new UUID(number, random.nextLong()));
    if (random.nextInt(KILL_EVERY) == 0) {
      kill();
    }
    var start = clock.instant().plusMillis(random.nextLong(60_000));
    var schedule = new Schedule(start, start.plusMillis(20_000 + random.nextLong(240_000)));
    var held = new ArrayList<ReserveAnswer>();
    ask(() ->
        held.add(
            nsap.segment()
                .reserve(
                    new Reserve(requester(), id, 1, criteria(schedule), nsap.holder().of(id)))));
    if (!(held.getLast() instanceof ReserveAnswer.Held)) {
      refused++;
      return;
    }
    truth.booked(id);
    open.put(id, schedule);
    ask(() -> nsap.segment().commit(order(id)));
    ask(() -> nsap.segment().provision(order(id)));
  }

  private Criteria criteria(Schedule schedule) {
    var from = random.nextInt(4);
    var to = random.nextInt(3) == 0 ? (from + 1 + random.nextInt(3)) % 4 : 3 - from;
    return new Criteria(stp(from), stp(to), 48 * (1 + random.nextInt(2)), schedule);
  }

  private static Stp stp(int position) {
    return Stp.parse("urn:ogf:network:wan.ukl:2026:" + "ABCD".charAt(position) + "?vlan=100-999");
  }

  private static Order order(ConnectionId id) {
    return new Order(requester(), id, 1);
  }

  /** People release, provision anew and end circuits, best while commands may have effects yet. */
  private void changeMinds() {
    for (var id : List.copyOf(open.keySet())) {
      var schedule = Objects.requireNonNull(open.get(id));
      if (schedule.endTime().isBefore(clock.instant())) {
        open.remove(id);
      } else {
        var sinceStart = Duration.between(schedule.startTime(), clock.instant()).toMillis();
        var justStarted = sinceStart >= 0 && sinceStart < 1_000;
        changeMind(id, random.nextInt(justStarted || truth.isInDoubt(id) ? 12 : 400));
      }
    }
  }

  private void changeMind(ConnectionId id, int chance) {
    switch (chance) {
      case 0 -> {
        ask(() -> nsap.segment().terminate(order(id)));
        open.remove(id);
        work();
      }
      case 1, 2 -> {
        ask(() -> nsap.segment().release(order(id)));
        if (random.nextBoolean()) {
          work();
        }
        ask(() -> nsap.segment().provision(order(id)));
        work();
      }
      case 3 -> ask(() -> nsap.segment().release(order(id)));
      default -> {}
    }
  }

  /** Whoever gets no answer asks again. */
  private void ask(Runnable request) {
    try {
      request.run();
    } catch (Fault e) {
      return; // too late, over, or ended by a stranger's hand: an answer
    } catch (Throwable e) {
      restartIfKilled(e);
      ask(request);
    }
    if (crash.isDead()) {
      restart();
    }
  }

  /** Turns the clock on, and does on the way what falls due. */
  private void turn(Duration by) {
    var until = clock.instant().plus(by);
    mend();
    for (var rounds = 0; rounds < 200; rounds++) {
      var next = nsap.nextDue().filter(due -> !due.isAfter(until));
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
    try {
      nsap.workDue();
    } catch (Throwable e) {
      restartIfKilled(e);
    }
    if (crash.isDead()) {
      restart();
    }
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

  /** The NSAP dies at one of its next commits, messages, or commands to an element. */
  private void kill() {
    kills++;
    var moments = List.of(Moment.BEFORE_COMMIT, Moment.AFTER_COMMIT, Moment.BEFORE_SEND);
    if (random.nextInt(3) == 0) {
      var moment = moments.get(random.nextInt(moments.size()));
      crash = nsap.live(new CrashPoint(moment, 1 + random.nextInt(40)), WireWatch.none());
    } else {
      var tid = Chain.TIDS.get(random.nextInt(4));
      var point = new WireWatch.Point(tid, 1 + random.nextInt(80), random.nextBoolean());
      crash = nsap.live(null, WireWatch.at(point));
    }
  }

  private void restartIfKilled(Throwable e) {
    if (!crash.isDead()) {
      throw new AssertionError("not by the crash", e);
    }
    restart();
  }

  private void restart() {
    crash = nsap.live(null, WireWatch.none());
  }

  /** Nothing goes wrong until all is done and read back; then every element is looked at. */
  private void calm() {
    calms++;
    chain.follow(FaultPlan.NONE);
    crash = nsap.live(null, WireWatch.none());
    if (down >= 0) {
      restartElement(down);
      down = -1;
    }
    for (var audit = 0; audit < 2; audit++) {
      clock.advance(SOON);
      work(); // reads back what is up
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> {
            work();
            return !isDueSoon() || truth.isSettled();
          });
    }
    truth.checkExactly();
    chain.follow(plan);
  }

  private boolean isDueSoon() {
    var next = nsap.nextDue().filter(due -> due.isBefore(clock.instant().plus(SOON)));
    next.filter(due -> due.isAfter(clock.instant())).ifPresent(clock::set);
    return next.isPresent();
  }

  @Override
  public void close() {
    nsap.close();
    chain.close();
  }
}
