package org.touchpaper.segment.capacity;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.segment.capacity.CapacityAllocator.AdmissionRequest;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.timetable.Window;

/**
 * Stores claims on items that only one connection can use at a time: a time slot of a link, a label
 * at a border, a port. Each is an item of a place. An exclusion constraint of the database prevents
 * two connections from holding an item at the same time; versions of one connection may share it.
 */
public class ExclusiveClaimRepository {

  private final JdbcTemplate jdbc;

  public ExclusiveClaimRepository(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** The claims of a dry run: beside the same stored ones it keeps its own in memory. */
  public ExclusiveClaimRepository forDryRun() {
    return new DryRunExclusiveClaimRepository(jdbc);
  }

  /** An item of a place. */
  public record ExclusiveItem(String place, int item) {}

  /** The items of some places that other connections hold at any time within the window. */
  public Set<ExclusiveItem> findTakenByOthers(
      Collection<String> places, Window window, ConnectionId connection) {
    return new HashSet<>(
        jdbc.query(
            """
            select distinct place, item from ledger_exclusive
            where place = any(?) and during && tstzrange(?, ?, '[)') and connection_id <> ?\
            """,
            (row, _) -> new ExclusiveItem(row.getString("place"), row.getInt("item")),
            places.toArray(String[]::new),
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
      ConnectionId connection, int version, Collection<ExclusiveItem> items, Window window) {
    jdbc.batchUpdate(
        "insert into ledger_exclusive (connection_id, version, place, item, starts_at, ends_at)"
            + " values (?, ?, ?, ?, ?, ?)",
        items.stream()
            .map(item ->
                new Object[] {
                  connection.value(),
                  version,
                  item.place(),
                  item.item(),
                  CapacityLedgerRepository.utc(window.start()),
                  CapacityLedgerRepository.utc(window.end())
                })
            .toList());
  }

  /** Claims the preferred label if it is permitted and free, else the lowest that is. */
  public Optional<Integer> claimLabel(
      AdmissionRequest request, String place, VlanRange permitted, int preferred, Window window) {
    var candidates =
        IntStream.concat(
            IntStream.of(preferred).filter(permitted::contains),
            IntStream.rangeClosed(permitted.low(), permitted.high()));
    return claimFirst(request, place, candidates, window);
  }

  /** Claims the first of the candidates that is free throughout the window. */
  public Optional<Integer> claimFirst(
      AdmissionRequest request, String place, IntStream candidates, Window window) {
    var taken = findTakenByOthers(List.of(place), window, request.connection());
    var chosen =
        candidates
            .mapToObj(item -> new ExclusiveItem(place, item))
            .filter(item -> !taken.contains(item))
            .findFirst();
    chosen.ifPresent(item -> claim(request.connection(), request.version(), List.of(item), window));
    return chosen.map(ExclusiveItem::item);
  }

  /** The times within the window at which other connections hold the items of a place. */
  public Map<Integer, List<Window>> findWindowsOfOthers(
      String place, Window window, ConnectionId connection) {
    return jdbc
        .query(
            """
            select item, starts_at, ends_at from ledger_exclusive
            where place = ? and during && tstzrange(?, ?, '[)') and connection_id <> ?
            order by starts_at\
            """,
            (row, _) ->
                Map.entry(
                    row.getInt("item"),
                    new Window(
                        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
                        row.getObject("ends_at", OffsetDateTime.class).toInstant())),
            place,
            CapacityLedgerRepository.utc(window.start()),
            CapacityLedgerRepository.utc(window.end()),
            connection.value())
        .stream()
        .collect(groupingBy(Map.Entry::getKey, mapping(Map.Entry::getValue, toList())));
  }

  /** Deletes claims that ended before an instant, in steps. Must run in no transaction. */
  public void forgetBefore(Instant instant) {
    CapacityLedgerRepository.deleteInSteps(
        jdbc,
        """
        delete from ledger_exclusive where ctid = any(array(
          select ctid from ledger_exclusive where ends_at < ? limit ? for update skip locked))\
        """,
        instant);
  }

  /** Releases all items of a version of a connection. */
  public void release(ConnectionId connection, int version) {
    jdbc.update(
        "delete from ledger_exclusive where connection_id = ? and version = ?",
        connection.value(),
        version);
  }
}
