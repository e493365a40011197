package org.touchpaper.segment.provider;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
    insert(drift, null);
  }

  /** Something that bears this name is on an element, and in no books. */
  void unbooked(String element, String owner, Instant at, String what) {
    insert(new Drift(null, element, at, what, Done.UNBOOKED), owner);
  }

  private void insert(Drift drift, @Nullable String owner) {
    var connection = drift.connection();
    var number =
        sql.sql(
                """
                insert into segment_drift (connection_id, owner, element, at, what, done)
                values (?, ?, ?, ?, ?, ?) returning drift_id
                """)
            .param(connection == null ? null : connection.value())
            .param(owner)
            .param(drift.element())
            .param(Columns.time(drift.at()))
            .param(drift.what())
            .param(drift.done().name())
            .query(Long.class)
            .single();
    sql.sql("delete from segment_drift where drift_id <= ?").param(number - KEPT).update();
  }

  /**
   * The names of what was told to be unbooked on an element, and was there when it was last read.
   */
  Set<String> listUnbooked(String element) {
    return sql.sql("select owner from segment_drift where element = ? and done = 'UNBOOKED'")
        .param(element)
        .query((row, _) -> row.getString(1))
        .set();
  }

  void gone(String element, String owner, Instant now) {
    sql.sql(
            """
            update segment_drift set done = 'GONE', done_at = ?
            where element = ? and owner = ? and done = 'UNBOOKED'
            """)
        .param(Columns.time(now))
        .param(element)
        .param(owner)
        .update();
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
    var connection = row.getObject("connection_id", UUID.class);
    return new Drift(
        connection == null ? null : new ConnectionId(connection),
        row.getString("element"),
        Objects.requireNonNull(Columns.instant(row, "at")),
        row.getString("what"),
        Done.valueOf(row.getString("done")));
  }
}
