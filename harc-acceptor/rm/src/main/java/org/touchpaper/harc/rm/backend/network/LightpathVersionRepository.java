package org.touchpaper.harc.rm.backend.network;

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
import org.touchpaper.harc.rm.ownership.BookingOwnershipService;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/** Stores the requests to the BAR, before they are sent. */
public final class LightpathVersionRepository {
  private final JdbcClient jdbc;
  private final BookingOwnershipService ownership;

  public LightpathVersionRepository(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.ownership = new BookingOwnershipService(jdbc, NetworkScheduler::canonicalBookingId);
  }

  BookingOwnershipService ownership() {
    return ownership;
  }

  List<LightpathVersion> listByTransaction(String transaction) {
    return jdbc.sql("select * from lightpath where transaction_id = ? order by action_index")
        .param(transaction)
        .query((row, _) -> toLightpath(row))
        .list();
  }

  /** The latest committed version of the booking; empty if there is none. */
  Optional<LightpathVersion> findDecided(String bookingId) {
    return jdbc.sql(
            "select lightpath.* from lightpath join prepared_transaction using (transaction_id)"
                + " where booking_id = ? and state = 'COMMITTED' order by version desc limit 1")
        .param(bookingId)
        .query((row, _) -> toLightpath(row))
        .optional();
  }

  /** Locks ids and versions until the database transaction ends. */
  void lock() {
    jdbc.sql("select pg_advisory_xact_lock(hashtext('lightpath'))").query((_, _) -> 0).single();
  }

  /** Returns true if a new booking would have another booking's id. */
  boolean isNameTaken(LightpathVersion lightpath) {
    return lightpath.version() == 1
        && jdbc.sql(
                    "select count(*) from lightpath where connection_id = ? and transaction_id"
                        + " <> ?")
                .param(lightpath.connection().value())
                .param(lightpath.transaction())
                .query(Long.class)
                .single()
            > 0;
  }

  /**
   * Records a request before it is sent, under its own version or the next one that no other
   * transaction uses: a transaction that aborts a version must not abort another's. What an earlier
   * try recorded is kept.
   */
  void recordIntent(LightpathVersion lightpath) {
    var criteria = lightpath.criteria();
    jdbc.sql(
            "insert into lightpath (transaction_id, action_index, booking_id, connection_id,"
                + " version,"
                + " source, destination, mbps, starts_at, ends_at, failure)"
                + " values (?, ?, ?, ?,"
                + " (select greatest(?, 1 + max(version)) from lightpath where connection_id = ?),"
                + " ?, ?, ?, ?, ?, ?) on conflict (transaction_id, action_index) do nothing")
        .param(lightpath.transaction())
        .param(lightpath.index())
        .param(lightpath.bookingId())
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

  /** Records the paths that the BAR found. */
  void recordPaths(List<LightpathVersion> held) {
    for (var lightpath : held) {
      jdbc.sql("update lightpath set path = ? where transaction_id = ? and action_index = ?")
          .param(lightpath.path().toArray(String[]::new))
          .param(lightpath.transaction())
          .param(lightpath.index())
          .update();
    }
  }

  void recordFailure(LightpathVersion lightpath, @Nullable String reason) {
    jdbc.sql("update lightpath set failure = ? where transaction_id = ? and action_index = ?")
        .param(reason)
        .param(lightpath.transaction())
        .param(lightpath.index())
        .update();
  }

  /**
   * Purges connections that ended before the cutoff, with all their requests, unless one of these
   * is undecided or was prepared later.
   */
  void purge(Instant cutoff) {
    ownership.delete(
        jdbc.sql(
                "delete from lightpath where connection_id in ("
                    + " select connection_id from lightpath as past where ends_at < :before"
                    + " and not exists (select from lightpath as other"
                    + "   left join prepared_transaction using (transaction_id) left join"
                    + " vote_record using (transaction_id)"
                    + "   where other.connection_id = past.connection_id"
                    + "   and (ends_at >= :before or state is null or state = 'HELD'"
                    + "     or since >= :before or not carried_out)))"
                    + " returning connection_id::text as booking_id")
            .param("before", utc(cutoff))
            .query((row, _) -> row.getString("booking_id"))
            .list());
  }

  private static LightpathVersion toLightpath(ResultSet row) throws SQLException {
    return new LightpathVersion(
        row.getString("transaction_id"),
        row.getInt("action_index"),
        row.getString("booking_id"),
        new ConnectionId(row.getObject("connection_id", UUID.class)),
        row.getInt("version"),
        toCriteria(row),
        List.of((String[]) row.getArray("path").getArray()),
        row.getString("failure"));
  }

  private static @Nullable Criteria toCriteria(ResultSet row) throws SQLException {
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
