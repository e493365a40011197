package org.touchpaper.segment.ledger;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.timetable.Window;

/**
 * What only one connection can have at a time: a time slot of a link, a label at a border, a port.
 * Each is an item of a place. An exclusion constraint keeps two connections from ever having the
 * same item at once, whatever the code above it does; versions of one connection may share it.
 */
public final class Exclusives {

  private final JdbcTemplate jdbc;

  public Exclusives(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** The items of a place that other connections have at some time within the window. */
  public Set<Integer> takenByOthers(String place, Window window, ConnectionId connection) {
    return new HashSet<>(
        jdbc.query(
            """
            select distinct item from ledger_exclusive
            where place = ? and during && tstzrange(?, ?, '[)') and connection_id <> ?\
            """,
            (row, _) -> row.getInt("item"),
            place,
            LedgerRows.utc(window.start()),
            LedgerRows.utc(window.end()),
            connection.value()));
  }

  /**
   * Takes items for a version of a connection.
   *
   * @throws org.springframework.dao.DataIntegrityViolationException if another connection has one
   */
  public void take(
      ConnectionId connection,
      int version,
      String place,
      Collection<Integer> items,
      Window window) {
    jdbc.batchUpdate(
        "insert into ledger_exclusive (connection_id, version, place, item, starts_at, ends_at)"
            + " values (?, ?, ?, ?, ?, ?)",
        items.stream()
            .map(item ->
                new Object[] {
                  connection.value(),
                  version,
                  place,
                  item,
                  LedgerRows.utc(window.start()),
                  LedgerRows.utc(window.end())
                })
            .toList());
  }

  /** Gives back all that a version of a connection has. */
  public void release(ConnectionId connection, int version) {
    jdbc.update(
        "delete from ledger_exclusive where connection_id = ? and version = ?",
        connection.value(),
        version);
  }
}
