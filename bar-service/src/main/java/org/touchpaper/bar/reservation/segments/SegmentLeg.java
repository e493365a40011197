package org.touchpaper.bar.reservation.segments;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

  /** Returns the leg with the label that the segment before it chose at the common border. */
  SegmentLeg withNearLabelOf(SegmentHold before) {
    return before.chosenFar().map(chosen -> withLabelOf(chosen, false)).orElse(this);
  }

  /** Returns the leg with the label that the segment behind it chose at the common border. */
  SegmentLeg withFarLabelOf(SegmentHold behind) {
    return behind.chosenNear().map(chosen -> withLabelOf(chosen, true)).orElse(this);
  }

  private SegmentLeg withLabelOf(Stp chosen, boolean isFarEnd) {
    return labels(isFarEnd).isEmpty() ? this : withLabels(chosen.vlans(), isFarEnd);
  }

  /** Returns the leg with the labels allowed at one of its ends. */
  public SegmentLeg withLabels(@Nullable VlanRange labels, boolean isFarEnd) {
    return isFarEnd
        ? new SegmentLeg(peer, near, far.withVlans(labels), reversed)
        : new SegmentLeg(peer, near.withVlans(labels), far, reversed);
  }

  Optional<VlanRange> labels(boolean isFarEnd) {
    return Optional.ofNullable((isFarEnd ? far : near).vlans());
  }
}
