package org.touchpaper.bar.reservation;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.VlanRange;

/**
 * Every segment's share in every version of one reservation. A segment keeps its id from version to
 * version; a share that is asked anew under another label has another (DESIGN "Contracts").
 */
record Shares(UUID connectionId, List<SegmentHold> all) {

  /** The shares of one version. */
  Chain of(int revision) {
    return new Chain(all.stream().filter(hold -> hold.revision() == revision).toList());
  }

  Chain of(Revision revision) {
    return of(revision.version());
  }

  SegmentHold get(Call call) {
    return find(call.segment(), call.version())
        .orElseThrow(
            () -> new IllegalStateException(call.segment() + " is no segment of " + connectionId));
  }

  Optional<SegmentHold> find(ConnectionId segment, int version) {
    return of(segment).filter(hold -> hold.version() == version).findFirst();
  }

  private Stream<SegmentHold> of(ConnectionId segment) {
    return all.stream().filter(hold -> hold.segment().equals(segment));
  }

  /** Writes down whom the first version will ask for what. */
  void plan(List<Leg> legs) {
    for (var position = 0; position < legs.size(); position++) {
      plan(1, position, 0, legs.get(position));
    }
  }

  /**
   * The next version asks the same segments to change what they have, each under a version that no
   * earlier one, given up or not, was asked under.
   */
  void carryOver(int from, int to) {
    of(from).live().forEach(hold -> all.add(hold.next(to, 1 + newest(hold.segment()))));
  }

  /**
   * A version that now binds stands as the one before it, not as that stood when it was asked for.
   */
  void takeOver(int from, int to) {
    var before = of(from);
    of(to).live().forEach(hold -> before.live(hold.segment()).ifPresent(hold::standAs));
  }

  private int newest(ConnectionId segment) {
    return of(segment).mapToInt(SegmentHold::version).max().orElse(0);
  }

  private void plan(int revision, int position, int attempt, Leg leg) {
    var name = "segment/" + position + (attempt == 0 ? "" : "/" + attempt);
    var key = new SegmentHold.Key(new ConnectionId(connectionId).part(name).value(), 1);
    all.add(new SegmentHold(key, connectionId, revision, position, attempt, leg));
  }

  /** Another attempt at a border: its peer is to choose another label, one of these. */
  record Relabelling(String peer, VlanRange labels) {
    @Override
    public String toString() {
      return "is asked for another label, one of " + labels;
    }
  }

  /**
   * Lets the neighbour of a segment that refused a label choose another; empty if none is left to
   * try.
   */
  Optional<Relabelling> relabel(SegmentHold refused, Refusal refusal) {
    var chain = of(refused.revision());
    return chain
        .otherLabels(refused, refusal)
        .map(labels -> relabel(refused, chain.before(refused).orElseThrow(), labels, chain));
  }

  private Relabelling relabel(
      SegmentHold refused, SegmentHold neighbour, VlanRange labels, Chain chain) {
    var attempt = chain.nextAttempt();
    neighbour.become(SegmentState.DROPPING);
    refused.become(SegmentState.DROPPED);
    plan(refused.revision(), neighbour.position(), attempt, neighbour.leg().leaving(labels));
    plan(refused.revision(), refused.position(), attempt, refused.leg());
    return new Relabelling(neighbour.peer(), labels);
  }

  /** What is left to be ended when the whole ends before its time. */
  List<Call> terminations() {
    return SegmentHold.each(
        all.stream().filter(SegmentHold::isToBeTerminated).toList(), Call.TerminateSegment::new);
  }
}
