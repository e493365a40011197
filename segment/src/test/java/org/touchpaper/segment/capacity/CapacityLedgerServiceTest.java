package org.touchpaper.segment.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.touchpaper.segment.capacity.ExclusiveClaimRepository.ExclusiveItem;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.kit.LedgerTestDatabase;
import org.touchpaper.segment.kit.SegmentContractSupport;
import org.touchpaper.timetable.CapacityTimetable;
import org.touchpaper.timetable.Window;

class CapacityLedgerServiceTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Map<String, Long> CAPACITIES = Map.of("a", 10L, "b", 10L, "c", 5L);

  private static final LedgerTestDatabase TABLES = LedgerTestDatabase.create();

  private CapacityLedgerService ledger;

  @BeforeEach
  void empty() {
    TABLES.empty();
    ledger = open();
  }

  private static CapacityLedgerService open() {
    return new CapacityLedgerService(new CapacityLedgerRepository(TABLES.jdbc()), CAPACITIES);
  }

  private static Window minutes(long from, long to) {
    return new Window(NOON.plus(Duration.ofMinutes(from)), NOON.plus(Duration.ofMinutes(to)));
  }

  private static CapacityClaim claim(String resource, long from, long to, long amount) {
    return new CapacityClaim(resource, minutes(from, to), amount);
  }

  private Optional<CapacityShortage> book(
      ConnectionId connection, int version, CapacityClaim... claims) {
    return TABLES.inTransaction(() -> ledger.book(connection, version, List.of(claims)));
  }

  private void release(ConnectionId connection, int version) {
    TABLES.runInTransaction(() -> ledger.release(connection, version));
  }

  private CapacityTimetable timetable(String resource) {
    return timetable(ledger, resource);
  }

  private static CapacityTimetable timetable(CapacityLedgerService of, String resource) {
    return Objects.requireNonNull(of.currentTimetables(Set.of(resource)).get(resource));
  }

  /** The rows read for a booking do not grow with the number of past bookings. */
  @Test
  void readsOnlyNewEntries() {
    TABLES
        .jdbc()
        .execute(
            """
            insert into ledger_entry (resource, version, starts_at, ends_at, amount)
            select resource, version, now(), now() + interval '1 hour', 1
            from unnest(array['a', 'b']) resource, generate_series(1, 20000) version\
            """);
    TABLES.jdbc().execute("analyze ledger_entry");
    var rows = new CapacityLedgerRepository(TABLES.jdbc());
    var readInSequence =
        TABLES.inTransaction(() -> {
          var before = readInSequence();
          assertThat(rows.entriesAfter(Map.of("a", 19_999L, "b", 19_998L))).hasSize(3);
          return readInSequence() - before;
        });
    assertThat(readInSequence).isZero();
  }

  /**
   * Rows read sequentially on this connection so far, including earlier transactions not yet
   * counted.
   */
  private static long readInSequence() {
    return Objects.requireNonNull(
        TABLES
            .jdbc()
            .queryForObject(
                "select seq_tup_read from pg_stat_xact_user_tables where relname = 'ledger_entry'",
                Long.class));
  }

  @Test
  void letsBookingsTouchAndShareUpToThePeak() {
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("a", 0, 10, 6))).isEmpty();
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("a", 10, 20, 6))).isEmpty();
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("a", 0, 20, 4))).isEmpty();

    var shortage =
        book(SegmentContractSupport.newConnectionId(), 1, claim("a", 5, 6, 1)).orElseThrow();
    assertThat(shortage.claim().resource()).isEqualTo("a");
    assertThat(shortage.free()).isZero();
  }

  @Test
  void booksAllClaimsOrNone() {
    var shortage =
        book(SegmentContractSupport.newConnectionId(), 1, claim("a", 0, 9, 6), claim("c", 0, 9, 6))
            .orElseThrow();

    assertThat(shortage.claim().resource()).isEqualTo("c");
    assertThat(shortage.free()).isEqualTo(5);
    assertThat(timetable("a").peak(minutes(0, 9))).isZero();
  }

  @Test
  void countsAModifyAsThePointwiseMaximum() {
    var connection = SegmentContractSupport.newConnectionId();
    book(connection, 1, claim("a", 0, 10, 6));

    assertThat(book(connection, 2, claim("a", 5, 15, 9))).isEmpty();
    assertThat(timetable("a").peak(minutes(0, 5))).isEqualTo(6);
    assertThat(timetable("a").peak(minutes(5, 15))).isEqualTo(9);
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("a", 0, 5, 5))).isPresent();
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("a", 0, 5, 4))).isEmpty();

    release(connection, 1);
    assertThat(timetable("a").peak(minutes(0, 5))).isEqualTo(4);
    assertThat(timetable("a").peak(minutes(5, 15))).isEqualTo(9);
    release(connection, 2);
    assertThat(timetable("a").peak(minutes(5, 15))).isZero();
  }

  @Test
  void releasesOnlyBookedClaims() {
    var connection = SegmentContractSupport.newConnectionId();
    book(connection, 1, claim("a", 0, 10, 6));
    release(connection, 1);
    release(connection, 1);
    release(SegmentContractSupport.newConnectionId(), 7);

    assertThat(timetable("a").peak(minutes(0, 10))).isZero();
  }

  @Test
  void discardsARolledBackBookingThatWasReadInItsTransaction() {
    var connection = SegmentContractSupport.newConnectionId();
    TABLES.rollBack(() -> {
      ledger.book(connection, 1, List.of(claim("a", 0, 10, 6)));
      assertThat(timetable("a").peak(minutes(0, 10))).isEqualTo(6);
      assertThat(
              ledger.book(
                  SegmentContractSupport.newConnectionId(), 1, List.of(claim("a", 0, 10, 6))))
          .isPresent();
    });

    assertThat(timetable("a").peak(minutes(0, 10))).isZero();
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("a", 0, 10, 10))).isEmpty();
  }

  @Test
  void seesBookingsOfAnotherProcess() {
    var replica = open();
    book(SegmentContractSupport.newConnectionId(), 1, claim("a", 0, 10, 6));

    assertThat(replica.currentTimetables(Set.of("a")).get("a")).isNotNull();
    assertThat(
            TABLES.inTransaction(() ->
                replica.book(
                    SegmentContractSupport.newConnectionId(), 1, List.of(claim("a", 0, 10, 5)))))
        .isPresent();
  }

  @Test
  void whatHasEndedIsForgottenAndTheRestStays() {
    var replica = open();
    var longRunning = SegmentContractSupport.newConnectionId();
    book(longRunning, 1, claim("a", -90, 60, 2));
    book(SegmentContractSupport.newConnectionId(), 1, claim("a", 30, 40, 3));
    for (var i = -80; i < -40; i++) {
      var connection = SegmentContractSupport.newConnectionId();
      book(connection, 1, claim("a", i, i + 1L, 7), claim("b", i, i + 1L, 7));
      if (i % 2 == 0) {
        release(connection, 1);
      }
    }
    assertThat(replica.currentTimetables(Set.of("a"))).hasSize(1);
    var before = timetable("a").freeSteps(minutes(0, 90));
    var cutOff = NOON.minus(Duration.ofMinutes(10));
    for (var repeat = 0; repeat < 2; repeat++) {
      ledger.forgetBefore(cutOff);
      assertThat(count("ledger_claim")).isEqualTo(2);
      assertThat(count("ledger_entry")).as("of both, and the last ones").isEqualTo(2 + 2);
    }

    var restarted = open();
    for (var each : List.of(ledger, replica, restarted)) {
      assertThat(timetable(each, "a").freeSteps(minutes(0, 90))).isEqualTo(before);
      assertThat(timetable(each, "b").peak(minutes(0, 90))).isZero();
    }
    // What one process books the others see: no version is given twice.
    ledger = restarted;
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("b", 0, 10, 6))).isEmpty();
    ledger = replica;
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("b", 5, 10, 5))).isPresent();
    assertThat(book(longRunning, 2, claim("a", -90, 80, 3))).isEmpty();
    release(longRunning, 1);
    ledger = restarted;
    assertThat(timetable("a").free(minutes(30, 40))).isEqualTo(4);
    assertThat(timetable("a").free(minutes(70, 80))).isEqualTo(7);
    assertThat(book(SegmentContractSupport.newConnectionId(), 1, claim("a", 35, 75, 5)))
        .isPresent();
  }

  @Test
  void moreRowsThanOneStepDeletesAreForgotten() {
    TABLES
        .jdbc()
        .update(
            """
            insert into ledger_claim (connection_id, version, resource, starts_at, ends_at, amount)
            select gen_random_uuid(), 1, 'a', now() - interval '2 hours', now() - interval '1 hour', 1
            from generate_series(1, ?)\
            """,
            CapacityLedgerRepository.DELETED_AT_ONCE + 1);
    ledger.forgetBefore(Instant.now());
    assertThat(count("ledger_claim")).isZero();
  }

  @Test
  void itemsThatWereHeldLongAgoAreForgotten() {
    var items = new ExclusiveClaimRepository(TABLES.jdbc());
    var slot = new ExclusiveItem("link", 1);
    var past = SegmentContractSupport.newConnectionId();
    var present = SegmentContractSupport.newConnectionId();
    items.claim(past, 1, List.of(slot), minutes(-90, -60));
    items.claim(present, 1, List.of(slot), minutes(-60, 60));
    items.forgetBefore(NOON);
    assertThat(count("ledger_exclusive")).isEqualTo(1);
    assertThat(items.findTakenByOthers(List.of("link"), minutes(0, 1), past)).containsExactly(slot);
    items.release(past, 1);
    assertThat(count("ledger_exclusive")).isEqualTo(1);
  }

  private static long count(String table) {
    return Objects.requireNonNull(
        TABLES.jdbc().queryForObject("select count(*) from " + table, Long.class));
  }

  @Test
  void widensAScheduleToWholeMicroseconds() {
    var window =
        CapacityLedgerService.window(
            new Schedule(NOON.plusNanos(1_500), NOON.plusSeconds(1).plusNanos(1)));

    assertThat(window)
        .isEqualTo(new Window(NOON.plusNanos(1_000), NOON.plusSeconds(1).plusNanos(1_000)));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {20261201, 20261202, 20261203})
  void neverExceedsACapacityUnderConcurrentBookingsAndReleases(long seed) throws Exception {
    var ledgers = List.of(open(), open(), open());
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var work = new ArrayList<Callable<Boolean>>();
    for (var i = 0; i < 120; i++) {
      var from = random.nextInt(20);
      var to = from + random.nextInt(1, 10);
      var amount = random.nextInt(1, 5);
      var mine = ledgers.get(i % 3);
      var connection = SegmentContractSupport.newConnectionId();
      var both = List.of(claim("b", from, to, amount), claim("a", from, to, amount));
      var giveBack = random.nextInt(3) == 0;
      work.add(() -> {
        var held = TABLES.inTransaction(() -> mine.book(connection, 1, both)).isEmpty();
        if (giveBack) {
          TABLES.runInTransaction(() -> mine.release(connection, 1));
        }
        return held;
      });
    }
    try (var threads = Executors.newFixedThreadPool(6)) {
      for (var done : threads.invokeAll(work)) {
        done.get();
      }
    }

    for (var resource : List.of("a", "b")) {
      var naive = new long[30];
      TABLES
          .jdbc()
          .query(
              "select * from ledger_claim where resource = ?",
              row -> {
                var from = Duration.between(NOON, row.getTimestamp("starts_at").toInstant());
                var to = Duration.between(NOON, row.getTimestamp("ends_at").toInstant());
                for (var i = (int) from.toMinutes(); i < to.toMinutes(); i++) {
                  naive[i] += row.getLong("amount");
                }
              },
              resource);
      for (var i = 0; i < naive.length; i++) {
        assertThat(naive[i]).as("seed %d, minute %d", seed, i).isBetween(0L, 10L);
        for (var each : ledgers) {
          assertThat(
                  Objects.requireNonNull(each.currentTimetables(Set.of(resource)).get(resource))
                      .peak(minutes(i, i + 1L)))
              .as("seed %d, minute %d of %s", seed, i, resource)
              .isEqualTo(naive[i]);
        }
      }
    }
  }

  @Test
  void givesAnItemToOneConnectionAtATime() {
    var exclusives = new ExclusiveClaimRepository(TABLES.jdbc());
    var first = SegmentContractSupport.newConnectionId();
    var second = SegmentContractSupport.newConnectionId();
    exclusives.claim(first, 1, labels(100, 101), minutes(0, 10));
    exclusives.claim(first, 2, labels(100), minutes(5, 15));
    exclusives.claim(second, 1, labels(101), minutes(10, 20));

    assertThat(exclusives.findTakenByOthers(List.of("label", "slot"), minutes(9, 12), second))
        .containsExactlyInAnyOrderElementsOf(labels(100, 101));
    assertThat(exclusives.findTakenByOthers(List.of("label"), minutes(9, 12), first))
        .containsExactlyElementsOf(labels(101));
    assertThat(exclusives.findTakenByOthers(List.of("slot"), minutes(9, 12), second)).isEmpty();
    assertThatThrownBy(() -> exclusives.claim(second, 1, labels(100), minutes(14, 20)))
        .isInstanceOf(DataIntegrityViolationException.class);

    exclusives.release(first, 2);
    exclusives.claim(second, 1, labels(100), minutes(14, 20));
  }

  private static List<ExclusiveItem> labels(Integer... labels) {
    return Stream.of(labels).map(label -> new ExclusiveItem("label", label)).toList();
  }
}
