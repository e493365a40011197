package org.touchpaper.segment.provisioning;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.inventory.ConfigItemRepository.RecordedItem;
import org.touchpaper.segment.provisioning.CircuitJob.PriorState;
import org.touchpaper.segment.reservation.SegmentConnection;
import org.touchpaper.segment.reservation.SegmentStore;

/**
 * Plans the job of a connection: compares the items of the due version with those recorded as
 * present.
 */
public record CircuitJobPlanner(SegmentStore store, CircuitItemPlanner configuration) {

  /** The job that is due; empty if everything is as it should be. */
  Optional<CircuitJob> find(SegmentConnection connection, Instant now) {
    var recorded = store.items().list(connection.id);
    var wantedNow = recorded.stream().filter(RecordedItem::wanted).map(RecordedItem::item).toList();
    var targetVersion = connection.targetVersion(now);
    var wanted =
        connection.shouldBeUp(now)
            ? wantedItems(connection, targetVersion, recorded)
            : List.<ConfigItem>of();
    var isUpToDate = connection.dataPlane == DataPlaneState.ACTIVE && wanted.equals(wantedNow);
    if (isUpToDate || (wanted.isEmpty() && !connection.configured)) {
      return Optional.empty();
    }
    var previous =
        recorded.stream()
            .map(RecordedItem::item)
            .filter(item -> wanted.stream().noneMatch(item::isSameAs))
            .toList();
    var isProlonged = !wanted.isEmpty() && previous.isEmpty();
    var priorState =
        !isProlonged && isExpired(connection, targetVersion, now)
            ? PriorState.EXPIRED
            : priorState(connection);
    return Optional.of(new CircuitJob(targetVersion, wanted, previous, priorState));
  }

  private boolean isExpired(SegmentConnection connection, int version, Instant now) {
    return connection.lastActiveVersion != 0
        && connection.lastActiveVersion != version
        && !scheduleOf(connection.id, connection.lastActiveVersion).contains(now);
  }

  private static PriorState priorState(SegmentConnection connection) {
    return connection.lastActiveVersion != 0 || connection.dataPlane == DataPlaneState.ACTIVE
        ? PriorState.ACTIVE
        : PriorState.NEVER_UP;
  }

  Schedule scheduleOf(ConnectionId connection, int version) {
    return store.versions().find(connection, version).orElseThrow().requireCriteria().schedule();
  }

  /**
   * The items of a version. If they are present already, as after a prolongation, they keep their
   * name: a new name would begin a new epoch and replace the whole circuit. A fallback version,
   * too, may still be present under its former name.
   */
  private List<ConfigItem> wantedItems(
      SegmentConnection connection, int version, List<RecordedItem> recorded) {
    var candidates =
        recorded.stream()
            .filter(item -> item.wanted() || version != connection.version)
            .map(RecordedItem::item)
            .toList();
    return candidates.stream()
        .map(ConfigItem::owner)
        .distinct()
        .map(name -> wantedItems(connection, version, name))
        .filter(items -> areRecorded(items, candidates, version == connection.version))
        .findFirst()
        .orElseGet(() ->
            wantedItems(connection, version, CircuitNameFormat.of(connection.id.value(), version)));
  }

  /**
   * True if these items are recorded, whether or not as working.
   *
   * @param exactly true if no other item may be recorded
   */
  private static boolean areRecorded(
      List<ConfigItem> items, List<ConfigItem> recorded, boolean exactly) {
    return (!exactly || items.size() == recorded.size())
        && items.stream().allMatch(item -> recorded.stream().anyMatch(item::isSameAs));
  }

  private List<ConfigItem> wantedItems(
      SegmentConnection connection, int versionNumber, String name) {
    var version = store.versions().find(connection.id, versionNumber).orElseThrow();
    return configuration.itemsOf(
        new CircuitItemPlanner.Circuit(
            connection.id, versionNumber, version.requireCriteria(), version.requireHeld(), name));
  }
}
