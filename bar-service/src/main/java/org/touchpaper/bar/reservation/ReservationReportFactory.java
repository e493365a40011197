package org.touchpaper.bar.reservation;

import java.time.Instant;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.state.DataPlaneState;

/** Creates a reservation's replies to its holder's and its segments' queries. */
final class ReservationReportFactory {

  private ReservationReportFactory() {}

  static ConnectionReport.Known create(Reservation reservation, Revisions revisions, Instant now) {
    var dataPlaneStatus = reservation.dataPlaneStatus();
    var dataPlane = dataPlaneStatus.dataPlane();
    return new ConnectionReport.Known(
        reservation.connection(),
        revisions.bindingVersion(),
        revisions.heldVersion(),
        revisions.state(),
        reservation.provisionStatus().state(),
        reservation.lifecycle().state(),
        revisions.isOver(now) && dataPlane == DataPlaneState.ACTIVE
            ? DataPlaneState.DEACTIVATING
            : dataPlane,
        revisions.criteria().orElse(null),
        reservation.path(),
        reservation.lifecycle().reason().or(dataPlaneStatus::problem).orElse(null),
        dataPlaneStatus.isReleased());
  }

  /** Returns the outcome of a segment's hold; a hold that another label replaced is aborted. */
  static Outcome outcome(SegmentHold hold, Revision revision, Lifecycle lifecycle) {
    var decision = revision.outcome();
    var isAborted = lifecycle.isTerminatedOrTerminating() && decision == Outcome.UNDECIDED;
    return isAborted || !hold.isLive() ? Outcome.ABORT : decision;
  }
}
