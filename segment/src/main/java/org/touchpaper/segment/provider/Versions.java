package org.touchpaper.segment.provider;

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
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Stp;

/** The versions of connections in PostgreSQL. */
final class Versions {

  /** The kind of holder that hears how its circuits are. */
  static final String ASKER = "ASKER";

  private final JdbcClient sql;

  Versions(JdbcClient sql) {
    this.sql = sql;
  }

  Optional<Version> find(ConnectionId connection, int version) {
    return sql.sql("select * from segment_version where connection_id = ? and version = ?")
        .param(connection.value())
        .param(version)
        .query(Versions::read)
        .optional();
  }

  /** All that admission still counts for a connection. */
  List<Version> listBooked(ConnectionId connection) {
    return sql.sql("select * from segment_version where connection_id = ? and booked")
        .param(connection.value())
        .query(Versions::read)
        .list();
  }

  /** The binding version, or the one before a cancel, which bound while something was up. */
  Optional<Version> findBinding(ConnectionId connection) {
    return sql.sql(
            """
            select * from segment_version
            where connection_id = ? and state = 'COMMITTED'
            order by version desc limit 1
            """)
        .param(connection.value())
        .query(Versions::read)
        .optional();
  }

  void update(Version it) {
    sql.sql(
            """
            update segment_version set state = ?, booked = ? where connection_id = ? and version = ?
            """)
        .param(it.state().name())
        .param(it.booked())
        .param(it.connection().value())
        .param(it.version())
        .update();
  }

  void insert(Version it) {
    var columns = columns(it);
    sql.sql(
            "insert into segment_version ("
                + String.join(", ", columns.keySet())
                + ") values (:"
                + String.join(", :", columns.keySet())
                + ")")
        .paramSource(typed(columns))
        .update();
  }

  /** Arrays and bytes need their SQL type named; a null of any type does not. */
  private static MapSqlParameterSource typed(Map<String, @Nullable Object> columns) {
    var source = new MapSqlParameterSource();
    columns.forEach((name, value) -> {
      switch (value) {
        case String[] texts -> source.addValue(name, texts, Types.ARRAY, "text");
        case null, default -> source.addValue(name, value);
      }
    });
    return source;
  }

  private static Map<String, @Nullable Object> columns(Version it) {
    var row = new LinkedHashMap<String, @Nullable Object>();
    row.put("connection_id", it.connection().value());
    row.put("version", it.version());
    row.put("state", it.state().name());
    row.put("booked", it.booked());
    row.put("digest", it.digest());
    row.put("correlation_id", it.requester().correlationId());
    row.put("person_name", it.requester().onBehalfOf().name());
    row.put("person_site", it.requester().onBehalfOf().homeSite());
    row.put("person_vos", Columns.array(it.requester().onBehalfOf().virtualOrganisations()));
    row.put("person_role", it.requester().onBehalfOf().role());
    if (it.criteria() != null) {
      putCriteria(it.criteria(), row);
    }
    if (it.holder() != null) {
      putHolder(it.holder(), row);
    }
    if (it.held() != null) {
      putHeld(it.held(), row);
    }
    if (it.refusal() != null) {
      putRefusal(it.refusal(), row);
    }
    return row;
  }

  private static void putCriteria(Criteria criteria, Map<String, @Nullable Object> row) {
    row.put("source", criteria.source().toString());
    row.put("destination", criteria.destination().toString());
    row.put("bandwidth_mbps", criteria.bandwidthMbps());
    row.put("starts_at", Columns.time(criteria.schedule().startTime()));
    row.put("ends_at", Columns.time(criteria.schedule().endTime()));
  }

  private static void putHolder(Holder holder, Map<String, @Nullable Object> row) {
    switch (holder) {
      case Holder.Asker(var peer, var endpoint, var connection, var version) -> {
        row.put("holder_kind", ASKER);
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
      case Holder.Until(var until) -> {
        row.put("holder_kind", "UNTIL");
        row.put("hold_until", Columns.time(until));
      }
    }
  }

  private static void putHeld(Admission.Held held, Map<String, @Nullable Object> row) {
    row.put("held_source", held.source().toString());
    row.put("held_destination", held.destination().toString());
    row.put("held_path", Columns.array(held.path()));
    row.put("held_plan", held.plan());
  }

  private static void putRefusal(Refusal refusal, Map<String, @Nullable Object> row) {
    var next = refusal.nextFit();
    row.put("refusal_code", refusal.code().name());
    row.put("refusal_resource", refusal.resource());
    row.put("refusal_field", refusal.field());
    row.put("refusal_reason", refusal.reason());
    row.put("refusal_next_start", next == null ? null : Columns.time(next.startTime()));
    row.put("refusal_next_end", next == null ? null : Columns.time(next.endTime()));
  }

  static Version read(ResultSet row, int number) throws SQLException {
    return new Version(
        new ConnectionId(row.getObject("connection_id", UUID.class)),
        row.getInt("version"),
        Version.State.valueOf(row.getString("state")),
        row.getBoolean("booked"),
        row.getBytes("digest"),
        requester(row),
        criteria(row),
        holder(row),
        held(row),
        refusal(row));
  }

  /** The peer is the connection's; what is told upward needs the person and the thread of work. */
  private static Requester requester(ResultSet row) throws SQLException {
    return new Requester(
        "",
        new Requester.Person(
            row.getString("person_name"),
            row.getString("person_site"),
            Columns.texts(row, "person_vos"),
            row.getString("person_role")),
        row.getString("correlation_id"));
  }

  private static @Nullable Criteria criteria(ResultSet row) throws SQLException {
    var schedule = Columns.schedule(row, "starts_at", "ends_at");
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
    var addresses = Columns.texts(row, "holder_addresses").stream().map(URI::create).toList();
    return switch (kind) {
      case ASKER ->
          new Holder.Asker(
              row.getString("holder_name"),
              addresses.getFirst(),
              new ConnectionId(row.getObject("holder_connection", UUID.class)),
              row.getInt("holder_version"));
      case "TRANSACTION" -> new Holder.Transaction(row.getString("holder_name"), addresses);
      case "UNTIL" -> new Holder.Until(until(row));
      default -> throw new IllegalStateException("unknown kind of holder: " + kind);
    };
  }

  private static Instant until(ResultSet row) throws SQLException {
    return Optional.ofNullable(Columns.instant(row, "hold_until")).orElseThrow();
  }

  private static Admission.@Nullable Held held(ResultSet row) throws SQLException {
    var source = row.getString("held_source");
    return source == null
        ? null
        : new Admission.Held(
            Stp.parse(source),
            Stp.parse(row.getString("held_destination")),
            Columns.texts(row, "held_path"),
            row.getString("held_plan"));
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
            Columns.schedule(row, "refusal_next_start", "refusal_next_end"));
  }
}
