package org.touchpaper.bar.reservation.segments;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.touchpaper.segment.connection.VlanRange;

/** Finds the VLAN labels still to be tried at a border. */
final class UntriedVlanRangeFinder {

  private UntriedVlanRangeFinder() {}

  /** Returns the widest range without a tried label; the lowest of equal ones. */
  static Optional<VlanRange> widestUntried(VlanRange allowed, Set<Integer> tried) {
    Optional<VlanRange> best = Optional.empty();
    var low = allowed.low();
    for (var stop : boundaries(allowed, tried)) {
      if (low < stop && width(best) < stop - low) {
        best = Optional.of(new VlanRange(low, stop - 1));
      }
      low = stop + 1;
    }
    return best;
  }

  private static Set<Integer> boundaries(VlanRange allowed, Set<Integer> tried) {
    var stops = new TreeSet<Integer>();
    tried.stream().filter(allowed::contains).forEach(stops::add);
    stops.add(allowed.high() + 1);
    return stops;
  }

  private static int width(Optional<VlanRange> range) {
    return range.map(r -> r.high() - r.low() + 1).orElse(0);
  }
}
