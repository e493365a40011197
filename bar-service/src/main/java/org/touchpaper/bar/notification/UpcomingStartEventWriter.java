package org.touchpaper.bar.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.event.BookingKind;
import org.touchpaper.bar.event.BookingSnapshot;
import org.touchpaper.bar.event.EventLog;
import org.touchpaper.segment.connection.Schedule;

/**
 * Writes an event for each booking that is about to start, once for each of its start times. A
 * booking that was made later than that has none. A row marks what was announced, in the
 * transaction that writes the event.
 */
@Component
class UpcomingStartEventWriter {

  private static final Duration RETENTION = Duration.ofDays(2);

  private final JdbcClient sql;
  private final EventLog log;
  private final TransactionTemplate transactions;
  private final Clock clock;

  UpcomingStartEventWriter(
      JdbcClient sql, EventLog log, PlatformTransactionManager transactions, Clock clock) {
    this.sql = sql;
    this.log = log;
    this.transactions = new TransactionTemplate(transactions);
    this.clock = clock;
  }

  void announceDue() {
    var now = clock.instant();
    transactions.executeWithoutResult(_ ->
        sql.sql(
                """
                with booking as (
                  select 'CO_ALLOCATION' as kind, id, owner_name as owner, description, created_at,
                         start_time, end_time
                    from co_allocation
                   where state = 'COMMITTED' and start_time > :now and start_time <= :latest
                  union all
                  select 'RESERVATION', connection_id, owner, description, created_at, start_time,
                         end_time
                    from reservation
                   where phase = 'COMMITTED' and body_digest <> ''
                     and start_time > :now and start_time <= :latest),
                due as (
                  select booking.* from booking
                    left join notification_settings as chosen on chosen.owner = booking.owner
                   cross join lateral (select make_interval(
                     mins => coalesce(chosen.minutes_before, :default)) as lead) as minutes
                   where start_time - lead <= :now and created_at < start_time - lead),
                announced as (
                  insert into announced_start (booking, start_time) select id, start_time from due
                  on conflict do nothing returning booking)
                select due.* from due join announced on announced.booking = due.id
                """)
            .param("now", now.atOffset(ZoneOffset.UTC))
            .param(
                "latest",
                now.plus(Duration.ofMinutes(NotificationPreferences.MAX_MINUTES))
                    .atOffset(ZoneOffset.UTC))
            .param("default", NotificationPreferences.DEFAULT_MINUTES)
            .query((row, _) -> booking(row))
            .list()
            .forEach(log::recordAboutToStart));
  }

  private static BookingSnapshot booking(ResultSet row) throws SQLException {
    return BookingSnapshot.committed(
        BookingKind.valueOf(row.getString("kind")),
        row.getObject("id", UUID.class),
        row.getString("owner"),
        row.getString("description"),
        new Schedule(instant(row, "start_time"), instant(row, "end_time")));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  void prune() {
    sql.sql("delete from announced_start where start_time < ?")
        .param(clock.instant().minus(RETENTION).atOffset(ZoneOffset.UTC))
        .update();
  }
}
