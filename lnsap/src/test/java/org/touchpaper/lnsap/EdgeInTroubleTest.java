package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.segment.kit.ScriptedHolder.requester;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.DyingSegment;
import org.touchpaper.segment.kit.ElementWire;
import org.touchpaper.segment.kit.ElementWire.Language;
import org.touchpaper.segment.kit.MortalSegment;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.FaultPlan;
import org.touchpaper.tl1.element.Mishap;

/**
 * Random circuits through a 7600 come and go while any line typed may be lost, unanswered, refused,
 * garbled, carried out up to a minute late or met by others' work, while the 7600 restarts, loses
 * its configuration, has its cards pulled or throws us out, and while the L-NSAP dies: at the end
 * the edge holds what the books say and what others have, and nothing was called up that was not.
 */
class EdgeInTroubleTest {

  private static final int CIRCUITS = Integer.getInteger("trouble.circuits", 60) / 4;
  private static final int KILL_EVERY = 5;
  private static final int PULL_EVERY = 15;

  /** By how much a line is late at most: almost as long as an L-NSAP is in doubt. */
  private static final Duration LATE = Duration.ofSeconds(59);

  /** Longer than any pause between attempts, and than any line is late. */
  private static final Duration SOON = Duration.ofSeconds(61);

  @TempDir Path folder;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final Map<ConnectionId, Schedule> open = new LinkedHashMap<>();
  private EmulatedElement edge;
  private DyingSegment lnsap;
  private EdgeTruth truth;
  private boolean pulled;

  @SuppressWarnings("NullAway.Init") // set by each test
  EdgeInTroubleTest() {}

  @AfterEach
  void stop() {
    lnsap.close();
    edge.close();
  }

  private void start(String... settings) throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder, clock);
    var wire = new ElementWire("EDGE-UCL", Language.WILD_CLI, edge.port());
    var options =
        new ArrayList<>(
            List.of(
                "--spring.config.name=lnsap",
                "--touchpaper.campus=ucl",
                "--touchpaper.profile=demo",
                "--touchpaper.element-timeout=200ms",
                "--touchpaper.elements.EDGE-UCL.port=" + wire.port()));
    options.addAll(List.of(settings));
    var segment = new MortalSegment(LnsapConfiguration.class, options, List.of(wire), clock);
    lnsap = new DyingSegment(segment, List.of("EDGE-UCL"), new Item.Key("VLAN", "4000"), 1);
    truth = new EdgeTruth(segment, edge);
  }

  /** What befalls a command line; a circuit is a hundred lines and more. */
  private static FaultPlan plan(long seed) {
    var plan = FaultPlan.even(seed, 0).waiting(LATE, Duration.ofMillis(1));
    for (var often :
        List.of(
            Mishap.DROP_BEFORE,
            Mishap.DROP_AFTER,
            Mishap.SILENT,
            Mishap.LATE,
            Mishap.GARBAGE,
            Mishap.BUSY,
            Mishap.CHATTER,
            Mishap.LOGGED_OUT,
            Mishap.SIGNAL,
            Mishap.STRANGER_ENTERS)) {
      plan = plan.with(often, 0.004);
    }
    return plan.with(Mishap.STRANGER_DELETES, 0.001)
        .with(Mishap.RESTART, 0.001)
        .with(Mishap.RESTART_EMPTY, 0.0005);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theEdgeHoldsWhatTheBooksSayWhateverGoesWrong(long seed) throws IOException {
    start();
    go(seed, plan(seed), CIRCUITS);
    System.out.printf(
        "seed %d: %s, %d kills, %d found up%n",
        seed, edge.faults().struck(), lnsap.kills(), truth.beenUp());
    assertThat(truth.violations()).isEmpty();
    assertThat(truth.beenUp()).isGreaterThan(CIRCUITS);
    var items = lnsap.segment().sql().sql("select count(*) from segment_item");
    assertThat(items.query(Long.class).single()).isZero();
  }

  /** What is sent again before it is certain that nothing comes of it any more. */
  @Test
  void anLnsapThatBelievesTooSoonThatNothingWillComeIsSeen() throws IOException {
    start("--touchpaper.segment.in-doubt-for=1200ms");
    var plan = FaultPlan.NONE.with(Mishap.LATE, 0.05).waiting(LATE, Duration.ofMillis(1));
    go(1, plan, 10 * CIRCUITS); // it ends with the first that is called up and is not
    assertThat(truth.violations()).isNotEmpty();
  }

  private void go(long seed, FaultPlan plan, int circuits) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    edge.faults().follow(plan);
    for (var booked = 0; booked < circuits && truth.violations().isEmpty(); booked++) {
      book(booked, random);
      changeMinds(random);
      turn(Duration.ofMillis(random.nextLong(20_000)));
    }
    calm();
    open.values().stream()
        .map(Schedule::endTime)
        .max(Instant::compareTo)
        .ifPresent(end -> clock.set(end.isAfter(clock.instant()) ? end : clock.instant()));
    calm();
  }

  private void book(int number, RandomGenerator random) {
    if (random.nextInt(KILL_EVERY) == 0) {
      lnsap.kill(random);
    }
    var id = new ConnectionId(new UUID(number, random.nextLong()));
    var start = clock.instant().plusMillis(random.nextLong(30_000));
    var schedule = new Schedule(start, start.plusMillis(60_000 + random.nextLong(240_000)));
    var host = random.nextInt(3) == 0 ? "haptic" : "vis";
    var request =
        new Reserve(
            requester(),
            id,
            1,
            LnsapUnderTest.criteria(host, 10, schedule),
            lnsap.segment().holder().of(id));
    var held = new ArrayList<ReserveAnswer>();
    lnsap.ask(segment -> held.add(segment.reserve(request)));
    if (held.getLast() instanceof ReserveAnswer.Held) {
      open.put(id, schedule);
      lnsap.ask(segment -> segment.commit(order(id)));
      lnsap.ask(segment -> segment.provision(order(id)));
    }
  }

  private static Order order(ConnectionId id) {
    return new Order(requester(), id, 1);
  }

  private void changeMinds(RandomGenerator random) {
    open.values().removeIf(schedule -> schedule.endTime().isBefore(clock.instant()));
    for (var id : List.copyOf(open.keySet())) {
      switch (random.nextInt(40)) {
        case 0 -> {
          lnsap.ask(segment -> segment.terminate(order(id)));
          open.remove(id);
        }
        case 1 -> {
          lnsap.ask(segment -> segment.release(order(id)));
          work();
          lnsap.ask(segment -> segment.provision(order(id)));
        }
        default -> {}
      }
    }
    if (pulled || random.nextInt(PULL_EVERY) == 0) {
      pulled = !pulled;
      moveCard();
    }
  }

  private void moveCard() {
    if (pulled) {
      edge.pullCard(3);
    } else {
      edge.insertCard(3);
    }
  }

  /** Turns the clock on, and does on the way what falls due. */
  private void turn(Duration by) {
    var until = clock.instant().plus(by);
    for (var rounds = 0; rounds < 100; rounds++) {
      var next = lnsap.segment().nextDue().filter(due -> !due.isAfter(until));
      if (next.isEmpty()) {
        break;
      }
      next.filter(due -> due.isAfter(clock.instant())).ifPresent(clock::set);
      work();
    }
    clock.set(until);
    work();
  }

  private void work() {
    lnsap.work();
    truth.check(clock.instant());
  }

  /** Nothing goes wrong until all is done and read back. */
  private void calm() {
    edge.faults().follow(FaultPlan.NONE);
    lnsap.liveOn();
    pulled = false;
    moveCard();
    await().atMost(Duration.ofMinutes(2)).until(lnsap::readsEveryElement);
    for (var audit = 0; audit < 3; audit++) {
      clock.advance(SOON);
      await()
          .pollInSameThread()
          .pollInterval(Duration.ofMillis(2))
          .atMost(Duration.ofMinutes(2))
          .until(this::isAtRest);
    }
    truth.checkExactly(clock.instant());
  }

  private boolean isAtRest() {
    work();
    return !lnsap.segment().isWorkDue();
  }
}
