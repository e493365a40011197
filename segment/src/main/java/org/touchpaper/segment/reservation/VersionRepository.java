package org.touchpaper.segment.reservation;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.persistence.ColumnMapping;
import tools.jackson.databind.json.JsonMapper;

/** Stores the versions of connections in PostgreSQL. */
public record VersionRepository(JdbcClient sql) {

  private static final JsonMapper JSON = JsonMapper.shared();

  /** The kind of holder that receives notifications. */
  static final String PEER_SERVICE_KIND = "PEER_SERVICE";

  public Optional<ConnectionVersionRecord> find(ConnectionId connection, int version) {
    return sql.sql("select * from segment_version where connection_id = ? and version = ?")
        .param(connection.value())
        .param(version)
        .query(VersionRepository::read)
        .optional();
  }

  /** The versions of a connection that admission still counts. */
  List<ConnectionVersionRecord> listBooked(ConnectionId connection) {
    return sql.sql("select * from segment_version where connection_id = ? and booked")
        .param(connection.value())
        .query(VersionRepository::read)
        .list();
  }

  void update(ConnectionVersionRecord version) {
    sql.sql(
            """
            update segment_version set state = ?, booked = ? where connection_id = ? and version = ?
            """)
        .param(version.state().name())
        .param(version.booked())
        .param(version.connection().value())
        .param(version.version())
        .update();
  }

  void insert(ConnectionVersionRecord version) {
    var columns = columns(version);
    sql.sql(
            "insert into segment_version ("
                + String.join(", ", columns.keySet())
                + ") values (:"
                + String.join(", :", columns.keySet())
                + ")")
        .paramSource(withSqlTypes(columns))
        .update();
  }

  /** Arrays need their SQL type; a null of any type does not. */
  private static MapSqlParameterSource withSqlTypes(Map<String, @Nullable Object> columns) {
    var source = new MapSqlParameterSource();
    columns.forEach((name, value) -> {
      switch (value) {
        case String[] texts -> source.addValue(name, texts, Types.ARRAY, "text");
        case null, default -> source.addValue(name, value);
      }
    });
    return source;
  }

  private static Map<String, @Nullable Object> columns(ConnectionVersionRecord version) {
    var row = new LinkedHashMap<String, @Nullable Object>();
    row.put("connection_id", version.connection().value());
    row.put("version", version.version());
    row.put("state", version.state().name());
    row.put("booked", version.booked());
    row.put("digest", version.digest());
    row.put("correlation_id", version.requester().correlationId());
    row.put("person_name", version.requester().onBehalfOf().name());
    row.put("person_site", version.requester().onBehalfOf().homeSite());
    row.put(
        "person_vos", ColumnMapping.array(version.requester().onBehalfOf().virtualOrganisations()));
    row.put("person_role", version.requester().onBehalfOf().role());
    if (version.criteria() != null) {
      putCriteria(version.criteria(), row);
    }
    if (version.holder() != null) {
      putHolder(version.holder(), row);
    }
    if (version.held() != null) {
      putHeld(version.held(), row);
    }
    if (version.refusal() != null) {
      putRefusal(version.refusal(), row);
    }
    return row;
  }

  private static void putCriteria(Criteria criteria, Map<String, @Nullable Object> row) {
    row.put("source", criteria.source().toString());
    row.put("destination", criteria.destination().toString());
    row.put("bandwidth_mbps", criteria.bandwidthMbps());
    row.put("starts_at", ColumnMapping.toColumn(criteria.schedule().startTime()));
    row.put("ends_at", ColumnMapping.toColumn(criteria.schedule().endTime()));
  }

  private static void putHolder(Holder holder, Map<String, @Nullable Object> row) {
    switch (holder) {
      case Holder.PeerService(var peer, var endpoint, var connection, var version) -> {
        row.put("holder_kind", PEER_SERVICE_KIND);
        row.put("holder_name", peer);
        row.put("holder_addresses", new String[] {endpoint.toString()});
        row.put("holder_connection", connection.value());
        row.put("holder_version", version);
      }
      case Holder.Transaction(var id, var acceptors) -> {
        row.put("holder_kind", "TRANSACTION");
        row.put("holder_name", id);
        row.put("holder_addresses", acceptors.stream().map(URI::toString).toArray(String[]::new));
      }
      case Holder.ExternalRequester(var until) -> {
        row.put("holder_kind", "EXPIRING");
        row.put("hold_until", ColumnMapping.toColumn(until));
      }
    }
  }

  private static void putHeld(CapacityAllocator.Held held, Map<String, @Nullable Object> row) {
    row.put("held_source", held.source().toString());
    row.put("held_destination", held.destination().toString());
    row.put("held_path", ColumnMapping.array(held.path()));
    row.put("held_plan", held.plan());
    row.put("held_endpoints", JSON.writeValueAsString(held.endpoints()));
  }

  private static void putRefusal(Refusal refusal, Map<String, @Nullable Object> row) {
    var next = refusal.nextFit();
    row.put("refusal_code", refusal.code().name());
    row.put("refusal_resource", refusal.resource());
    row.put("refusal_field", refusal.field());
    row.put("refusal_reason", refusal.reason());
    row.put("refusal_next_start", next == null ? null : ColumnMapping.toColumn(next.startTime()));
    row.put("refusal_next_end", next == null ? null : ColumnMapping.toColumn(next.endTime()));
  }

  static ConnectionVersionRecord read(ResultSet row, int number) throws SQLException {
    return new ConnectionVersionRecord(
        new ConnectionId(row.getObject("connection_id", UUID.class)),
        row.getInt("version"),
        ConnectionVersionRecord.State.valueOf(row.getString("state")),
        row.getBoolean("booked"),
        row.getBytes("digest"),
        requester(row),
        criteria(row),
        holder(row),
        held(row),
        refusal(row));
  }

  /**
   * Without peer, which is stored with the connection; notifications need the person and the
   * correlation id.
   */
  private static RequesterIdentity requester(ResultSet row) throws SQLException {
    return new RequesterIdentity(
        "",
        new RequesterIdentity.Person(
            row.getString("person_name"),
            row.getString("person_site"),
            ColumnMapping.strings(row, "person_vos"),
            row.getString("person_role")),
        row.getString("correlation_id"));
  }

  private static @Nullable Criteria criteria(ResultSet row) throws SQLException {
    var schedule = ColumnMapping.schedule(row, "starts_at", "ends_at");
    return schedule == null
        ? null
        : new Criteria(
            Stp.parse(row.getString("source")),
            Stp.parse(row.getString("destination")),
            row.getInt("bandwidth_mbps"),
            schedule);
  }

  private static @Nullable Holder holder(ResultSet row) throws SQLException {
    var kind = row.getString("holder_kind");
    if (kind == null) {
      return null;
    }
    var addresses =
        ColumnMapping.strings(row, "holder_addresses").stream().map(URI::create).toList();
    return switch (kind) {
      case PEER_SERVICE_KIND ->
          new Holder.PeerService(
              row.getString("holder_name"),
              addresses.getFirst(),
              new ConnectionId(row.getObject("holder_connection", UUID.class)),
              row.getInt("holder_version"));
      case "TRANSACTION" -> new Holder.Transaction(row.getString("holder_name"), addresses);
      case "EXPIRING" -> new Holder.ExternalRequester(until(row));
      default -> throw new IllegalStateException("unknown kind of holder: " + kind);
    };
  }

  private static Instant until(ResultSet row) throws SQLException {
    return Optional.ofNullable(ColumnMapping.instant(row, "hold_until")).orElseThrow();
  }

  private static CapacityAllocator.@Nullable Held held(ResultSet row) throws SQLException {
    var source = row.getString("held_source");
    return source == null
        ? null
        : new CapacityAllocator.Held(
            Stp.parse(source),
            Stp.parse(row.getString("held_destination")),
            ColumnMapping.strings(row, "held_path"),
            row.getString("held_plan"),
            JSON.readValue(row.getString("held_endpoints"), LightpathEndsAccessDetails.class));
  }

  private static @Nullable Refusal refusal(ResultSet row) throws SQLException {
    var code = row.getString("refusal_code");
    return code == null
        ? null
        : new Refusal(
            Refusal.Code.valueOf(code),
            row.getString("refusal_resource"),
            row.getString("refusal_field"),
            row.getString("refusal_reason"),
            ColumnMapping.schedule(row, "refusal_next_start", "refusal_next_end"));
  }
}
