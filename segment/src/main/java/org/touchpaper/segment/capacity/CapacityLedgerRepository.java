package org.touchpaper.segment.capacity;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.timetable.Window;

/** Stores the capacity ledger in PostgreSQL. */
public class CapacityLedgerRepository {

  /** How many rows one transaction deletes. */
  static final int DELETED_AT_ONCE = 10_000;

  private final JdbcTemplate jdbc;

  public CapacityLedgerRepository(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** The repository of a dry run: reads the same rows, and keeps what it writes in memory. */
  CapacityLedgerRepository forDryRun() {
    return new DryRunLedgerRepository(jdbc);
  }

  /** A numbered change to the load of a resource; own if the current transaction appended it. */
  record LedgerEntry(String resource, long version, Window window, long amount, boolean own) {}

  /** A change that has no number yet. */
  record UnnumberedEntry(String resource, Window window, long amount) {
    LedgerEntry withVersion(long version) {
      return new LedgerEntry(resource, version, window, amount, true);
    }
  }

  void register(Collection<String> resources) {
    jdbc.update(
        "insert into ledger_resource (id) select unnest(?) on conflict do nothing",
        (Object) toArray(resources));
  }

  /** Locks the rows of the resources in the order of their ids. */
  void lock(Collection<String> resources) {
    jdbc.queryForList(
        "select id from ledger_resource where id = any(?) order by id for update",
        String.class,
        (Object) toArray(resources));
  }

  /**
   * The entries after the version seen of each resource, in order. The lateral query reads each
   * resource separately: with a plain join, PostgreSQL cannot know that only the last few entries
   * are wanted, and reads all.
   */
  List<LedgerEntry> entriesAfter(Map<String, Long> seenVersions) {
    return jdbc.query(
        """
        select e.*, e.written_by = pg_current_xact_id_if_assigned() as own
        from unnest(?, ?) as seen (resource, version)
        cross join lateral (
          select * from ledger_entry
          where resource = seen.resource and version > seen.version
          order by version
        ) e
        order by e.resource, e.version\
        """,
        (row, _) ->
            new LedgerEntry(
                row.getString("resource"),
                row.getLong("version"),
                window(row),
                row.getLong("amount"),
                row.getBoolean("own")),
        toArray(seenVersions.keySet()),
        seenVersions.values().toArray(Long[]::new));
  }

  void append(List<LedgerEntry> entries, Map<String, Long> versions) {
    jdbc.batchUpdate(
        "insert into ledger_entry (resource, version, starts_at, ends_at, amount)"
            + " values (?, ?, ?, ?, ?)",
        entries.stream()
            .map(entry ->
                new Object[] {
                  entry.resource(),
                  entry.version(),
                  utc(entry.window().start()),
                  utc(entry.window().end()),
                  entry.amount()
                })
            .toList());
    jdbc.update(
        """
        update ledger_resource set version = appended.version
        from unnest(?, ?) as appended (id, version) where ledger_resource.id = appended.id\
        """,
        toArray(versions.keySet()),
        versions.values().toArray(Long[]::new));
  }

  Map<String, List<CapacityClaim>> claims(ConnectionId connection, Collection<String> resources) {
    return jdbc
        .query(
            "select * from ledger_claim where connection_id = ? and resource = any(?)",
            (row, _) ->
                new CapacityClaim(row.getString("resource"), window(row), row.getLong("amount")),
            connection.value(),
            toArray(resources))
        .stream()
        .collect(Collectors.groupingBy(CapacityClaim::resource));
  }

  List<String> resourcesOf(ConnectionId connection, int version) {
    return jdbc.query(
        "select resource from ledger_claim where connection_id = ? and version = ?",
        (row, _) -> row.getString("resource"),
        connection.value(),
        version);
  }

  void insert(ConnectionId connection, int version, List<CapacityClaim> claims) {
    jdbc.batchUpdate(
        "insert into ledger_claim (connection_id, version, resource, starts_at, ends_at, amount)"
            + " values (?, ?, ?, ?, ?, ?)",
        claims.stream()
            .map(claim ->
                new Object[] {
                  connection.value(),
                  version,
                  claim.resource(),
                  utc(claim.window().start()),
                  utc(claim.window().end()),
                  claim.amount()
                })
            .toList());
  }

  void delete(ConnectionId connection, int version) {
    jdbc.update(
        "delete from ledger_claim where connection_id = ? and version = ?",
        connection.value(),
        version);
  }

  /**
   * Deletes claims and entries that ended before an instant, in steps. The last entry of each
   * resource stays: its version is the one after which a process that starts continues. Of a claim
   * and its release the claim goes first, so that no process reads a claim without its release.
   */
  void deleteEndedBefore(Instant instant) {
    deleteInSteps(
        jdbc,
        """
        delete from ledger_claim where ctid = any(array(
          select ctid from ledger_claim where ends_at < ? limit ? for update skip locked))\
        """,
        instant);
    deleteInSteps(
        jdbc,
        """
        delete from ledger_entry where ctid = any(array(
          select e.ctid from ledger_entry e join ledger_resource r on r.id = e.resource
          where e.ends_at < ? and e.version < r.version
          order by e.version limit ? for update of e skip locked))\
        """,
        instant);
  }

  /**
   * Repeats a statement until it has nothing left to do, each time in a transaction of its own.
   *
   * @param delete takes an instant and the number of rows to delete at most
   */
  static void deleteInSteps(JdbcTemplate jdbc, String delete, Instant instant) {
    while (jdbc.update(delete, utc(instant), DELETED_AT_ONCE) == DELETED_AT_ONCE) {
      // the next step
    }
  }

  private static Window window(ResultSet row) throws SQLException {
    return new Window(
        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }

  static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static String[] toArray(Collection<String> values) {
    return values.toArray(String[]::new);
  }
}
