package org.touchpaper.harc.rm.network;

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
import org.touchpaper.harc.rm.owner.Owners;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/** What was, or is about to be, asked of the BAR. */
public final class Lightpaths {
  private final JdbcClient jdbc;
  private final Owners owners;

  public Lightpaths(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.owners = new Owners(jdbc, NetworkScheduler::bookingOf);
  }

  Owners owners() {
    return owners;
  }

  List<Lightpath> listOf(String transaction) {
    return jdbc.sql("select * from lightpath where transaction_id = ? order by action_index")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  /** What was decided last for the booking of that name; empty if nothing was. */
  Optional<Lightpath> findDecided(String ident) {
    return jdbc.sql(
            "select lightpath.* from lightpath join answer using (transaction_id)"
                + " where ident = ? and state = 'COMMITTED' order by version desc limit 1")
        .param(ident)
        .query((row, _) -> read(row))
        .optional();
  }

  /** Until the database transaction ends, nobody else takes a name or a version. */
  void lock() {
    jdbc.sql("select pg_advisory_xact_lock(hashtext('lightpath'))").query((_, _) -> 0).single();
  }

  /** True if a fresh booking would bear the name of another. */
  boolean isTaken(Lightpath fresh) {
    return fresh.version() == 1
        && jdbc.sql(
                    "select count(*) from lightpath where connection_id = ? and transaction_id <> ?")
                .param(fresh.connection().value())
                .param(fresh.transaction())
                .query(Long.class)
                .single()
            > 0;
  }

  /**
   * Records what is about to be asked, under its own version or the next that no other transaction
   * asks for: what one gives up must be nobody else's. What an earlier try recorded stands.
   */
  void intend(Lightpath lightpath) {
    var criteria = lightpath.criteria();
    jdbc.sql(
            "insert into lightpath (transaction_id, action_index, ident, connection_id, version,"
                + " source, destination, mbps, starts_at, ends_at, failure)"
                + " values (?, ?, ?, ?,"
                + " (select greatest(?, 1 + max(version)) from lightpath where connection_id = ?),"
                + " ?, ?, ?, ?, ?, ?) on conflict (transaction_id, action_index) do nothing")
        .param(lightpath.transaction())
        .param(lightpath.index())
        .param(lightpath.ident())
        .param(lightpath.connection().value())
        .param(lightpath.version())
        .param(lightpath.connection().value())
        .param(criteria == null ? null : criteria.source().toString())
        .param(criteria == null ? null : criteria.destination().toString())
        .param(criteria == null ? null : criteria.bandwidthMbps())
        .param(criteria == null ? null : utc(criteria.schedule().startTime()))
        .param(criteria == null ? null : utc(criteria.schedule().endTime()))
        .param(lightpath.failure())
        .update();
  }

  /** Records the path that the BAR found. */
  void notePath(Lightpath lightpath, List<String> path) {
    jdbc.sql("update lightpath set path = ? where transaction_id = ? and action_index = ?")
        .param(path.toArray(String[]::new))
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

  /**
   * Forgets connections that ended before that, with all that was ever asked about them, unless
   * something of it is undecided or was answered later.
   */
  void forget(Instant before) {
    owners.forget(
        jdbc.sql(
                "delete from lightpath where connection_id in ("
                    + " select connection_id from lightpath as past where ends_at < :before"
                    + " and not exists (select from lightpath as other"
                    + "   left join answer using (transaction_id) left join ledger using (transaction_id)"
                    + "   where other.connection_id = past.connection_id"
                    + "   and (ends_at >= :before or state is null or state = 'HELD'"
                    + "     or since >= :before or not carried_out)))"
                    + " returning connection_id::text as ident")
            .param("before", utc(before))
            .query((row, _) -> row.getString("ident"))
            .list());
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
