package org.touchpaper.segment.connection;

import java.util.Optional;

/** A range of VLAN ids, both ends included, within 1 to 4094 (IEEE 802.1Q section 9.6). */
public record VlanRange(int low, int high) {

  public VlanRange {
    if (low < 1 || high > 4094 || low > high) {
      throw new IllegalArgumentException(
          "a VLAN range must lie within 1-4094, low end first: " + low + "-" + high);
    }
  }

  public static VlanRange single(int vlan) {
    return new VlanRange(vlan, vlan);
  }

  /** Parses {@code 100} or {@code 100-199}. */
  public static VlanRange parse(String text) {
    var dash = text.indexOf('-');
    try {
      return dash < 0
          ? single(Integer.parseInt(text))
          : new VlanRange(
              Integer.parseInt(text.substring(0, dash)),
              Integer.parseInt(text.substring(dash + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a VLAN or VLAN range: " + text, e);
    }
  }

  public boolean isSingle() {
    return low == high;
  }

  public boolean contains(int vlan) {
    return low <= vlan && vlan <= high;
  }

  public Optional<VlanRange> intersect(VlanRange other) {
    var from = Math.max(low, other.low);
    var to = Math.min(high, other.high);
    return from <= to ? Optional.of(new VlanRange(from, to)) : Optional.empty();
  }

  @Override
  public String toString() {
    return isSingle() ? Integer.toString(low) : low + "-" + high;
  }
}
