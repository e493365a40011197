package org.touchpaper.bar.event;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.DependsOn;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.platform.SettingValueRange;
import tools.jackson.databind.json.JsonMapper;

/**
 * The events as rows. A row is written by the transaction that changes the booking. Rows are read
 * in the order of {@link EventPosition}, and only those of transactions older than every running
 * one, so that no later commit adds a row before one that was read.
 */
@Component
@DependsOn("restoredDatabaseCheck")
public class EventLog implements BookingChangeRecorder {

  private static final SettingValueRange<Duration> RETENTION_RANGE =
      new SettingValueRange<>(Duration.ofMinutes(1), Duration.ofDays(3650));

  private static final Pattern ID = Pattern.compile("([0-9a-f]{8})-(\\d{1,18})-(\\d{1,18})");

  private final JdbcClient sql;
  private final TransactionTemplate transactions;
  private final Clock clock;
  private final Duration retention;
  private final String name;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  EventLog(
      JdbcClient sql,
      PlatformTransactionManager transactions,
      @Value("${touchpaper.bar.events.retention:7d}") Duration retention,
      Clock clock) {
    RETENTION_RANGE.check("touchpaper.bar.events.retention", retention);
    this.sql = sql;
    this.transactions = new TransactionTemplate(transactions);
    this.retention = retention;
    this.clock = clock;
    this.name = open();
  }

  /**
   * Names the log after the database. A restored one has another name, and begins anew, because its
   * transaction ids may be those of events that it lost.
   */
  private String open() {
    var current =
        sql.sql("select left(md5(written_by || timeline), 8) from database_identity")
            .query(String.class)
            .single();
    transactions.executeWithoutResult(_ -> {
      if (sql.sql("delete from event_log where name <> ?").param(current).update() > 0) {
        sql.sql("truncate event").update();
      }
      sql.sql("insert into event_log values (?, '0', 0) on conflict do nothing")
          .param(current)
          .update();
    });
    return current;
  }

  /** Registers an action to run after each transaction that wrote events; it must not block. */
  public void onAppend(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public void record(BookingSnapshot before, BookingSnapshot after) {
    var types = after.changesSince(before);
    types.forEach(type -> insert(after, type, EventData.of(before, after, type)));
    if (!types.isEmpty()) {
      runListenersAfterCommit();
    }
  }

  private void runListenersAfterCommit() {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            listeners.forEach(Runnable::run);
          }
        });
  }

  /** Records, in the enclosing transaction, that a booking is about to start. */
  public void recordAboutToStart(BookingSnapshot booking) {
    var type = EventType.ABOUT_TO_START;
    insert(booking, type, EventData.of(booking, booking, type));
    runListenersAfterCommit();
  }

  private void insert(BookingSnapshot booking, EventType type, EventData data) {
    sql.sql("insert into event (at, type, kind, booking, owner, data) values (?, ?, ?, ?, ?, ?)")
        .param(clock.instant().atOffset(ZoneOffset.UTC))
        .param(type.text())
        .param(booking.kind().text())
        .param(booking.id())
        .param(booking.owner())
        .param(JsonMapper.shared().writeValueAsString(data))
        .update();
  }

  private record Row(
      long horizon, boolean isComplete, boolean isSettled, List<BookingEvent> event) {}

  /**
   * Reads at most so many events after a position, in one statement and so from one snapshot. The
   * next position is never in the future, whatever the given one.
   */
  public EventBatch read(EventPosition after, int limit) {
    var rows =
        sql.sql(
                """
                select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon,
                       (pruned_xid, pruned_id) <= (cast(:transaction as xid8), :row) as complete,
                       xid < pg_snapshot_xmin(pg_current_snapshot()) as settled, next.*
                from event_log left join lateral (
                  select xid::text::bigint as transaction, event.* from event
                  where (xid, id) > (cast(:transaction as xid8), :row) order by xid, id limit :limit
                ) as next on true
                """)
            .param("transaction", Long.toString(after.transaction()))
            .param("row", after.row())
            .param("limit", limit)
            .query((row, _) ->
                new Row(
                    row.getLong("horizon"),
                    row.getBoolean("complete"),
                    row.getBoolean("settled"),
                    row.getObject("id") == null ? List.of() : List.of(event(row))))
            .list();
    var first = rows.getFirst();
    var stored = rows.stream().filter(row -> !row.event().isEmpty()).toList();
    var settled =
        stored.stream().takeWhile(Row::isSettled).map(row -> row.event().getFirst()).toList();
    return settled.size() == limit
        ? new EventBatch(settled, settled.getLast().position(), true, first.isComplete())
        : new EventBatch(
            settled,
            new EventPosition(first.horizon(), 0),
            settled.size() < stored.size(),
            first.isComplete());
  }

  private BookingEvent event(ResultSet row) throws SQLException {
    var position = new EventPosition(row.getLong("transaction"), row.getLong("id"));
    return new BookingEvent(
        position,
        id(position),
        row.getObject("at", OffsetDateTime.class).toInstant(),
        EventType.find(row.getString("type")).orElseThrow(),
        BookingKind.parse(row.getString("kind")),
        row.getObject("booking", UUID.class),
        row.getString("owner"),
        row.getString("data"));
  }

  /** Returns a position after all events that may be read now. */
  public EventPosition end() {
    return new EventPosition(
        sql.sql("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
            .query(Long.class)
            .single(),
        0);
  }

  /** Returns a position as clients see it: opaque text. */
  public String id(EventPosition position) {
    return "%s-%d-%d".formatted(name, position.transaction(), position.row());
  }

  /** Where a client resumes. */
  public sealed interface ResumeResult {
    record Found(EventPosition position) implements ResumeResult {}

    /** Events after the id may be missing. */
    record Lost(String reason) implements ResumeResult {}

    record Malformed() implements ResumeResult {}
  }

  /** Finds where to resume after the event, or heartbeat, with this id. */
  public ResumeResult find(String id) {
    var fields = ID.matcher(id);
    if (!fields.matches()) {
      return new ResumeResult.Malformed();
    }
    if (!fields.group(1).equals(name)) {
      return new ResumeResult.Lost("the BAR's database was restored since event " + id);
    }
    var position =
        new EventPosition(Long.parseLong(fields.group(2)), Long.parseLong(fields.group(3)));
    if (position.isAfter(end())) {
      return new ResumeResult.Lost(
          "the BAR gave no id " + id + " yet; read the bookings, then follow from now");
    }
    return read(position, 1).isComplete()
        ? new ResumeResult.Found(position)
        : new ResumeResult.Lost(
            "events after "
                + id
                + " are no longer stored; read the bookings, then follow from now");
  }

  /** Deletes events older than the retention, in batches; returns how many. */
  public int prune(int batch) {
    var total = 0;
    for (var deleted = batch; deleted == batch; total += deleted) {
      deleted = pruneBatch(batch);
    }
    return total;
  }

  private int pruneBatch(int batch) {
    return sql.sql(
            """
            with first as (select xid, id, at from event order by xid, id limit :batch),
                 old as (select xid, id from first where at < :before),
                 last as (select xid, id from old order by xid desc, id desc limit 1),
                 mark as (update event_log set pruned_xid = last.xid, pruned_id = last.id from last)
            delete from event using old where event.xid = old.xid and event.id = old.id
            """)
        .param("batch", batch)
        .param("before", clock.instant().minus(retention).atOffset(ZoneOffset.UTC))
        .update();
  }
}
