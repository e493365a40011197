package org.touchpaper.segment.ledger;

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
import org.touchpaper.timetable.Timetable;
import org.touchpaper.timetable.Window;

/**
 * Capacities booked over time, right twice (DESIGN decision 5). Each resource's timetable is kept
 * in memory and decides in O(log n); the database keeps every change to it, numbered. Whoever books
 * locks the resources' rows in the order of their ids, reads the changes it has not seen, decides,
 * and appends its own, so any number of processes agree and none waits for another in a circle.
 *
 * <p>{@link #book} and {@link #release} belong inside a transaction.
 */
public final class Ledger {

  /** A resource's timetable as of a version of its row. */
  private record Book(long version, Timetable timetable) {
    Book with(LedgerRows.Entry entry) {
      return new Book(entry.version(), timetable.book(entry.window(), entry.amount()));
    }
  }

  private final LedgerRows rows;
  private final Map<String, Book> books = new ConcurrentHashMap<>();

  /**
   * Opens the ledger of some resources.
   *
   * @param capacities the capacity of each resource by its id
   */
  public Ledger(LedgerRows rows, Map<String, Long> capacities) {
    this.rows = rows;
    capacities.forEach(
        (id, capacity) -> books.put(id, new Book(0, Timetable.ofCapacity(capacity))));
    rows.register(capacities.keySet());
  }

  /**
   * The window in which a schedule counts: widened to whole microseconds, which is what the
   * database keeps.
   */
  public static Window window(Schedule schedule) {
    var end = schedule.endTime().truncatedTo(ChronoUnit.MICROS);
    return new Window(
        schedule.startTime().truncatedTo(ChronoUnit.MICROS),
        end.equals(schedule.endTime()) ? end : end.plus(1, ChronoUnit.MICROS));
  }

  /**
   * Books claims for a version of a connection, all or none: where another version of the same
   * connection claims the same resource, the two count as their pointwise maximum.
   *
   * @return why not, or nothing if all are booked
   */
  public Optional<Shortage> book(ConnectionId connection, int version, List<Claim> claims) {
    var ids = claims.stream().map(Claim::resource).toList();
    rows.lock(ids);
    var present = catchUp(ids);
    var others = rows.claims(connection, ids);
    var changes = new ArrayList<Change>();
    for (var claim : claims) {
      var change = Change.adding(claim, others.getOrDefault(claim.resource(), List.of()));
      var after = change.applyTo(present(present, claim.resource()).timetable());
      if (!after.fits(claim.window(), 0)) {
        return Optional.of(new Shortage(claim, after.free(claim.window()) + claim.amount()));
      }
      changes.add(change);
    }
    rows.insert(connection, version, claims);
    append(changes, present);
    return Optional.empty();
  }

  /** Gives back what a version of a connection claims; of one that claims nothing, does nothing. */
  public void release(ConnectionId connection, int version) {
    var ids = rows.resourcesOf(connection, version);
    rows.lock(ids);
    var present = catchUp(ids);
    var before = rows.claims(connection, ids);
    rows.delete(connection, version);
    var after = rows.claims(connection, ids);
    append(
        ids.stream()
            .map(id ->
                new Change(
                    Claim.pointwiseMaximum(before.getOrDefault(id, List.of())),
                    Claim.pointwiseMaximum(after.getOrDefault(id, List.of()))))
            .toList(),
        present);
  }

  /** The timetables of some resources as the database has them now; locks nothing. */
  public Map<String, Timetable> read(Collection<String> resources) {
    return catchUp(resources).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().timetable()));
  }

  /** Forgets in memory what lies before an instant; the database keeps it. */
  public void forgetBefore(Instant instant) {
    books.replaceAll((_, book) -> new Book(book.version(), book.timetable().since(instant)));
  }

  /** Reads what was appended since, and keeps it unless it is this transaction's own, undecided. */
  private Map<String, Book> catchUp(Collection<String> resources) {
    var present = new TreeMap<String, Book>();
    resources.forEach(id -> present.put(id, present(books, id)));
    var seen =
        present.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().version()));
    for (var entry : rows.entriesAfter(seen)) {
      var book = present(present, entry.resource()).with(entry);
      present.put(entry.resource(), book);
      if (!entry.own()) {
        books.merge(
            entry.resource(), book, (old, read) -> old.version() < read.version() ? read : old);
      }
    }
    return present;
  }

  private static Book present(Map<String, Book> books, String resource) {
    var book = books.get(resource);
    if (book == null) {
      throw new IllegalArgumentException("no resource " + resource + " in the ledger");
    }
    return book;
  }

  private void append(List<Change> changes, Map<String, Book> present) {
    var versions = new TreeMap<String, Long>();
    var entries =
        changes.stream()
            .flatMap(Change::entries)
            .map(claim ->
                claim.at(
                    versions.merge(
                        claim.resource(),
                        present(present, claim.resource()).version() + 1,
                        (last, _) -> last + 1)))
            .toList();
    rows.append(entries, versions);
  }

  /** What a connection claims of one resource before and after. */
  private record Change(List<Claim> before, List<Claim> after) {

    static Change adding(Claim claim, List<Claim> others) {
      return new Change(
          Claim.pointwiseMaximum(others),
          Claim.pointwiseMaximum(Stream.concat(others.stream(), Stream.of(claim)).toList()));
    }

    Timetable applyTo(Timetable timetable) {
      var changed = timetable;
      for (var claim : before) {
        changed = changed.release(claim.window(), claim.amount());
      }
      for (var claim : after) {
        changed = changed.book(claim.window(), claim.amount());
      }
      return changed;
    }

    /** What to append, without what cancels out. */
    Stream<LedgerRows.Unnumbered> entries() {
      return Stream.concat(
          before.stream()
              .filter(claim -> !after.contains(claim))
              .map(c -> new LedgerRows.Unnumbered(c.resource(), c.window(), -c.amount())),
          after.stream()
              .filter(claim -> !before.contains(claim))
              .map(c -> new LedgerRows.Unnumbered(c.resource(), c.window(), c.amount())));
    }
  }
}
