package org.touchpaper.segment.provider;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.provider.CircuitJob.Before;
import org.touchpaper.segment.provider.Items.Recorded;

/**
 * Compares what the version that is due wants on the elements with what is recorded to be there for
 * its connection.
 */
final class CircuitJobs {

  private final Books books;
  private final CircuitConfiguration configuration;

  CircuitJobs(Books books, CircuitConfiguration configuration) {
    this.books = books;
    this.configuration = configuration;
  }

  /** What there is to do now; empty if all that is known is as it shall be. */
  Optional<CircuitJob> find(Connection it, Instant now) {
    var recorded = books.items().list(it.id);
    var there = recorded.stream().filter(Recorded::wanted).map(Recorded::item).toList();
    var version = it.versionDue(now);
    var wanted = it.wantsUp(now) ? wanted(it, version, recorded) : List.<Item>of();
    var stands = it.dataPlane == DataPlane.ACTIVE && wanted.equals(there);
    if (stands || (wanted.isEmpty() && !it.configured)) {
      return Optional.empty();
    }
    var former =
        recorded.stream()
            .map(Recorded::item)
            .filter(item -> wanted.stream().noneMatch(item::isSameAs))
            .toList();
    var isProlonged = !wanted.isEmpty() && former.isEmpty();
    var before = !isProlonged && isOver(it, version, now) ? Before.OVER : before(it);
    return Optional.of(new CircuitJob(version, wanted, former, before));
  }

  private boolean isOver(Connection it, int version, Instant now) {
    return it.stoodAs != 0 && it.stoodAs != version && !agreed(it.id, it.stoodAs).contains(now);
  }

  private static Before before(Connection it) {
    return it.stoodAs != 0 || it.dataPlane == DataPlane.ACTIVE ? Before.STANDS : Before.NEVER;
  }

  /** When a version is booked for. */
  Schedule agreed(ConnectionId connection, int version) {
    return books.versions().find(connection, version).orElseThrow().criteriaAgreed().schedule();
  }

  /**
   * A version that wants what is there already, as one that only ends later, wants it under the
   * name it bears: a new name is a new epoch, and all of the circuit made anew. One that stands in
   * may be there yet under the name it had.
   */
  private List<Item> wanted(Connection it, int version, List<Recorded> recorded) {
    var known =
        recorded.stream()
            .filter(item -> item.wanted() || version != it.version)
            .map(Recorded::item)
            .toList();
    return known.stream()
        .map(Item::owner)
        .distinct()
        .map(name -> wanted(it, version, name))
        .filter(items -> areKnown(items, known, version == it.version))
        .findFirst()
        .orElseGet(() -> wanted(it, version, CircuitName.of(it.id.value(), version)));
  }

  /**
   * True if these are recorded, whether or not it was recorded that they shall work.
   *
   * @param isAll true if nothing else may be
   */
  private static boolean areKnown(List<Item> items, List<Item> known, boolean isAll) {
    return (!isAll || items.size() == known.size())
        && items.stream().allMatch(item -> known.stream().anyMatch(item::isSameAs));
  }

  private List<Item> wanted(Connection it, int number, String name) {
    var version = books.versions().find(it.id, number).orElseThrow();
    return configuration.itemsOf(
        new CircuitConfiguration.Circuit(
            it.id, number, version.criteriaAgreed(), version.heldAgreed(), name));
  }
}
