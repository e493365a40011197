package org.touchpaper.segment.reservation;

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
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ReservationState;
import org.touchpaper.segment.persistence.ColumnMapping;

/** Stores the connections of this segment in PostgreSQL. */
public record ConnectionRepository(JdbcClient sql) {

  /** Finds or creates the connection, locked until the transaction ends. */
  SegmentConnection lockOrCreate(ConnectionId id, String peer) {
    var existing = findForUpdate(id);
    if (existing.isPresent()) {
      return existing.get();
    }
    var created = new SegmentConnection(id, peer);
    // two first messages may race: one waits here for the row of the other
    var inserted =
        sql.sql(
                """
                insert into segment_connection (connection_id, requester_peer, version, held_version,
                  reservation_state, provision_state, lifecycle_state, data_plane, configured,
                  has_been_up, failed_attempts, due_count)
                values (:id, :peer, 0, 0, :reservation, :provision, :lifecycle, :dataPlane, false,
                  false, 0, 0)
                on conflict do nothing
                """)
            .param("id", id.value())
            .param("peer", peer)
            .param("reservation", created.reservation.name())
            .param("provision", created.provision.name())
            .param("lifecycle", created.lifecycle.name())
            .param("dataPlane", created.dataPlane.name())
            .update();
    return inserted == 1 ? created : findForUpdate(id).orElseThrow();
  }

  public Optional<SegmentConnection> findForUpdate(ConnectionId id) {
    return find(id, " for no key update");
  }

  Optional<SegmentConnection> find(ConnectionId id) {
    return find(id, "");
  }

  private Optional<SegmentConnection> find(ConnectionId id, String lock) {
    return sql.sql("select * from segment_connection where connection_id = ?" + lock)
        .param(id.value())
        .query(ConnectionRepository::read)
        .optional();
  }

  public Map<ConnectionId, String> listProblemsOfActive() {
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

  /** Connections that wait for another attempt on an element. */
  public List<ConnectionId> listWaitingFor(String element) {
    return sql.sql(
            """
            select distinct connection_id
            from segment_connection join segment_item using (connection_id)
            where data_plane in ('ACTIVATING', 'DEACTIVATING') and failed_attempts > 0
              and element = ?
            """)
        .param(element)
        .query((row, _) -> new ConnectionId(row.getObject(1, UUID.class)))
        .list();
  }

  public void save(SegmentConnection connection) {
    sql.sql(
            """
            update segment_connection set version = :version, held_version = :heldVersion,
              reservation_state = :reservation, provision_state = :provision,
              provision_version = :provisionVersion, lifecycle_state = :lifecycle, data_plane = :dataPlane, starts_at = :starts,
              ends_at = :ends, problem = :problem, configured = :configured,
              has_been_up = :hasBeenUp, failed_attempts = :failedAttempts,
              due_count = :dueCount, commands_in_flight = :commandsInFlight,
              uncertain_until = :uncertainUntil, delete_uncertain = :deleteUncertain,
              last_active_version = :lastActiveVersion, fallback_until = :fallbackUntil
            where connection_id = :id
            """)
        .param("id", connection.id.value())
        .param("version", connection.version)
        .param("heldVersion", connection.heldVersion)
        .param("reservation", connection.reservation.name())
        .param("provision", connection.provision.name())
        .param("provisionVersion", connection.provisionVersion)
        .param("lifecycle", connection.lifecycle.name())
        .param("dataPlane", connection.dataPlane.name())
        .param(
            "starts",
            connection.schedule == null
                ? null
                : ColumnMapping.toColumn(connection.schedule.startTime()))
        .param(
            "ends",
            connection.schedule == null
                ? null
                : ColumnMapping.toColumn(connection.schedule.endTime()))
        .param("problem", connection.problem)
        .param("configured", connection.configured)
        .param("hasBeenUp", connection.hasBeenUp)
        .param("failedAttempts", connection.failedAttempts)
        .param("dueCount", connection.dueCount)
        .param("commandsInFlight", connection.commandsInFlight)
        .param("uncertainUntil", ColumnMapping.toColumnOrNull(connection.uncertainUntil))
        .param("deleteUncertain", connection.deleteUncertain)
        .param("lastActiveVersion", connection.lastActiveVersion)
        .param("fallbackUntil", ColumnMapping.toColumnOrNull(connection.fallbackUntil))
        .update();
  }

  private static SegmentConnection read(ResultSet row, int number) throws SQLException {
    var id = new ConnectionId(row.getObject("connection_id", UUID.class));
    var connection = new SegmentConnection(id, row.getString("requester_peer"));
    connection.version = row.getInt("version");
    connection.heldVersion = row.getInt("held_version");
    connection.reservation = ReservationState.valueOf(row.getString("reservation_state"));
    connection.provision = ProvisionState.valueOf(row.getString("provision_state"));
    connection.provisionVersion = row.getInt("provision_version");
    connection.lifecycle = LifecycleState.valueOf(row.getString("lifecycle_state"));
    connection.dataPlane = DataPlaneState.valueOf(row.getString("data_plane"));
    connection.schedule = ColumnMapping.schedule(row, "starts_at", "ends_at");
    connection.problem = text(row, "problem");
    connection.configured = row.getBoolean("configured");
    connection.hasBeenUp = row.getBoolean("has_been_up");
    connection.failedAttempts = row.getInt("failed_attempts");
    connection.dueCount = row.getInt("due_count");
    connection.commandsInFlight = row.getBoolean("commands_in_flight");
    connection.uncertainUntil = ColumnMapping.instant(row, "uncertain_until");
    connection.deleteUncertain = row.getBoolean("delete_uncertain");
    connection.lastActiveVersion = row.getInt("last_active_version");
    connection.fallbackUntil = ColumnMapping.instant(row, "fallback_until");
    return connection;
  }

  private static @Nullable String text(ResultSet row, String column) throws SQLException {
    return row.getString(column);
  }
}
