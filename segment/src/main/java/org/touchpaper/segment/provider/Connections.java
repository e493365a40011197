package org.touchpaper.segment.provider;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.ProvisionState;
import org.touchpaper.segment.connection.ReservationState;

/** The connections of this segment in PostgreSQL. */
final class Connections {

  private final JdbcClient sql;

  Connections(JdbcClient sql) {
    this.sql = sql;
  }

  /** The connection, made if unknown; locked until the transaction ends. */
  Connection lockOrCreate(ConnectionId id, String peer) {
    var known = findLocked(id);
    if (known.isPresent()) {
      return known.get();
    }
    var fresh = new Connection(id, peer);
    // two first messages may race: the loser waits here for the winner's row
    var inserted =
        sql.sql(
                """
                insert into segment_connection (connection_id, requester_peer, version, held_version,
                  reservation_state, provision_state, lifecycle_state, data_plane, configured,
                  been_up, attempts, due_count)
                values (:id, :peer, 0, 0, :reservation, :provision, :lifecycle, :dataPlane, false,
                  false, 0, 0)
                on conflict do nothing
                """)
            .param("id", id.value())
            .param("peer", peer)
            .param("reservation", fresh.reservation.name())
            .param("provision", fresh.provision.name())
            .param("lifecycle", fresh.lifecycle.name())
            .param("dataPlane", fresh.dataPlane.name())
            .update();
    return inserted == 1 ? fresh : findLocked(id).orElseThrow();
  }

  Optional<Connection> findLocked(ConnectionId id) {
    return find(id, " for no key update");
  }

  Optional<Connection> find(ConnectionId id) {
    return find(id, "");
  }

  private Optional<Connection> find(ConnectionId id, String lock) {
    return sql.sql("select * from segment_connection where connection_id = ?" + lock)
        .param(id.value())
        .query(Connections::read)
        .optional();
  }

  Map<ConnectionId, String> listProblemsOfThoseUp() {
    var problems = new HashMap<ConnectionId, String>();
    sql.sql(
            """
            select connection_id, problem from segment_connection
            where data_plane = 'ACTIVE' and problem is not null
            """)
        .query((row, _) ->
            problems.put(new ConnectionId(row.getObject(1, UUID.class)), row.getString(2)))
        .list();
    return problems;
  }

  /** Those that wait for another attempt on an element. */
  List<ConnectionId> listWaitingFor(String element) {
    return sql.sql(
            """
            select distinct connection_id
            from segment_connection join segment_item using (connection_id)
            where data_plane in ('ACTIVATING', 'DEACTIVATING') and attempts > 0 and element = ?
            """)
        .param(element)
        .query((row, _) -> new ConnectionId(row.getObject(1, UUID.class)))
        .list();
  }

  void save(Connection it) {
    sql.sql(
            """
            update segment_connection set version = :version, held_version = :heldVersion,
              reservation_state = :reservation, provision_state = :provision,
              lifecycle_state = :lifecycle, data_plane = :dataPlane, starts_at = :starts,
              ends_at = :ends, problem = :problem, configured = :configured, been_up = :beenUp,
              attempts = :attempts, due_count = :dueCount, working = :working,
              settle_until = :settleUntil, deletes_in_doubt = :deletesInDoubt,
              stood_as = :stoodAs, change_after = :changeAfter
            where connection_id = :id
            """)
        .param("id", it.id.value())
        .param("version", it.version)
        .param("heldVersion", it.heldVersion)
        .param("reservation", it.reservation.name())
        .param("provision", it.provision.name())
        .param("lifecycle", it.lifecycle.name())
        .param("dataPlane", it.dataPlane.name())
        .param("starts", it.schedule == null ? null : Columns.time(it.schedule.startTime()))
        .param("ends", it.schedule == null ? null : Columns.time(it.schedule.endTime()))
        .param("problem", it.problem)
        .param("configured", it.configured)
        .param("beenUp", it.beenUp)
        .param("attempts", it.attempts)
        .param("dueCount", it.dueCount)
        .param("working", it.working)
        .param("settleUntil", Columns.timeOrNull(it.settleUntil))
        .param("deletesInDoubt", it.deletesInDoubt)
        .param("stoodAs", it.stoodAs)
        .param("changeAfter", Columns.timeOrNull(it.changeAfter))
        .update();
  }

  private static Connection read(ResultSet row, int number) throws SQLException {
    var id = new ConnectionId(row.getObject("connection_id", UUID.class));
    var it = new Connection(id, row.getString("requester_peer"));
    it.version = row.getInt("version");
    it.heldVersion = row.getInt("held_version");
    it.reservation = ReservationState.valueOf(row.getString("reservation_state"));
    it.provision = ProvisionState.valueOf(row.getString("provision_state"));
    it.lifecycle = LifecycleState.valueOf(row.getString("lifecycle_state"));
    it.dataPlane = DataPlane.valueOf(row.getString("data_plane"));
    it.schedule = Columns.schedule(row, "starts_at", "ends_at");
    it.problem = text(row, "problem");
    it.configured = row.getBoolean("configured");
    it.beenUp = row.getBoolean("been_up");
    it.attempts = row.getInt("attempts");
    it.dueCount = row.getInt("due_count");
    it.working = row.getBoolean("working");
    it.settleUntil = Columns.instant(row, "settle_until");
    it.deletesInDoubt = row.getBoolean("deletes_in_doubt");
    it.stoodAs = row.getInt("stood_as");
    it.changeAfter = Columns.instant(row, "change_after");
    return it;
  }

  private static @Nullable String text(ResultSet row, String column) throws SQLException {
    return row.getString(column);
  }
}
