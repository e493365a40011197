package org.touchpaper.bar.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.reservation.BookingPhase;

/** The order, completeness and retention of events, on PostgreSQL. */
class EventLogTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private final BarFixture fixture = BarFixture.shared();
  private final Semaphore reads = new Semaphore(0);
  private final EventLog log = open();
  private final RecentEvents recent = new RecentEvents(log);

  @AfterEach
  void close() {
    recent.destroy();
  }

  /** As after a restart of the broker. */
  private EventLog open() {
    return new EventLog(
        fixture.bean(JdbcClient.class),
        fixture.bean(PlatformTransactionManager.class),
        Duration.ofDays(7),
        fixture.clock) {
      @Override
      public EventBatch read(EventPosition after, int limit) {
        var batch = super.read(after, limit);
        reads.release();
        return batch;
      }
    };
  }

  /** Waits until the memory has read the log once from now on. */
  private void awaitRead() throws InterruptedException {
    reads.drainPermits(); // one more may have begun before
    assertThat(reads.tryAcquire(2, PATIENCE.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
  }

  private void commit(UUID booking) {
    new TransactionTemplate(fixture.bean(PlatformTransactionManager.class))
        .executeWithoutResult(_ -> {
          var after = snapshot(booking);
          log.record(after.asRequested(), after);
        });
  }

  private static BookingSnapshot snapshot(UUID booking) {
    return new BookingSnapshot(
        BookingKind.RESERVATION,
        booking,
        "anne",
        "",
        BookingPhase.COMMITTED,
        null,
        "",
        null,
        null,
        null,
        null,
        false,
        false,
        null,
        null,
        List.of());
  }

  private static void insert(Connection connection, UUID booking) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          insert into event (at, type, kind, booking, owner, data)
          values (now(), 'committed', 'reservation', '%s', 'anne', '{}')
          """
              .formatted(booking));
    }
  }

  private static List<UUID> read(RecentEvents.Reader reader, int count)
      throws InterruptedException {
    var bookings = new ArrayList<UUID>();
    while (bookings.size() < count) {
      reader.next(PATIENCE).forEach(event -> bookings.add(event.booking()));
    }
    return bookings;
  }

  @Test
  void whatIsCommittedIsReadInOrder() throws Exception {
    var bookings = List.of(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID());
    try (var reader = recent.readAfter(log.end())) {
      bookings.forEach(this::commit);
      assertThat(read(reader, 3)).isEqualTo(bookings);
    }
  }

  @Test
  void whatIsRolledBackIsNeverRead() throws Exception {
    var booking = UUID.randomUUID();
    try (var reader = recent.readAfter(log.end());
        var connection = fixture.openConnection()) {
      connection.setAutoCommit(false);
      insert(connection, UUID.randomUUID());
      connection.rollback();
      commit(booking);
      assertThat(read(reader, 1)).containsExactly(booking);
    }
  }

  /** The transaction that begins first writes first and commits last. */
  @Test
  void aLateCommitIsNotMissedByAReaderThatResumes() throws Exception {
    var slow = UUID.randomUUID();
    var fast = UUID.randomUUID();
    var start = log.end();
    try (var connection = fixture.openConnection()) {
      connection.setAutoCommit(false);
      insert(connection, slow);
      commit(fast);
      var early = log.read(start, 10);
      assertThat(early.events()).isEmpty();
      assertThat(early.isPartial()).isTrue();
      connection.commit();
      assertThat(log.read(early.next(), 10).events())
          .extracting(BookingEvent::booking)
          .containsExactly(slow, fast);
    }
  }

  /** The transaction that begins first writes last, so its row has the greater id. */
  @Test
  void aLaterRowOfAnOlderTransactionIsNotMissedEither() throws Exception {
    var slow = UUID.randomUUID();
    var fast = UUID.randomUUID();
    try (var reader = recent.readAfter(log.end());
        var connection = fixture.openConnection()) {
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        statement.execute("select pg_current_xact_id()");
      }
      assertThat(reader.next(Duration.ZERO)).isEmpty();
      commit(fast);
      awaitRead();
      assertThat(reader.next(Duration.ZERO)).isEmpty();
      insert(connection, slow);
      connection.commit();
      assertThat(read(reader, 2)).containsExactly(slow, fast);
    }
  }

  @Test
  void manyConcurrentWritersLoseNothing() throws Exception {
    var writers = 8;
    var each = 20;
    var expected = new ArrayList<UUID>();
    var threads = new ArrayList<Thread>();
    try (var reader = recent.readAfter(log.end())) {
      for (var i = 0; i < writers; i++) {
        var bookings = Stream.generate(UUID::randomUUID).limit(each).toList();
        expected.addAll(bookings);
        threads.add(Thread.startVirtualThread(() -> bookings.forEach(this::commit)));
      }
      assertThat(read(reader, writers * each)).containsExactlyInAnyOrderElementsOf(expected);
    }
    for (var thread : threads) {
      thread.join();
    }
  }

  @Test
  void aReaderResumesAfterARestart() throws Exception {
    commit(UUID.randomUUID());
    var seen = log.read(new EventPosition(0, 0), 10).events().getLast().eventId();
    var missed = UUID.randomUUID();
    commit(missed);
    for (var time = 1; time <= 2; time++) {
      assertThat(open().find(seen))
          .isInstanceOfSatisfying(
              EventLog.ResumeResult.Found.class,
              at ->
                  assertThat(log.read(at.position(), 10).events())
                      .extracting(BookingEvent::booking)
                      .containsExactly(missed));
    }
  }

  @Test
  void aReaderThatFallsBehindTheMemoryReadsTheLog() throws Exception {
    var bookings = Stream.generate(UUID::randomUUID).limit(2100).toList();
    try (var slow = recent.readAfter(log.end());
        var fast = recent.readAfter(log.end())) {
      assertThat(slow.next(Duration.ZERO)).isEmpty();
      try (var connection = fixture.openConnection()) {
        connection.setAutoCommit(false);
        for (var booking : bookings) {
          insert(connection, booking);
        }
        connection.commit();
      }
      assertThat(read(fast, bookings.size())).isEqualTo(bookings);
      assertThat(read(slow, bookings.size())).isEqualTo(bookings);
    }
  }

  @Test
  void oldEventsAreDeletedAndAReaderBeforeThemIsTold() {
    var start = log.id(log.end());
    for (var i = 0; i < 5; i++) {
      commit(UUID.randomUUID());
    }
    fixture.clock.advance(Duration.ofDays(7).plusSeconds(1));
    var young = UUID.randomUUID();
    commit(young);
    var last = log.read(new EventPosition(0, 0), 5).events().getLast().eventId();
    assertThat(log.prune(2)).isEqualTo(5);
    assertThat(log.prune(2)).isZero();
    assertThat(log.find(start)).isInstanceOf(EventLog.ResumeResult.Lost.class);
    assertThat(log.find(last)).isInstanceOf(EventLog.ResumeResult.Found.class);
    assertThat(log.read(new EventPosition(0, 0), 10))
        .satisfies(batch -> assertThat(batch.isComplete()).isFalse())
        .satisfies(batch ->
            assertThat(batch.events()).extracting(BookingEvent::booking).containsExactly(young));
  }

  /** Its transaction ids may repeat those of events that it lost. */
  @Test
  void aRestoredDatabaseBeginsANewLog() {
    commit(UUID.randomUUID());
    var seen = log.id(log.end());
    fixture.jdbc().update("update event_log set name = 'restored'");
    var restored = open();
    assertThat(restored.read(new EventPosition(0, 0), 10).events()).isEmpty();
    assertThat(restored.find(seen.replaceFirst("[0-9a-f]{8}", "00000000")))
        .isInstanceOf(EventLog.ResumeResult.Lost.class);
  }

  @Test
  void anIdFromTheFutureIsRefused() {
    var now = log.end();
    for (var future : List.of(now.transaction() + 1_000_000, 999_999_999_999_999_999L)) {
      assertThat(log.find(log.id(new EventPosition(future, 0))))
          .isInstanceOf(EventLog.ResumeResult.Lost.class);
    }
    assertThat(log.find(log.id(now))).isInstanceOf(EventLog.ResumeResult.Found.class);
  }

  @Test
  void aReaderFromTheFutureNeitherKeepsOthersFromReadingNorMakesThemPoll() throws Exception {
    var booking = UUID.randomUUID();
    var future = new EventPosition(999_999_999_999_999_999L, 0);
    try (var first = recent.readAfter(future);
        var second = recent.readAfter(log.end())) {
      assertThat(first.next(Duration.ZERO)).isEmpty();
      assertThat(future.isAfter(first.position())).isTrue();
      reads.drainPermits();
      for (var i = 0; i < 200; i++) {
        assertThat(second.next(Duration.ofMillis(1))).isEmpty();
      }
      assertThat(reads.availablePermits()).isLessThan(50);
      commit(booking);
      assertThat(read(second, 1)).containsExactly(booking);
      assertThat(read(first, 1)).containsExactly(booking);
    }
  }

  @Test
  void anIdOfAnotherFormIsMalformed() {
    for (var id : List.of("", "0", "x-1-1", "00000000-1-", log.id(log.end()) + "0".repeat(30))) {
      assertThat(log.find(id)).isInstanceOf(EventLog.ResumeResult.Malformed.class);
    }
  }
}
