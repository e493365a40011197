package org.touchpaper.segment.capacity;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.segment.connection.ConnectionId;

/** The ledger of one dry run: the stored rows, and in memory what the dry run would add to them. */
final class DryRunLedgerRepository extends CapacityLedgerRepository {

  private record PendingClaim(ConnectionId connection, int version, CapacityClaim claim) {
    boolean isOf(ConnectionId other, int otherVersion) {
      return connection.equals(other) && version == otherVersion;
    }
  }

  private final List<LedgerEntry> addedEntries = new ArrayList<>();
  private final List<PendingClaim> addedClaims = new ArrayList<>();

  DryRunLedgerRepository(JdbcTemplate jdbc) {
    super(jdbc);
  }

  @Override
  void lock(Collection<String> resources) {}

  /** Stored entries come first, because the ledger caches them without those added here. */
  @Override
  List<LedgerEntry> entriesAfter(Map<String, Long> seenVersions) {
    return Stream.concat(
            super.entriesAfter(seenVersions).stream(),
            addedEntries.stream().filter(entry -> seenVersions.containsKey(entry.resource())))
        .toList();
  }

  @Override
  void append(List<LedgerEntry> entries, Map<String, Long> versions) {
    addedEntries.addAll(entries);
  }

  @Override
  Map<String, List<CapacityClaim>> claims(ConnectionId connection, Collection<String> resources) {
    var stored = super.claims(connection, resources).values().stream().flatMap(List::stream);
    var added =
        addedClaims.stream()
            .filter(it -> it.connection().equals(connection))
            .map(PendingClaim::claim)
            .filter(claim -> resources.contains(claim.resource()));
    return Stream.concat(stored, added).collect(groupingBy(CapacityClaim::resource));
  }

  @Override
  List<String> resourcesOf(ConnectionId connection, int version) {
    return addedClaims.stream()
        .filter(it -> it.isOf(connection, version))
        .map(it -> it.claim().resource())
        .toList();
  }

  @Override
  void insert(ConnectionId connection, int version, List<CapacityClaim> claims) {
    claims.forEach(claim -> addedClaims.add(new PendingClaim(connection, version, claim)));
  }

  @Override
  void delete(ConnectionId connection, int version) {
    addedClaims.removeIf(it -> it.isOf(connection, version));
  }
}
