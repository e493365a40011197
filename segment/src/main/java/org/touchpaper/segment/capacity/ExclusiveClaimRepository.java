package org.touchpaper.segment.capacity;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.segment.capacity.CapacityAdmission.AdmissionRequest;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.timetable.Window;

/**
 * Stores claims on items that only one connection can use at a time: a time slot of a link, a label
 * at a border, a port. Each is an item of a place. An exclusion constraint of the database prevents
 * two connections from holding an item at the same time; versions of one connection may share it.
 */
public record ExclusiveClaimRepository(JdbcTemplate jdbc) {

  /** The items of a place that other connections hold at any time within the window. */
  public Set<Integer> findTakenByOthers(String place, Window window, ConnectionId connection) {
    return new HashSet<>(
        jdbc.query(
            """
            select distinct item from ledger_exclusive
            where place = ? and during && tstzrange(?, ?, '[)') and connection_id <> ?\
            """,
            (row, _) -> row.getInt("item"),
            place,
            CapacityLedgerRepository.utc(window.start()),
            CapacityLedgerRepository.utc(window.end()),
            connection.value()));
  }

  /**
   * Claims items for a version of a connection.
   *
   * @throws org.springframework.dao.DataIntegrityViolationException if another connection holds one
   */
  public void claim(
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
                  CapacityLedgerRepository.utc(window.start()),
                  CapacityLedgerRepository.utc(window.end())
                })
            .toList());
  }

  /** Claims the preferred label if it is permitted and free, else the lowest that is. */
  public Optional<Integer> claimLabel(
      AdmissionRequest request, String place, VlanRange permitted, int preferred, Window window) {
    var taken = findTakenByOthers(place, window, request.connection());
    var chosen =
        IntStream.concat(
                IntStream.of(preferred).filter(permitted::contains),
                IntStream.rangeClosed(permitted.low(), permitted.high()))
            .filter(label -> !taken.contains(label))
            .boxed()
            .findFirst();
    chosen.ifPresent(
        label -> claim(request.connection(), request.version(), place, List.of(label), window));
    return chosen;
  }

  /** Releases all items of a version of a connection. */
  public void release(ConnectionId connection, int version) {
    jdbc.update(
        "delete from ledger_exclusive where connection_id = ? and version = ?",
        connection.value(),
        version);
  }
}
