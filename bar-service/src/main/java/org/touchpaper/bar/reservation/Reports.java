package org.touchpaper.bar.reservation;

import java.time.Instant;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/** What a reservation says about itself: to whoever holds it, and to segments in doubt. */
final class Reports {

  private Reports() {}

  static Report.Known of(Reservation it, Revisions revisions, Instant now) {
    var circuit = it.circuit();
    var flows = circuit.dataPlane();
    return new Report.Known(
        it.connection(),
        revisions.binding(),
        revisions.held(),
        revisions.state(),
        it.permission().state(),
        it.lifecycle().state(),
        revisions.isOver(now) && flows == DataPlane.ACTIVE ? DataPlane.DEACTIVATING : flows,
        revisions.criteria().orElse(null),
        it.path(),
        it.lifecycle().reason().or(circuit::problem).orElse(null),
        circuit.isReleased());
  }

  /** What is to become of a segment's share; one that was let go for another is given up. */
  static Outcome outcome(SegmentHold share, Revision revision, Lifecycle lifecycle) {
    var decided = revision.outcome();
    var givenUp = lifecycle.isTerminated() && decided == Outcome.UNDECIDED;
    return givenUp || !share.isLive() ? Outcome.ABORT : decided;
  }
}
