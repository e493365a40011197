package org.touchpaper.bar.reservation.segments;

import java.util.Optional;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/**
 * A segment's part of a circuit, seen from this broker outwards.
 *
 * @param peer the segment's peer name
 * @param near its end towards this campus
 * @param far its end away from this campus
 * @param reversed true if the circuit's source is at the far end
 */
public record SegmentLeg(String peer, Stp near, Stp far, boolean reversed) {

  public Stp source() {
    return reversed ? far : near;
  }

  public Stp destination() {
    return reversed ? near : far;
  }

  /** The name of the far end in refusals. */
  String farField() {
    return reversed ? "source" : "destination";
  }

  /** Returns the leg with the label that its predecessor chose at the common border. */
  SegmentLeg withNearLabelOf(Stp chosen) {
    return near.vlans() == null
        ? this
        : new SegmentLeg(peer, near.withVlans(chosen.vlans()), far, reversed);
  }

  /** Returns the leg with the labels allowed at its far end. */
  public SegmentLeg withFarLabels(VlanRange labels) {
    return new SegmentLeg(peer, near, far.withVlans(labels), reversed);
  }

  Optional<VlanRange> farLabels() {
    return Optional.ofNullable(far.vlans());
  }
}
