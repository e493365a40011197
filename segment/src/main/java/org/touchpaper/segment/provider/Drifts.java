package org.touchpaper.segment.provider;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.provider.Drift.Done;

/** What drift was found, for operators; the latest ten thousand are kept. */
final class Drifts {

  private static final int KEPT = 10_000;

  private final JdbcClient sql;

  Drifts(JdbcClient sql) {
    this.sql = sql;
  }

  void found(Drift drift) {
    var number =
        sql.sql(
                """
                insert into segment_drift (connection_id, element, at, what, done)
                values (?, ?, ?, ?, ?) returning drift_id
                """)
            .param(drift.connection().value())
            .param(drift.element())
            .param(Columns.time(drift.at()))
            .param(drift.what())
            .param(drift.done().name())
            .query(Long.class)
            .single();
    sql.sql("delete from segment_drift where drift_id <= ?").param(number - KEPT).update();
  }

  /** All that was being repaired for a connection reads as it should. */
  void repaired(ConnectionId connection, Instant now) {
    sql.sql(
            """
            update segment_drift set done = 'REPAIRED', done_at = ?
            where connection_id = ? and done = 'REPAIRING'
            """)
        .param(Columns.time(now))
        .param(connection.value())
        .update();
  }

  List<Drift> list(int atMost) {
    return sql.sql("select * from segment_drift order by drift_id desc limit ?")
        .param(atMost)
        .query(Drifts::read)
        .list();
  }

  private static Drift read(ResultSet row, int number) throws SQLException {
    return new Drift(
        new ConnectionId(row.getObject("connection_id", UUID.class)),
        row.getString("element"),
        Objects.requireNonNull(Columns.instant(row, "at")),
        row.getString("what"),
        Done.valueOf(row.getString("done")));
  }
}
