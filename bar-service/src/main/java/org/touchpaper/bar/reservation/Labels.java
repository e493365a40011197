package org.touchpaper.bar.reservation;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.touchpaper.segment.connection.VlanRange;

/** The labels still worth trying at a border, once some were refused there. */
final class Labels {

  private Labels() {}

  /** The widest run of labels that holds none of those tried; the lowest of equals. */
  static Optional<VlanRange> untried(VlanRange allowed, Set<Integer> tried) {
    Optional<VlanRange> best = Optional.empty();
    var low = allowed.low();
    for (var stop : stops(allowed, tried)) {
      if (low < stop && width(best) < stop - low) {
        best = Optional.of(new VlanRange(low, stop - 1));
      }
      low = stop + 1;
    }
    return best;
  }

  private static Set<Integer> stops(VlanRange allowed, Set<Integer> tried) {
    var stops = new TreeSet<Integer>();
    tried.stream().filter(allowed::contains).forEach(stops::add);
    stops.add(allowed.high() + 1);
    return stops;
  }

  private static int width(Optional<VlanRange> range) {
    return range.map(r -> r.high() - r.low() + 1).orElse(0);
  }
}
