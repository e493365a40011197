package org.touchpaper.bar.administration;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the scheduler's rows. */
@Component
class DueWorkSummaryReader {

  private final JdbcClient sql;

  DueWorkSummaryReader(JdbcClient sql) {
    this.sql = sql;
  }

  List<DueWorkSummary> list(Instant lateBefore) {
    return sql.sql(
            """
            select task_name, count(*) as all_rows, count(*) filter (where picked) as running,
                   count(*) filter (where not picked and execution_time < :late) as late,
                   count(*) filter (where consecutive_failures > 0) as failing,
                   min(execution_time) filter (where not picked) as next_at
              from scheduled_tasks group by task_name order by task_name
            """)
        .param("late", lateBefore.atOffset(ZoneOffset.UTC))
        .query((row, _) -> {
          var next = row.getObject("next_at", OffsetDateTime.class);
          return new DueWorkSummary(
              row.getString("task_name"),
              row.getLong("all_rows"),
              row.getLong("running"),
              row.getLong("late"),
              row.getLong("failing"),
              next == null ? null : next.toInstant());
        })
        .list();
  }

  List<DueWorkSummary.Late> listLate(Instant lateBefore, int limit) {
    return sql.sql(
            """
            select task_name, task_instance, execution_time,
                   coalesce(consecutive_failures, 0) as failures
              from scheduled_tasks where not picked and execution_time < ?
             order by execution_time limit ?
            """)
        .param(lateBefore.atOffset(ZoneOffset.UTC))
        .param(limit)
        .query((row, _) ->
            new DueWorkSummary.Late(
                row.getString("task_name"),
                row.getString("task_instance"),
                row.getObject("execution_time", OffsetDateTime.class).toInstant(),
                row.getInt("failures")))
        .list();
  }
}
