package org.touchpaper.bar.reservation;

import java.util.Optional;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/**
 * One stretch of a circuit as it will be asked for, seen from the asking broker outwards.
 *
 * @param peer the segment asked
 * @param near its end towards this campus
 * @param far its end away from this campus
 * @param reversed true if the circuit's source lies at the far end
 */
public record Leg(String peer, Stp near, Stp far, boolean reversed) {

  public Stp source() {
    return reversed ? far : near;
  }

  public Stp destination() {
    return reversed ? near : far;
  }

  /** The name callers use for the far end in a refusal. */
  String farField() {
    return reversed ? "source" : "destination";
  }

  /** The same leg, entered with the label the leg before it chose at their common border. */
  Leg entered(Stp chosen) {
    return near.vlans() == null ? this : new Leg(peer, near.with(chosen.vlans()), far, reversed);
  }

  /** The same leg with only the given labels allowed at its far end. */
  Leg leaving(VlanRange labels) {
    return new Leg(peer, near, far.with(labels), reversed);
  }

  Optional<VlanRange> farLabels() {
    return Optional.ofNullable(far.vlans());
  }
}
