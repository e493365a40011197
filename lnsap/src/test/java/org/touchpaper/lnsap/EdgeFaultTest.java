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
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.elementemulator.fault.RandomFaultSettings;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.CrashingProxy;
import org.touchpaper.segment.kit.CrashingProxy.Language;
import org.touchpaper.segment.kit.CrashingSegment;
import org.touchpaper.segment.kit.KillableSegment;

/**
 * Random circuits through a 7600 come and go while any line may be lost, unanswered, refused,
 * garbled, executed up to a minute late or interleaved with others' edits, while the 7600 restarts,
 * loses its configuration, has its cards removed or ends sessions, and while the L-NSAP crashes. At
 * the end the edge matches the database and the foreign configuration, and no inactive circuit was
 * reported as active.
 */
class EdgeFaultTest {

  private static final int CIRCUITS = Integer.getInteger("trouble.circuits", 60) / 4;
  private static final int KILL_EVERY = 5;
  private static final int PULL_EVERY = 15;

  /** The longest delay of a line: almost the L-NSAP's uncertainty timeout. */
  private static final Duration LATE = Duration.ofSeconds(59);

  /** Longer than any retry pause and any line's delay. */
  private static final Duration SOON = Duration.ofSeconds(61);

  @TempDir Path folder;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final Map<ConnectionId, Schedule> open = new LinkedHashMap<>();
  private EmulatedElement edge;
  private CrashingSegment lnsap;
  private DatabaseEdgeConsistency truth;
  private boolean pulled;

  @SuppressWarnings("NullAway.Init") // set by each test
  EdgeFaultTest() {}

  @AfterEach
  void stop() {
    lnsap.close();
    edge.close();
  }

  private void start(String... settings) throws IOException {
    edge =
        EmulatedElement.start(ElementConfig.demo("EDGE-UCL", ElementModel.IOS_7600), folder, clock);
    var wire = new CrashingProxy("EDGE-UCL", Language.WILD_CLI, edge.port());
    var options =
        new ArrayList<>(
            List.of(
                "--spring.config.name=lnsap",
                "--spring.config.additional-location=classpath:samples/uklight/lnsap-ucl.yml",
                "--touchpaper.profile=demo",
                "--touchpaper.element-timeout=200ms",
                "--touchpaper.elements.EDGE-UCL.port=" + wire.port()));
    options.addAll(List.of(settings));
    var segment = new KillableSegment(LnsapConfiguration.class, options, List.of(wire), clock);
    lnsap =
        new CrashingSegment(segment, List.of("EDGE-UCL"), new ConfigItem.Key("VLAN", "4000"), 1);
    truth = new DatabaseEdgeConsistency(segment, edge);
  }

  /** The faults of a command line; a circuit takes a hundred lines and more. */
  private static RandomFaultSettings plan(long seed) {
    var plan = RandomFaultSettings.uniform(seed, 0).withDelays(LATE, Duration.ofMillis(1));
    for (var often :
        List.of(
            FaultKind.DROP_BEFORE,
            FaultKind.DROP_AFTER,
            FaultKind.NO_RESPONSE,
            FaultKind.LATE,
            FaultKind.GARBAGE,
            FaultKind.BUSY,
            FaultKind.INTERLEAVED_REPORTS,
            FaultKind.LOGGED_OUT,
            FaultKind.SIGNAL_CHANGE,
            FaultKind.THIRD_PARTY_ENTERS)) {
      plan = plan.withRate(often, 0.004);
    }
    return plan.withRate(FaultKind.THIRD_PARTY_DELETES, 0.001)
        .withRate(FaultKind.RESTART, 0.001)
        .withRate(FaultKind.RESTART_EMPTY, 0.0005);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theEdgeMatchesTheDatabaseUnderAllFaults(long seed) throws IOException {
    start();
    go(seed, plan(seed), CIRCUITS);
    System.out.printf(
        "seed %d: %s, %d kills, %d found up%n",
        seed, edge.faults().triggeredCounts(), lnsap.kills(), truth.beenUp());
    assertThat(truth.violations()).isEmpty();
    assertThat(truth.beenUp()).isGreaterThan(CIRCUITS);
    var items = lnsap.segment().sql().sql("select count(*) from segment_item");
    assertThat(items.query(Long.class).single()).isZero();
  }

  /** The mistake: repeating a command that may still take effect. */
  @Test
  void anLnsapWithATooShortUncertaintyTimeoutIsDetected() throws IOException {
    start("--touchpaper.segment.uncertain-effect-timeout=1200ms");
    var plan =
        RandomFaultSettings.NONE
            .withRate(FaultKind.LATE, 0.05)
            .withDelays(LATE, Duration.ofMillis(1));
    go(1, plan, 10 * CIRCUITS); // ends with the first circuit wrongly reported as active
    assertThat(truth.violations()).isNotEmpty();
  }

  private void go(long seed, RandomFaultSettings plan, int circuits) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    edge.faults().usePlan(plan);
    for (var booked = 0; booked < circuits && truth.violations().isEmpty(); booked++) {
      book(booked, random);
      changeSomeCircuits(random);
      advanceTime(Duration.ofMillis(random.nextLong(20_000)));
    }
    settle();
    open.values().stream()
        .map(Schedule::endTime)
        .max(Instant::compareTo)
        .ifPresent(end -> clock.set(end.isAfter(clock.instant()) ? end : clock.instant()));
    settle();
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
        new ReserveRequest(
            requester(),
            id,
            1,
            LnsapFixture.criteria(host, 10, schedule),
            lnsap.segment().holder().holderOf(id));
    var held = new ArrayList<ReserveResult>();
    lnsap.call(segment -> held.add(segment.reserve(request)));
    if (held.getLast() instanceof ReserveResult.Held) {
      open.put(id, schedule);
      lnsap.call(segment -> segment.commit(order(id)));
      lnsap.call(segment -> segment.provision(order(id)));
    }
  }

  private static ConnectionVersionRequest order(ConnectionId id) {
    return new ConnectionVersionRequest(requester(), id, 1);
  }

  private void changeSomeCircuits(RandomGenerator random) {
    open.values().removeIf(schedule -> schedule.endTime().isBefore(clock.instant()));
    for (var id : List.copyOf(open.keySet())) {
      switch (random.nextInt(40)) {
        case 0 -> {
          lnsap.call(segment -> segment.terminate(order(id)));
          open.remove(id);
        }
        case 1 -> {
          lnsap.call(segment -> segment.release(order(id)));
          work();
          lnsap.call(segment -> segment.provision(order(id)));
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

  /** Advances the clock and runs the work that becomes due. */
  private void advanceTime(Duration by) {
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
    lnsap.runDueTasks();
    truth.check(clock.instant());
  }

  /** Stops faults until all work is done and verified. */
  private void settle() {
    edge.faults().usePlan(RandomFaultSettings.NONE);
    lnsap.restart();
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
    return !lnsap.segment().hasDueTasks();
  }
}
