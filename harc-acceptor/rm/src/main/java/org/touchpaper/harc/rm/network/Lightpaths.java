package org.touchpaper.harc.rm.network;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/** What was, or is about to be, asked of the BAR. */
public final class Lightpaths {
  private final JdbcClient jdbc;

  public Lightpaths(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  List<Lightpath> listOf(String transaction) {
    return jdbc.sql("select * from lightpath where transaction_id = ? order by action_index")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  /** Records what is about to be asked; what an earlier try recorded stands. */
  void intend(Lightpath lightpath) {
    var criteria = lightpath.criteria();
    jdbc.sql(
            "insert into lightpath (transaction_id, action_index, ident, connection_id, version,"
                + " source, destination, mbps, starts_at, ends_at, failure)"
                + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing")
        .param(lightpath.transaction())
        .param(lightpath.index())
        .param(lightpath.ident())
        .param(lightpath.connection().value())
        .param(lightpath.version())
        .param(criteria == null ? null : criteria.source().toString())
        .param(criteria == null ? null : criteria.destination().toString())
        .param(criteria == null ? null : criteria.bandwidthMbps())
        .param(criteria == null ? null : utc(criteria.schedule().startTime()))
        .param(criteria == null ? null : utc(criteria.schedule().endTime()))
        .param(lightpath.failure())
        .update();
  }

  /** Records the version or the path that the BAR's answer led to. */
  void change(Lightpath lightpath) {
    jdbc.sql(
            "update lightpath set version = ?, path = ?"
                + " where transaction_id = ? and action_index = ?")
        .param(lightpath.version())
        .param(lightpath.path().toArray(String[]::new))
        .param(lightpath.transaction())
        .param(lightpath.index())
        .update();
  }

  void noteFailure(Lightpath lightpath, @Nullable String reason) {
    jdbc.sql("update lightpath set failure = ? where transaction_id = ? and action_index = ?")
        .param(reason)
        .param(lightpath.transaction())
        .param(lightpath.index())
        .update();
  }

  private static Lightpath read(ResultSet row) throws SQLException {
    return new Lightpath(
        row.getString("transaction_id"),
        row.getInt("action_index"),
        row.getString("ident"),
        new ConnectionId(row.getObject("connection_id", UUID.class)),
        row.getInt("version"),
        criteria(row),
        List.of((String[]) row.getArray("path").getArray()),
        row.getString("failure"));
  }

  private static @Nullable Criteria criteria(ResultSet row) throws SQLException {
    return row.getString("source") == null
        ? null
        : new Criteria(
            Stp.parse(row.getString("source")),
            Stp.parse(row.getString("destination")),
            row.getInt("mbps"),
            new Schedule(instant(row, "starts_at"), instant(row, "ends_at")));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
