package org.touchpaper.segment.ledger;

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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.kit.LedgerTables;
import org.touchpaper.segment.kit.SegmentTalk;
import org.touchpaper.timetable.Timetable;
import org.touchpaper.timetable.Window;

class LedgerTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Map<String, Long> CAPACITIES = Map.of("a", 10L, "b", 10L, "c", 5L);

  private static final LedgerTables TABLES = LedgerTables.create();

  private Ledger ledger;

  @BeforeEach
  void empty() {
    TABLES.empty();
    ledger = open();
  }

  private static Ledger open() {
    return new Ledger(new LedgerRows(TABLES.jdbc()), CAPACITIES);
  }

  private static Window minutes(long from, long to) {
    return new Window(NOON.plus(Duration.ofMinutes(from)), NOON.plus(Duration.ofMinutes(to)));
  }

  private static Claim claim(String resource, long from, long to, long amount) {
    return new Claim(resource, minutes(from, to), amount);
  }

  private Optional<Shortage> book(ConnectionId connection, int version, Claim... claims) {
    return TABLES.committed(() -> ledger.book(connection, version, List.of(claims)));
  }

  private void release(ConnectionId connection, int version) {
    TABLES.commit(() -> ledger.release(connection, version));
  }

  private Timetable timetable(String resource) {
    return Objects.requireNonNull(ledger.read(Set.of(resource)).get(resource));
  }

  /** What is read for a booking does not grow with all that was ever booked. */
  @Test
  void readsWhatIsNewAndNotAllThatEverWas() {
    TABLES
        .jdbc()
        .execute(
            """
            insert into ledger_entry (resource, version, starts_at, ends_at, amount)
            select resource, version, now(), now() + interval '1 hour', 1
            from unnest(array['a', 'b']) resource, generate_series(1, 20000) version\
            """);
    TABLES.jdbc().execute("analyze ledger_entry");
    var rows = new LedgerRows(TABLES.jdbc());
    var readInSequence =
        TABLES.committed(() -> {
          var before = readInSequence();
          assertThat(rows.entriesAfter(Map.of("a", 19_999L, "b", 19_998L))).hasSize(3);
          return readInSequence() - before;
        });
    assertThat(readInSequence).isZero();
  }

  /** So far on this connection, by earlier transactions too if they were not yet counted. */
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
    assertThat(book(SegmentTalk.connection(), 1, claim("a", 0, 10, 6))).isEmpty();
    assertThat(book(SegmentTalk.connection(), 1, claim("a", 10, 20, 6))).isEmpty();
    assertThat(book(SegmentTalk.connection(), 1, claim("a", 0, 20, 4))).isEmpty();

    var shortage = book(SegmentTalk.connection(), 1, claim("a", 5, 6, 1)).orElseThrow();
    assertThat(shortage.claim().resource()).isEqualTo("a");
    assertThat(shortage.free()).isZero();
  }

  @Test
  void booksAllClaimsOrNone() {
    var shortage =
        book(SegmentTalk.connection(), 1, claim("a", 0, 9, 6), claim("c", 0, 9, 6)).orElseThrow();

    assertThat(shortage.claim().resource()).isEqualTo("c");
    assertThat(shortage.free()).isEqualTo(5);
    assertThat(timetable("a").peak(minutes(0, 9))).isZero();
  }

  @Test
  void countsAModifyAsThePointwiseMaximum() {
    var connection = SegmentTalk.connection();
    book(connection, 1, claim("a", 0, 10, 6));

    assertThat(book(connection, 2, claim("a", 5, 15, 9))).isEmpty();
    assertThat(timetable("a").peak(minutes(0, 5))).isEqualTo(6);
    assertThat(timetable("a").peak(minutes(5, 15))).isEqualTo(9);
    assertThat(book(SegmentTalk.connection(), 1, claim("a", 0, 5, 5))).isPresent();
    assertThat(book(SegmentTalk.connection(), 1, claim("a", 0, 5, 4))).isEmpty();

    release(connection, 1);
    assertThat(timetable("a").peak(minutes(0, 5))).isEqualTo(4);
    assertThat(timetable("a").peak(minutes(5, 15))).isEqualTo(9);
    release(connection, 2);
    assertThat(timetable("a").peak(minutes(5, 15))).isZero();
  }

  @Test
  void givesBackOnlyWhatIsBooked() {
    var connection = SegmentTalk.connection();
    book(connection, 1, claim("a", 0, 10, 6));
    release(connection, 1);
    release(connection, 1);
    release(SegmentTalk.connection(), 7);

    assertThat(timetable("a").peak(minutes(0, 10))).isZero();
  }

  @Test
  void forgetsWhatWasRolledBackEvenAfterReadingItInTheSameTransaction() {
    var connection = SegmentTalk.connection();
    TABLES.rollBack(() -> {
      ledger.book(connection, 1, List.of(claim("a", 0, 10, 6)));
      assertThat(timetable("a").peak(minutes(0, 10))).isEqualTo(6);
      assertThat(ledger.book(SegmentTalk.connection(), 1, List.of(claim("a", 0, 10, 6))))
          .isPresent();
    });

    assertThat(timetable("a").peak(minutes(0, 10))).isZero();
    assertThat(book(SegmentTalk.connection(), 1, claim("a", 0, 10, 10))).isEmpty();
  }

  @Test
  void seesWhatAnotherProcessBooked() {
    var replica = open();
    book(SegmentTalk.connection(), 1, claim("a", 0, 10, 6));

    assertThat(replica.read(Set.of("a")).get("a")).isNotNull();
    assertThat(
            TABLES.committed(
                () -> replica.book(SegmentTalk.connection(), 1, List.of(claim("a", 0, 10, 5)))))
        .isPresent();
  }

  @Test
  void widensAScheduleToWholeMicroseconds() {
    var window =
        Ledger.window(new Schedule(NOON.plusNanos(1_500), NOON.plusSeconds(1).plusNanos(1)));

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
      var connection = SegmentTalk.connection();
      var both = List.of(claim("b", from, to, amount), claim("a", from, to, amount));
      var giveBack = random.nextInt(3) == 0;
      work.add(() -> {
        var held = TABLES.committed(() -> mine.book(connection, 1, both)).isEmpty();
        if (giveBack) {
          TABLES.commit(() -> mine.release(connection, 1));
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
                  Objects.requireNonNull(each.read(Set.of(resource)).get(resource))
                      .peak(minutes(i, i + 1L)))
              .as("seed %d, minute %d of %s", seed, i, resource)
              .isEqualTo(naive[i]);
        }
      }
    }
  }

  @Test
  void givesAnItemToOneConnectionAtATime() {
    var exclusives = new Exclusives(TABLES.jdbc());
    var first = SegmentTalk.connection();
    var second = SegmentTalk.connection();
    exclusives.take(first, 1, "label", List.of(100, 101), minutes(0, 10));
    exclusives.take(first, 2, "label", List.of(100), minutes(5, 15));
    exclusives.take(second, 1, "label", List.of(101), minutes(10, 20));

    assertThat(exclusives.takenByOthers("label", minutes(9, 12), second))
        .containsExactlyInAnyOrder(100, 101);
    assertThat(exclusives.takenByOthers("label", minutes(9, 12), first)).containsExactly(101);
    assertThatThrownBy(() -> exclusives.take(second, 1, "label", List.of(100), minutes(14, 20)))
        .isInstanceOf(DataIntegrityViolationException.class);

    exclusives.release(first, 2);
    exclusives.take(second, 1, "label", List.of(100), minutes(14, 20));
  }
}
