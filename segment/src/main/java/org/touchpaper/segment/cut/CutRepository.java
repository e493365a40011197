package org.touchpaper.segment.cut;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.persistence.ColumnMapping;

/**
 * Stores cuts, and what each has ended and refused.
 *
 * <p>What is admitted and what is cut exclude each other by a lock of the database: a cut waits for
 * running admissions, and sees what they booked; later ones see the cut.
 */
public record CutRepository(JdbcClient sql) {

  private static final String LOCK_ID = "('cut'::regclass::oid::bigint)";

  /** The circuits of a cut that are listed; all are counted. */
  private static final int MAX_LISTED = 500;

  private static final String USE =
      """
      select %s c.connection_id, v.holder_connection, v.person_name, v.person_site, v.source,
             v.destination, v.bandwidth_mbps, v.starts_at, v.ends_at, c.lifecycle_state,
             c.data_plane, c.version as binding, c.configured, %s as at
      from segment_connection c join segment_version v using (connection_id)
      """;

  /** The port of an STP, as {@link Stp#port}. */
  private static final String SOURCE_PORT = "split_part(split_part(v.source, '?', 1), ':', -1)";

  private static final String DESTINATION_PORT =
      "split_part(split_part(v.destination, '?', 1), ':', -1)";

  private static final String SEARCHED =
      "concat_ws(' ', c.connection_id, v.holder_connection, v.person_name, v.person_site, "
          + SOURCE_PORT
          + ", '–', "
          + DESTINATION_PORT
          + ")";

  /** Keeps cuts out until the transaction ends. Call it before any row is locked. */
  public void lockOutCuts() {
    lock("pg_advisory_xact_lock_shared");
  }

  /** Waits for running admissions, and keeps others out until the transaction ends. */
  public void lockOutAdmissions() {
    lock("pg_advisory_xact_lock");
  }

  private void lock(String function) {
    sql.sql("select 1 from (select " + function + LOCK_ID + ") as locked")
        .query(Integer.class)
        .single();
  }

  /** The cut in force that covers a circuit; the oldest of several. */
  public Optional<Cut> findCovering(CutMatchKeys candidate) {
    return listInForce().stream().filter(cut -> cut.target().covers(candidate)).findFirst();
  }

  public List<Cut> listInForce() {
    return sql.sql("select * from cut where lifted_at is null order by at, cut_id")
        .query(CutRepository::read)
        .list();
  }

  /** All cuts in force, then the last lifted ones; newest first. */
  public List<Cut> listLatest() {
    return sql.sql(
            "select * from cut order by (lifted_at is not null), at desc, cut_id limit "
                + MAX_LISTED)
        .query(CutRepository::read)
        .list();
  }

  public Optional<Cut> find(UUID id) {
    return sql.sql("select * from cut where cut_id = ?")
        .param(id)
        .query(CutRepository::read)
        .optional();
  }

  public void insert(Cut cut) {
    sql.sql(
            """
            insert into cut (cut_id, kind, target, reason, ordered_by, at, enforced)
            values (?, ?, ?, ?, ?, ?, false)
            """)
        .param(cut.id())
        .param(cut.target().kind().name())
        .param(cut.target().name())
        .param(cut.reason())
        .param(cut.by())
        .param(ColumnMapping.toColumn(cut.at()))
        .update();
  }

  /** Keeps a cut in force until the transaction ends; false if it has been lifted. */
  public boolean holdInForce(UUID id) {
    return sql.sql("select 1 from cut where cut_id = ? and lifted_at is null for share")
        .param(id)
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  public void markEnforced(UUID id) {
    sql.sql("update cut set enforced = true where cut_id = ? and not enforced").param(id).update();
  }

  /** Lifts a cut that is in force. */
  public void lift(UUID id, Cut.Lifting lifting) {
    sql.sql(
            """
            update cut set lifted_by = ?, lifted_at = ?, lift_reason = ?
            where cut_id = ? and lifted_at is null
            """)
        .param(lifting.by())
        .param(ColumnMapping.toColumn(lifting.at()))
        .param(lifting.reason())
        .param(id)
        .update();
  }

  /** The circuits that a cut has to end: all that are alive and covered. */
  public List<ConnectionId> listToEnd(CutTarget target) {
    return sql
        .sql(
            """
            select distinct v.connection_id, v.holder_connection, v.source, v.destination
            from segment_connection c join segment_version v using (connection_id)
            where c.lifecycle_state = 'CREATED' and v.state in ('HELD', 'COMMITTED')
            """)
        .query((row, _) -> candidate(row))
        .list()
        .stream()
        .filter(target::covers)
        .map(candidate -> new ConnectionId(candidate.connection()))
        .distinct()
        .toList();
  }

  private static CutMatchKeys candidate(ResultSet row) throws SQLException {
    return new CutMatchKeys(
        row.getObject("connection_id", UUID.class),
        row.getObject("holder_connection", UUID.class),
        portOf(row.getString("source")),
        portOf(row.getString("destination")));
  }

  private static @Nullable String portOf(@Nullable String stp) {
    return stp == null ? null : Stp.parse(stp).port();
  }

  /** True if the service has a record of this lightpath, by either id. */
  public boolean isKnown(UUID lightpath) {
    return sql.sql(
            "select 1 from segment_version where connection_id = ? or holder_connection = ? limit 1")
        .param(lightpath)
        .param(lightpath)
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  public void recordEnd(UUID cut, ConnectionId connection, Instant at) {
    record("ENDED", cut, connection, 0, at);
  }

  public void recordRefusal(UUID cut, ConnectionId connection, int version, Instant at) {
    record("REFUSED", cut, connection, version, at);
  }

  private void record(String effect, UUID cut, ConnectionId connection, int version, Instant at) {
    sql.sql(
            """
            insert into cut_effect (cut_id, effect, connection_id, version, at)
            values (?, ?, ?, ?, ?) on conflict do nothing
            """)
        .param(cut)
        .param(effect)
        .param(connection.value())
        .param(version)
        .param(ColumnMapping.toColumn(at))
        .update();
  }

  /** The cut that ended a connection. */
  public Optional<Cut> findEnding(ConnectionId connection) {
    return sql.sql(
            """
            select cut.* from cut join cut_effect using (cut_id)
            where connection_id = ? and effect = 'ENDED'
            """)
        .param(connection.value())
        .query(CutRepository::read)
        .optional();
  }

  /** The circuits that are booked or held now. */
  public CircuitSearchRequest.Result listUse(CircuitSearchRequest query, Instant now) {
    var conditions =
        new StringBuilder(
            """
            where c.lifecycle_state = 'CREATED' and v.ends_at > ?
              and ((v.state = 'COMMITTED' and v.version = c.version)
                or (v.state = 'HELD' and c.version = 0))
            """);
    var parameters = new ArrayList<Object>(List.of(ColumnMapping.toColumn(now)));
    if (!query.text().isBlank()) {
      conditions.append(" and ").append(SEARCHED).append(" ilike ?");
      var literal = query.text().strip().replaceAll("([\\\\%_])", "\\\\$1");
      parameters.add("%" + literal + "%");
    }
    switch (query.target()) {
      case null -> {}
      case CutTarget.Site _ -> {}
      case CutTarget.Lightpath(var id) -> {
        conditions.append(" and (c.connection_id = ? or v.holder_connection = ?)");
        parameters.addAll(List.of(id, id));
      }
      case CutTarget.Host(var port) -> {
        conditions.append(" and ? in (" + SOURCE_PORT + ", " + DESTINATION_PORT + ")");
        parameters.add(port);
      }
    }
    var found = " from segment_connection c join segment_version v using (connection_id) ";
    var total =
        sql.sql("select count(*)" + found + conditions)
            .params(parameters)
            .query(Integer.class)
            .single();
    parameters.add(query.limit());
    var circuits =
        sql.sql(
                USE.formatted("", "cast(null as timestamptz)")
                    + conditions
                    + " order by v.starts_at, c.connection_id limit ?")
            .params(parameters)
            .query(CutRepository::readUse)
            .list();
    return new CircuitSearchRequest.Result(circuits, Math.max(0, total - circuits.size()));
  }

  /** What a cut has ended, the latest first. */
  public List<OfficerCircuitView> listEnded(UUID cut) {
    return sql.sql(
            "select * from ("
                + USE.formatted("distinct on (c.connection_id)", "e.at")
                + """
                  join cut_effect e on e.connection_id = c.connection_id
                  where e.cut_id = ? and e.effect = 'ENDED' and v.source is not null
                    and v.state <> 'REFUSED'
                  order by c.connection_id, v.version desc) as ended
                order by at desc, connection_id limit\s
                """
                + MAX_LISTED)
        .param(cut)
        .query(CutRepository::readUse)
        .list();
  }

  /** What a cut has refused, the latest first. */
  public List<OfficerCircuitView> listRefused(UUID cut) {
    return sql.sql(
            USE.formatted("", "e.at")
                + """
                join cut_effect e on e.connection_id = v.connection_id and e.version = v.version
                where e.cut_id = ? and e.effect = 'REFUSED'
                order by e.at desc, c.connection_id limit\s
                """
                + MAX_LISTED)
        .param(cut)
        .query(CutRepository::readUse)
        .list();
  }

  public int count(UUID cut, String effect) {
    return sql.sql("select count(*) from cut_effect where cut_id = ? and effect = ?")
        .param(cut)
        .param(effect)
        .query(Integer.class)
        .single();
  }

  private static OfficerCircuitView readUse(ResultSet row, int number) throws SQLException {
    return new OfficerCircuitView(
        row.getObject("connection_id", UUID.class),
        row.getObject("holder_connection", UUID.class),
        row.getString("person_name"),
        row.getString("person_site"),
        row.getString("source"),
        row.getString("destination"),
        row.getInt("bandwidth_mbps"),
        ColumnMapping.instant(row, "starts_at"),
        ColumnMapping.instant(row, "ends_at"),
        state(row),
        !row.getBoolean("configured"),
        ColumnMapping.instant(row, "at"));
  }

  private static String state(ResultSet row) throws SQLException {
    if (!row.getString("lifecycle_state").equals("CREATED")) {
      return "ENDED";
    }
    if (row.getString("data_plane").equals("ACTIVE")) {
      return "UP";
    }
    return row.getInt("binding") > 0 ? "BOOKED" : "HELD";
  }

  private static Cut read(ResultSet row, int number) throws SQLException {
    var liftedAt = ColumnMapping.instant(row, "lifted_at");
    return new Cut(
        row.getObject("cut_id", UUID.class),
        CutTarget.of(CutTarget.Kind.valueOf(row.getString("kind")), row.getString("target")),
        row.getString("reason"),
        row.getString("ordered_by"),
        Optional.ofNullable(ColumnMapping.instant(row, "at")).orElseThrow(),
        row.getBoolean("enforced"),
        liftedAt == null
            ? null
            : new Cut.Lifting(row.getString("lifted_by"), liftedAt, row.getString("lift_reason")));
  }
}
