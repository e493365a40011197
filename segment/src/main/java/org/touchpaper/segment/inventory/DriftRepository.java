package org.touchpaper.segment.inventory;

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
import org.touchpaper.segment.inventory.DriftRecord.Resolution;
import org.touchpaper.segment.persistence.ColumnMapping;

/** Stores configuration drift for operators; the latest ten thousand records are kept. */
public record DriftRepository(JdbcClient sql) {

  private static final int MAX_KEPT = 10_000;

  private static final String UNRESOLVED = "('REPAIRING', 'MISSING')";

  public void add(DriftRecord drift) {
    insert(drift, null);
  }

  /** Adds an orphan: items with this owner are on an element and not booked. */
  public void addOrphan(String element, String owner, Instant at, String description) {
    insert(new DriftRecord(null, element, at, description, Resolution.UNBOOKED), owner);
  }

  private void insert(DriftRecord drift, @Nullable String owner) {
    var connection = drift.connection();
    var number =
        sql.sql(
                """
                insert into segment_drift (
                  connection_id, owner, element, at, description, resolution)
                values (?, ?, ?, ?, ?, ?) returning drift_id
                """)
            .param(connection == null ? null : connection.value())
            .param(owner)
            .param(drift.element())
            .param(ColumnMapping.toColumn(drift.at()))
            .param(drift.description())
            .param(drift.resolution().name())
            .query(Long.class)
            .single();
    sql.sql("delete from segment_drift where drift_id <= ?").param(number - MAX_KEPT).update();
  }

  /** The owners of the recorded orphans that were on an element when it was last read. */
  public Set<String> listOrphans(String element) {
    return sql.sql("select owner from segment_drift where element = ? and resolution = 'UNBOOKED'")
        .param(element)
        .query((row, _) -> row.getString(1))
        .set();
  }

  public void markGone(String element, String owner, Instant now) {
    sql.sql(
            """
            update segment_drift set resolution = 'GONE', resolved_at = ?
            where element = ? and owner = ? and resolution = 'UNBOOKED'
            """)
        .param(ColumnMapping.toColumn(now))
        .param(element)
        .param(owner)
        .update();
  }

  /** Adds a missing item, unless one of this connection is recorded that has not been resolved. */
  public void addMissing(DriftRecord drift) {
    var connection = Objects.requireNonNull(drift.connection()).value();
    var isRecorded =
        sql.sql(
                "select exists (select from segment_drift where connection_id = ? and resolution = 'MISSING')")
            .param(connection)
            .query(Boolean.class)
            .single();
    if (!isRecorded) {
      insert(drift, null);
    }
  }

  /** The connections with missing items that have not been resolved. */
  public Set<ConnectionId> listMissing() {
    return sql.sql("select distinct connection_id from segment_drift where resolution = 'MISSING'")
        .query((row, _) -> new ConnectionId(row.getObject(1, UUID.class)))
        .set();
  }

  /** Marks what is missing of a connection as reported to its holder, which gives it up. */
  public void markReported(ConnectionId connection, Instant now) {
    resolve(connection, "('MISSING')", Resolution.REPORTED, now);
  }

  /** Marks all repairs of a connection as done, and its missing items as present again. */
  public void markRepaired(ConnectionId connection, Instant now) {
    resolve(connection, UNRESOLVED, Resolution.REPAIRED, now);
  }

  /** Ends the repairs of a connection that has nothing on its elements any longer. */
  public void endRepairs(ConnectionId connection, Instant now) {
    resolve(connection, UNRESOLVED, Resolution.GONE, now);
  }

  private void resolve(
      ConnectionId connection, String unresolved, Resolution resolution, Instant now) {
    sql.sql(
            "update segment_drift set resolution = ?, resolved_at = ?"
                + " where connection_id = ? and resolution in "
                + unresolved)
        .param(resolution.name())
        .param(ColumnMapping.toColumn(now))
        .param(connection.value())
        .update();
  }

  public List<DriftRecord> list(int limit) {
    return sql.sql("select * from segment_drift order by drift_id desc limit ?")
        .param(limit)
        .query(DriftRepository::read)
        .list();
  }

  private static DriftRecord read(ResultSet row, int number) throws SQLException {
    var connection = row.getObject("connection_id", UUID.class);
    return new DriftRecord(
        connection == null ? null : new ConnectionId(connection),
        row.getString("element"),
        Objects.requireNonNull(ColumnMapping.instant(row, "at")),
        row.getString("description"),
        Resolution.valueOf(row.getString("resolution")));
  }
}
