package org.touchpaper.bar.administration;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.listing.PostgresCustomPlanExecutor;

/** Reads what each user's bookings reserve in a month, summed in the database. */
@Component
class UserMonthlyUsageReader {

  private static final String HOURS = "(extract(epoch from end_time - start_time)::float8 / 3600)";

  private final JdbcClient sql;
  private final PostgresCustomPlanExecutor customPlans;

  UserMonthlyUsageReader(JdbcClient sql, PostgresCustomPlanExecutor customPlans) {
    this.sql = sql;
    this.customPlans = customPlans;
  }

  List<UserMonthlyUsage> list(Instant from, Instant to) {
    return customPlans.read(() -> sum(from, to));
  }

  private List<UserMonthlyUsage> sum(Instant from, Instant to) {
    return sql.sql(
            """
            with booking as (
              select owner_name as owner, date_trunc('month', start_time, 'UTC') as month,
                     count(*) as bookings, sum(nodes * HOURS) as node_hours,
                     sum(bandwidth_mbps * HOURS) as megabit_hours
                from co_allocation
               where state in ('COMMITTED', 'ACTIVE', 'ENDED')
                 and start_time >= :from and start_time < :to
               group by 1, 2
              union all
              select owner, date_trunc('month', start_time, 'UTC'),
                     count(*), 0, sum(coalesce(bandwidth_mbps, 0) * HOURS)
                from (select owner, reservation.start_time, reservation.end_time, bandwidth_mbps
                        from reservation
                        left join revision on revision.connection_id = reservation.connection_id
                         and revision.version = reservation.binding_version
                       where phase in ('COMMITTED', 'ACTIVE', 'ENDED') and body_digest <> ''
                         and reservation.start_time >= :from and reservation.start_time < :to
                     ) as alone
               group by 1, 2)
            select to_char(month at time zone 'UTC', 'YYYY-MM') as month, owner,
                   sum(bookings) as bookings, sum(node_hours) as node_hours,
                   sum(megabit_hours) / 1000 as gigabit_hours
              from booking group by 1, 2 order by 1 desc, 2
            """
                .replace("HOURS", HOURS))
        .param("from", from.atOffset(ZoneOffset.UTC))
        .param("to", to.atOffset(ZoneOffset.UTC))
        .query((row, _) ->
            new UserMonthlyUsage(
                YearMonth.parse(row.getString("month")),
                row.getString("owner"),
                row.getLong("bookings"),
                row.getDouble("node_hours"),
                row.getDouble("gigabit_hours")))
        .list();
  }
}
