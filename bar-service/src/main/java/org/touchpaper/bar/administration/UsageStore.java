package org.touchpaper.bar.administration;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Sums what bookings reserve, in the database. */
@Component
class UsageStore {

  private final JdbcClient sql;

  UsageStore(JdbcClient sql) {
    this.sql = sql;
  }

  List<MonthlyUsage> list(Instant from, Instant to) {
    return sql.sql(
            """
            with booking as (
              select owner_name as owner, start_time,
                     extract(epoch from end_time - start_time) / 3600 as hours,
                     nodes, bandwidth_mbps as mbps
                from co_allocation
               where state in ('COMMITTED', 'ACTIVE', 'ENDED')
                 and start_time >= :from and start_time < :to
              union all
              select owner, reservation.start_time,
                     extract(epoch from reservation.end_time - reservation.start_time) / 3600,
                     0, coalesce(revision.bandwidth_mbps, 0)
                from reservation
                left join revision on revision.connection_id = reservation.connection_id
                 and revision.version = reservation.binding_version
               where phase in ('COMMITTED', 'ACTIVE', 'ENDED') and body_digest <> ''
                 and reservation.start_time >= :from and reservation.start_time < :to)
            select to_char(start_time at time zone 'UTC', 'YYYY-MM') as month, owner,
                   count(*) as bookings, sum(nodes * hours) as node_hours,
                   sum(mbps * hours) / 1000 as gigabit_hours
              from booking group by 1, 2 order by 1 desc, 2
            """)
        .param("from", from.atOffset(ZoneOffset.UTC))
        .param("to", to.atOffset(ZoneOffset.UTC))
        .query((row, _) ->
            new MonthlyUsage(
                YearMonth.parse(row.getString("month")),
                row.getString("owner"),
                row.getLong("bookings"),
                row.getDouble("node_hours"),
                row.getDouble("gigabit_hours")))
        .list();
  }
}
