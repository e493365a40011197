package org.touchpaper.harc.rm.run;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/** The runs of all bookings, in the scheduler's database. */
final class RunRepository {
  private static final String UNFINISHED = " state not in ('COMPLETED', 'FAILED', 'CANCELED')";
  private static final String ENDED = " state in ('COMPLETED', 'FAILED', 'CANCELED')";

  /** One look into the index for each port, however many runs are stored. */
  static final String LAST_USES =
      "select port, since from generate_series(?::int, ?::int) as ports (port) cross join lateral"
          + " (select since from run where run.port = ports.port order by since desc limit 1)";

  private final JdbcClient jdbc;
  private final JsonMapper json;

  RunRepository(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /** Stores a launch that waits for its transaction's outcome. */
  void add(Run run) {
    add(run, false);
  }

  /** Stores a launch that needs no further decision. */
  void addDecided(Run run) {
    add(run, true);
  }

  private void add(Run run, boolean isDecided) {
    jdbc.sql(
            "insert into run (booking_id, number, transaction_id, account, job, port, state, since,"
                + " status, version, decided) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .param(run.bookingId())
        .param(run.status().number())
        .param(run.transaction())
        .param(run.account())
        .param(json.writeValueAsString(run.job()))
        .param(run.job().port())
        .param(run.status().state().name())
        .param(utc(run.status().since()))
        .param(json.writeValueAsString(run.status()))
        .param(run.version())
        .param(isDecided)
        .update();
  }

  /** The transaction was committed: its launches become binding. */
  void commit(String transaction) {
    jdbc.sql("update run set decided = true where transaction_id = ?").param(transaction).update();
  }

  /** The transaction was aborted: its launches never happen. */
  void abort(String transaction) {
    jdbc.sql("delete from run where transaction_id = ? and not decided")
        .param(transaction)
        .update();
  }

  /** The latest launch that was decided. */
  Optional<Run> findLatest(String bookingId) {
    return listDecided(bookingId).stream().findFirst();
  }

  /** The launches that were decided, the latest first. */
  List<Run> listDecided(String bookingId) {
    return jdbc.sql("select * from run where booking_id = ? and decided order by number desc")
        .param(bookingId)
        .query((row, _) -> toRun(row))
        .list();
  }

  /** Returns true if a launch waits for its transaction's outcome. */
  boolean hasUndecided(String bookingId) {
    return jdbc.sql("select exists (select from run where booking_id = ? and not decided)")
        .param(bookingId)
        .query(Boolean.class)
        .single();
  }

  int nextNumber(String bookingId) {
    return jdbc.sql("select coalesce(max(number), 0) + 1 from run where booking_id = ?")
        .param(bookingId)
        .query(Integer.class)
        .single();
  }

  List<String> listUnfinishedBookings() {
    return jdbc.sql("select distinct booking_id from run where decided and" + UNFINISHED)
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** The bookings with a launch that ended between those times. */
  List<String> listBookingsOfEnded(Instant from, Instant to) {
    return jdbc.sql(
            "select distinct booking_id from run where decided and since between ? and ? and"
                + ENDED)
        .param(utc(from))
        .param(utc(to))
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** The ports of other bookings' unfinished launches in that time. */
  Set<Integer> listPortsInUse(String bookingId, Schedule schedule) {
    return jdbc
        .sql(
            "select run.port from run join booking using (booking_id)"
                + " where run.port is not null and booking_id <> ? and starts_at < ? and ends_at > ?"
                + " and run."
                + UNFINISHED.strip())
        .param(bookingId)
        .param(utc(schedule.endTime()))
        .param(utc(schedule.startTime()))
        .query((row, _) -> row.getInt("port"))
        .list()
        .stream()
        .collect(Collectors.toUnmodifiableSet());
  }

  /** When each port of that range was used last; without those that never were. */
  Map<Integer, Instant> findLastUses(int first, int last) {
    return jdbc
        .sql(LAST_USES)
        .param(first)
        .param(last)
        .query((row, _) ->
            Map.entry(row.getInt("port"), row.getObject("since", OffsetDateTime.class).toInstant()))
        .list()
        .stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Stores what became of a run; a request to stop it, which may come at any time, stays. */
  void save(Run run) {
    jdbc.sql(
            "update run set state = ?, since = ?, status = ?, version = ?, signalled_at = ?,"
                + " ending_since = ?, interrupted = ?, stopping = stopping or ?"
                + " where booking_id = ? and number = ?")
        .param(run.status().state().name())
        .param(utc(run.status().since()))
        .param(json.writeValueAsString(run.status()))
        .param(run.version())
        .param(utcOrNull(run.signalledAt()))
        .param(utcOrNull(run.endingSince()))
        .param(run.isInterrupted())
        .param(run.isStopping())
        .param(run.bookingId())
        .param(run.status().number())
        .update();
  }

  void requestStop(String bookingId) {
    jdbc.sql("update run set stopping = true where booking_id = ? and decided and" + UNFINISHED)
        .param(bookingId)
        .update();
  }

  private Run toRun(ResultSet row) throws SQLException {
    return new Run(
        row.getString("booking_id"),
        row.getString("transaction_id"),
        row.getString("account"),
        json.readValue(row.getString("job"), JobSpecification.class),
        json.readValue(row.getString("status"), RunStatus.class),
        row.getInt("version"),
        row.getBoolean("stopping"),
        instant(row.getObject("signalled_at", OffsetDateTime.class)),
        instant(row.getObject("ending_since", OffsetDateTime.class)),
        row.getBoolean("interrupted"));
  }

  private static @Nullable OffsetDateTime utcOrNull(@Nullable Instant instant) {
    return instant == null ? null : utc(instant);
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}
