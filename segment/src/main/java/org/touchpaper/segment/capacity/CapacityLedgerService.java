package org.touchpaper.segment.capacity;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.CapacityTimetable;
import org.touchpaper.timetable.Window;

/**
 * Keeps the ledger of capacity booked over time (DESIGN decision 5). The timetable of each resource
 * is in memory and decides in O(log n); the database keeps every change to it, numbered. A booking
 * locks the rows of its resources in the order of their ids, reads the changes it has not seen,
 * decides, and appends its own. So any number of processes agree, without deadlock.
 *
 * <p>{@link #book} and {@link #release} must run inside a transaction.
 */
public final class CapacityLedgerService {

  /** The timetable of a resource at a version of its row. */
  private record VersionedTimetable(long version, CapacityTimetable timetable) {
    VersionedTimetable plus(CapacityLedgerRepository.LedgerEntry entry) {
      return new VersionedTimetable(
          entry.version(), timetable.book(entry.window(), entry.amount()));
    }
  }

  private final CapacityLedgerRepository repository;
  private final Map<String, VersionedTimetable> timetables;

  /**
   * Opens the ledger of some resources.
   *
   * @param capacities the capacity of each resource by its id
   */
  public CapacityLedgerService(CapacityLedgerRepository repository, Map<String, Long> capacities) {
    this(new ConcurrentHashMap<>(), repository);
    capacities.forEach((id, capacity) ->
        timetables.put(id, new VersionedTimetable(0, CapacityTimetable.ofCapacity(capacity))));
    repository.register(capacities.keySet());
  }

  private CapacityLedgerService(
      Map<String, VersionedTimetable> timetables, CapacityLedgerRepository repository) {
    this.repository = repository;
    this.timetables = timetables;
  }

  /** The ledger of a dry run: beside the same bookings it writes and locks nothing. */
  public CapacityLedgerService forDryRun() {
    return new CapacityLedgerService(timetables, repository.forDryRun());
  }

  /** The window of a schedule, widened to whole microseconds, the precision of the database. */
  public static Window window(Schedule schedule) {
    var end = schedule.endTime().truncatedTo(ChronoUnit.MICROS);
    return new Window(
        schedule.startTime().truncatedTo(ChronoUnit.MICROS),
        end.equals(schedule.endTime()) ? end : end.plus(1, ChronoUnit.MICROS));
  }

  /**
   * Books claims for a version of a connection, all or none. Where another version of the same
   * connection claims the same resource, the two count as their pointwise maximum.
   *
   * @return the shortage, or empty if all claims are booked
   */
  public Optional<CapacityShortage> book(
      ConnectionId connection, int version, List<CapacityClaim> claims) {
    var ids = claims.stream().map(CapacityClaim::resource).toList();
    repository.lock(ids);
    var current = catchUp(ids);
    var existing = repository.claims(connection, ids);
    var changes = new ArrayList<ClaimChange>();
    for (var claim : claims) {
      var change = ClaimChange.adding(claim, existing.getOrDefault(claim.resource(), List.of()));
      var after = change.applyTo(get(current, claim.resource()).timetable());
      if (!after.fits(claim.window(), 0)) {
        return Optional.of(
            new CapacityShortage(claim, after.free(claim.window()) + claim.amount()));
      }
      changes.add(change);
    }
    repository.insert(connection, version, claims);
    append(changes, current);
    return Optional.empty();
  }

  /** Releases the claims of a version of a connection. Has no effect if there are none. */
  public void release(ConnectionId connection, int version) {
    var ids = repository.resourcesOf(connection, version);
    repository.lock(ids);
    var current = catchUp(ids);
    var before = repository.claims(connection, ids);
    repository.delete(connection, version);
    var after = repository.claims(connection, ids);
    append(
        ids.stream()
            .map(id ->
                new ClaimChange(
                    CapacityClaim.pointwiseMaximum(before.getOrDefault(id, List.of())),
                    CapacityClaim.pointwiseMaximum(after.getOrDefault(id, List.of()))))
            .toList(),
        current);
  }

  /** The timetables of some resources as in the database now. Locks nothing. */
  public Map<String, CapacityTimetable> currentTimetables(Collection<String> resources) {
    return catchUp(resources).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().timetable()));
  }

  /**
   * Forgets what ended before an instant. Another process that has read it keeps it in memory until
   * it starts again. What is read of the time before the instant means nothing then. Must run in no
   * transaction: each step commits a bounded number of rows.
   */
  public void forgetBefore(Instant instant) {
    timetables.replaceAll((_, timetable) ->
        new VersionedTimetable(timetable.version(), timetable.timetable().forgetBefore(instant)));
    repository.deleteEndedBefore(instant);
  }

  /**
   * Reads appended entries. Entries of the current transaction are not cached, since it may roll
   * back.
   */
  private Map<String, VersionedTimetable> catchUp(Collection<String> resources) {
    var current = new TreeMap<String, VersionedTimetable>();
    resources.forEach(id -> current.put(id, get(timetables, id)));
    var seenVersions =
        current.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().version()));
    for (var entry : repository.entriesAfter(seenVersions)) {
      var timetable = get(current, entry.resource()).plus(entry);
      current.put(entry.resource(), timetable);
      if (!entry.own()) {
        timetables.merge(
            entry.resource(),
            timetable,
            (known, read) -> known.version() < read.version() ? read : known);
      }
    }
    return current;
  }

  private static VersionedTimetable get(
      Map<String, VersionedTimetable> timetables, String resource) {
    var timetable = timetables.get(resource);
    if (timetable == null) {
      throw new IllegalArgumentException("resource " + resource + " is not in the ledger");
    }
    return timetable;
  }

  private void append(List<ClaimChange> changes, Map<String, VersionedTimetable> current) {
    var versions = new TreeMap<String, Long>();
    var entries =
        changes.stream()
            .flatMap(ClaimChange::entries)
            .map(claim ->
                claim.withVersion(
                    versions.merge(
                        claim.resource(),
                        get(current, claim.resource()).version() + 1,
                        (last, _) -> last + 1)))
            .toList();
    repository.append(entries, versions);
  }

  /** The claims of a connection on one resource before and after a change. */
  private record ClaimChange(List<CapacityClaim> before, List<CapacityClaim> after) {

    static ClaimChange adding(CapacityClaim claim, List<CapacityClaim> existing) {
      return new ClaimChange(
          CapacityClaim.pointwiseMaximum(existing),
          CapacityClaim.pointwiseMaximum(
              Stream.concat(existing.stream(), Stream.of(claim)).toList()));
    }

    CapacityTimetable applyTo(CapacityTimetable timetable) {
      var result = timetable;
      for (var claim : before) {
        result = result.release(claim.window(), claim.amount());
      }
      for (var claim : after) {
        result = result.book(claim.window(), claim.amount());
      }
      return result;
    }

    /** The entries to append; equal claims cancel out. */
    Stream<CapacityLedgerRepository.UnnumberedEntry> entries() {
      return Stream.concat(
          before.stream()
              .filter(claim -> !after.contains(claim))
              .map(c ->
                  new CapacityLedgerRepository.UnnumberedEntry(
                      c.resource(), c.window(), -c.amount())),
          after.stream()
              .filter(claim -> !before.contains(claim))
              .map(c ->
                  new CapacityLedgerRepository.UnnumberedEntry(
                      c.resource(), c.window(), c.amount())));
    }
  }
}
