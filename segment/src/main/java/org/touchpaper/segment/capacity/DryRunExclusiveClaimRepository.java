package org.touchpaper.segment.capacity;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.timetable.Window;

/** The exclusive claims of one dry run: the stored ones, and in memory those that it would add. */
final class DryRunExclusiveClaimRepository extends ExclusiveClaimRepository {

  private record PendingClaim(
      ConnectionId connection, int version, ExclusiveItem item, Window window) {}

  private final List<PendingClaim> added = new ArrayList<>();

  DryRunExclusiveClaimRepository(JdbcTemplate jdbc) {
    super(jdbc);
  }

  @Override
  public Set<ExclusiveItem> findTakenByOthers(
      Collection<String> places, Window window, ConnectionId connection) {
    var taken = super.findTakenByOthers(places, window, connection);
    addedByOthers(places, window, connection).map(PendingClaim::item).forEach(taken::add);
    return taken;
  }

  @Override
  public void claim(
      ConnectionId connection, int version, Collection<ExclusiveItem> items, Window window) {
    items.forEach(item -> added.add(new PendingClaim(connection, version, item, window)));
  }

  @Override
  public Map<Integer, List<Window>> findWindowsOfOthers(
      String place, Window window, ConnectionId connection) {
    var stored =
        super.findWindowsOfOthers(place, window, connection).entrySet().stream()
            .flatMap(
                entry -> entry.getValue().stream().map(taken -> Map.entry(entry.getKey(), taken)));
    var ours =
        addedByOthers(List.of(place), window, connection)
            .map(claim -> Map.entry(claim.item().item(), claim.window()));
    return Stream.concat(stored, ours)
        .sorted(Comparator.comparing(entry -> entry.getValue().start()))
        .collect(groupingBy(Map.Entry::getKey, mapping(Map.Entry::getValue, toList())));
  }

  private Stream<PendingClaim> addedByOthers(
      Collection<String> places, Window window, ConnectionId connection) {
    return added.stream()
        .filter(claim -> places.contains(claim.item().place()))
        .filter(claim -> claim.window().overlaps(window))
        .filter(claim -> !claim.connection().equals(connection));
  }

  @Override
  public void release(ConnectionId connection, int version) {
    added.removeIf(claim -> claim.connection().equals(connection) && claim.version() == version);
  }
}
