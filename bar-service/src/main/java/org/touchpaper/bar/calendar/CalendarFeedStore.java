package org.touchpaper.bar.calendar;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Schedule;

/** The rows of calendars' addresses, and what a calendar shows of bookings. */
@Component
class CalendarFeedStore {

  private final JdbcClient sql;

  CalendarFeedStore(JdbcClient sql) {
    this.sql = sql;
  }

  /** Stores a user's address; an earlier one is no longer valid. */
  void save(String owner, String hash, Instant now) {
    sql.sql(
            """
            insert into calendar_feed (owner, hash, created_at) values (:owner, :hash, :now)
            on conflict (owner) do update set hash = :hash, created_at = :now, last_read_at = null
            """)
        .param("owner", owner)
        .param("hash", hash)
        .param("now", utc(now))
        .update();
  }

  void delete(String owner) {
    sql.sql("delete from calendar_feed where owner = ?").param(owner).update();
  }

  Optional<CalendarFeedRegistration> findByOwner(String owner) {
    return sql.sql("select * from calendar_feed where owner = ?")
        .param(owner)
        .query((row, _) -> feed(row))
        .optional();
  }

  Optional<CalendarFeedRegistration> findByHash(String hash) {
    return sql.sql("select * from calendar_feed where hash = ?")
        .param(hash)
        .query((row, _) -> feed(row))
        .optional();
  }

  /** Notes a use, at most once in a minute. */
  void noteRead(String owner, Instant now) {
    sql.sql(
            """
            update calendar_feed set last_read_at = :now
             where owner = :owner and (last_read_at is null or last_read_at <= :before)
            """)
        .param("now", utc(now))
        .param("owner", owner)
        .param("before", utc(now.minusSeconds(60)))
        .update();
  }

  /**
   * Lists a user's bookings of both kinds that end after an instant, first those that start first.
   */
  List<BookingCalendarWriter.Entry> listEntries(String owner, Instant from, int limit, URI pages) {
    return sql.sql(
            """
            select * from (
              select id, row_version, state, start_time, end_time, created_at, description,
                     array_to_string(resources, ', ') as resources
                from co_allocation
               where owner_name = :owner and end_time > :from and state <> 'REFUSED'
              union all
              select connection_id, row_version, phase, start_time, end_time, created_at,
                     description, concat_ws(', ', source, destination)
                from reservation
               where owner = :owner and body_digest <> '' and end_time > :from
                 and phase <> 'REFUSED') as booking
            order by start_time desc, id limit :limit
            """)
        .param("owner", owner)
        .param("from", utc(from))
        .param("limit", limit)
        .query((row, _) -> entry(row, pages))
        .list();
  }

  private static BookingCalendarWriter.Entry entry(ResultSet row, URI pages) throws SQLException {
    var id = row.getObject("id", UUID.class);
    var description = row.getString("description");
    return new BookingCalendarWriter.Entry(
        id,
        row.getLong("row_version"),
        BookingPhase.valueOf(row.getString("state")),
        new Schedule(instant(row, "start_time"), instant(row, "end_time")),
        instant(row, "created_at"),
        description.isBlank() ? "Booking" : description,
        row.getString("resources"),
        URI.create(pages + "/bookings/" + id));
  }

  private static CalendarFeedRegistration feed(ResultSet row) throws SQLException {
    return new CalendarFeedRegistration(
        row.getString("owner"), instant(row, "created_at"), nullable(row, "last_read_at"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static @Nullable Instant nullable(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  private static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }
}
