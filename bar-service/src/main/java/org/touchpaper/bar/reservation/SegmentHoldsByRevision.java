package org.touchpaper.bar.reservation;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentChain;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.bar.reservation.segments.SegmentState;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.VlanRange;

/**
 * The holds of all segments in all versions of a reservation. A segment keeps its id across
 * versions; a hold requested again with another label has another id (DESIGN "Contracts").
 */
record SegmentHoldsByRevision(UUID connectionId, List<SegmentHold> all) {

  SegmentChain chainOf(int revision) {
    return new SegmentChain(all.stream().filter(hold -> hold.revision() == revision).toList());
  }

  SegmentChain chainOf(Revision revision) {
    return chainOf(revision.version());
  }

  SegmentHold get(SegmentCall call) {
    return find(call.segment(), call.version())
        .orElseThrow(() ->
            new IllegalStateException(call.segment() + " is not a segment of " + connectionId));
  }

  Optional<SegmentHold> find(ConnectionId segment, int version) {
    return chainOf(segment).filter(hold -> hold.version() == version).findFirst();
  }

  private Stream<SegmentHold> chainOf(ConnectionId segment) {
    return all.stream().filter(hold -> hold.segment().equals(segment));
  }

  /** Adds the planned holds of the first version. */
  void addPlanned(List<SegmentLeg> legs) {
    for (var position = 0; position < legs.size(); position++) {
      addPlanned(1, position, 0, legs.get(position));
    }
  }

  /**
   * Copies the holds to the next version, each under a segment version that was not used before.
   */
  void carryOver(int from, int to) {
    chainOf(from)
        .live()
        .forEach(hold -> all.add(hold.forNextRevision(to, 1 + newestVersion(hold.segment()))));
  }

  /** Copies the current status to a version that becomes binding. */
  void copyStatus(int from, int to) {
    var previous = chainOf(from);
    chainOf(to)
        .live()
        .forEach(hold -> previous.live(hold.segment()).ifPresent(hold::copyStatusFrom));
  }

  private int newestVersion(ConnectionId segment) {
    return chainOf(segment).mapToInt(SegmentHold::version).max().orElse(0);
  }

  private void addPlanned(int revision, int position, int attempt, SegmentLeg leg) {
    var name = "segment/" + position + (attempt == 0 ? "" : "/" + attempt);
    var key = new SegmentHold.Key(new ConnectionId(connectionId).derive(name).value(), 1);
    all.add(new SegmentHold(key, connectionId, revision, position, attempt, leg));
  }

  /** A further attempt at a border: the peer must choose one of these labels. */
  record LabelChange(String peer, VlanRange labels) {
    @Override
    public String toString() {
      return "another label requested, one of " + labels;
    }
  }

  /** Lets the campus at the border of a refused label choose another; empty if none is left. */
  Optional<LabelChange> requestOtherLabel(SegmentHold refused, Refusal refusal) {
    var chain = chainOf(refused.revision());
    return chain
        .otherLabels(refused, refusal)
        .map(choice -> requestOtherLabel(refused, choice, chain.nextAttempt()));
  }

  private LabelChange requestOtherLabel(
      SegmentHold refused, SegmentChain.LabelChoice choice, int attempt) {
    var chooser = choice.chooser();
    refused.setState(SegmentState.DROPPED);
    if (chooser.position() != refused.position()) {
      chooser.setState(SegmentState.DROPPING);
      addPlanned(refused.revision(), refused.position(), attempt, refused.leg());
    }
    addPlanned(
        refused.revision(),
        chooser.position(),
        attempt,
        chooser.leg().withLabels(choice.labels(), choice.isFarEnd()));
    return new LabelChange(chooser.peer(), choice.labels());
  }

  /** Returns the terminations due when the reservation ends before its end time. */
  List<SegmentCall> dueTerminations() {
    return SegmentHold.callEach(
        all.stream().filter(SegmentHold::needsTermination).toList(),
        SegmentCall.TerminateSegment::new);
  }
}
