package org.touchpaper.segment.reservation;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutRepository;
import org.touchpaper.segment.cut.CuttableNetworkDescription;
import org.touchpaper.segment.inventory.ConfigItemRepository;
import org.touchpaper.segment.inventory.DriftRepository;
import org.touchpaper.segment.inventory.MissingItemTracker;

/**
 * The repositories of a segment, and the changes that span several of its tables. Each method runs
 * in the transaction of the caller, which has locked the connection.
 */
public record SegmentStore(
    ConnectionRepository connections,
    VersionRepository versions,
    ConfigItemRepository items,
    NotificationOutbox outbox,
    DriftRepository drifts,
    MissingItemTracker missingItems,
    CutRepository cuts,
    CuttableNetworkDescription cuttableNetwork,
    SegmentTaskScheduler taskScheduler,
    CapacityAllocator admission,
    Clock clock) {

  public Instant now() {
    return clock.instant();
  }

  /** Makes the held version binding, and schedules its start and end. Does not save it. */
  void commit(SegmentConnection connection, ConnectionVersionRecord held) {
    var criteria = held.criteria();
    connection.commit(criteria == null ? null : criteria.schedule(), now());
    versions.update(held.withState(ConnectionVersionRecord.State.COMMITTED));
    if (criteria != null) {
      if (criteria.schedule().startTime().isAfter(now())) {
        taskScheduler.scheduleCircuit(connection, criteria.schedule().startTime());
      }
      taskScheduler.scheduleCircuit(connection, criteria.schedule().endTime());
    }
  }

  /** Releases the held version with this outcome. */
  void releaseHold(
      SegmentConnection connection,
      ConnectionVersionRecord held,
      ConnectionVersionRecord.State outcome) {
    if (outcome == ConnectionVersionRecord.State.LAPSED) {
      connection.lapse();
    } else {
      connection.abort();
    }
    versions.update(held.withState(outcome));
    connection.passEndTime(now());
    saveChanged(connection);
  }

  /** Ends the connection early: a held version is released, an active circuit is taken down. */
  void terminate(SegmentConnection connection) {
    releaseHeldVersion(connection);
    connection.terminate();
    saveChanged(connection);
  }

  /**
   * Ends a connection that a cut covers, for any holder: its circuit is taken down and never
   * repaired. Has no effect on one that is over.
   */
  public void cut(SegmentConnection connection, Cut cut) {
    connection.passEndTime(now());
    if (!connection.isEnded()) {
      var notice = cut.notice(cuttableNetwork);
      cuts.recordEnd(cut.id(), connection.id, now());
      forceEnd(connection, notice.sentence(), notice);
    }
  }

  /** Ends the connection on our own decision, and notifies the holder. */
  public void forceEnd(SegmentConnection connection, String reason) {
    forceEnd(connection, reason, null);
  }

  private void forceEnd(SegmentConnection connection, String reason, @Nullable CutNotice cut) {
    outbox.enqueue(connection, new Notification.ForcedEnd(connection.id, now(), reason, cut));
    releaseHeldVersion(connection);
    connection.forceEnd(reason);
    saveChanged(connection);
  }

  private void releaseHeldVersion(SegmentConnection connection) {
    if (connection.heldVersion > 0) {
      var held = versions.find(connection.id, connection.heldVersion).orElseThrow();
      connection.abort();
      versions.update(held.withState(ConnectionVersionRecord.State.GIVEN_UP));
    }
  }

  /** Saves a changed connection, and schedules its circuit at once if it may have to change. */
  public void saveChanged(SegmentConnection connection) {
    var mayBeUp = connection.dataPlane == DataPlaneState.ACTIVE || connection.configured;
    if (mayBeUp
        || connection.shouldBeUp(now())
        || connection.dataPlane != connection.idleDataPlane()) {
      taskScheduler.scheduleCircuit(connection, now());
    }
    releaseCapacity(connection, !connection.configured);
    connections.save(connection);
  }

  /** Changes the data plane state, and notifies the holder of the change. */
  public void changeDataPlane(
      SegmentConnection connection, DataPlaneState newState, String detail) {
    if (connection.dataPlane != newState) {
      connection.dataPlane = newState;
      missingItems.forget(connection.id);
      outbox.enqueue(
          connection,
          new Notification.DataPlaneChanged(
              connection.id, now(), connection.reportedDataPlane(now()), detail));
    }
  }

  /**
   * Returns capacity that is no longer needed to admission.
   *
   * @param settled true if the elements read as the binding version wants; until then an earlier
   *     version still occupies them
   */
  public void releaseCapacity(SegmentConnection connection, boolean settled) {
    for (var version : versions.listBooked(connection.id)) {
      var obsolete =
          switch (version.state()) {
            case HELD -> false;
            case REFUSED, GIVEN_UP, LAPSED -> true;
            case COMMITTED ->
                settled && (version.version() != connection.version || endedEarly(connection));
          };
      if (obsolete) {
        admission.release(connection.id, version.version());
        versions.update(version.withoutBooking());
      }
    }
  }

  private static boolean endedEarly(SegmentConnection connection) {
    return connection.lifecycle == LifecycleState.TERMINATED
        || connection.lifecycle == LifecycleState.TERMINATING
        || connection.lifecycle == LifecycleState.FAILED;
  }
}
