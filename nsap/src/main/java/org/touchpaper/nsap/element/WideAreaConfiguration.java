package org.touchpaper.nsap.element;

import java.util.List;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.provider.CircuitConfiguration;

/**
 * Which element on the way holds what: at each hop what its make of element needs, or at the ends
 * alone where the elements set up between themselves what lies between. Every name begins with the
 * circuit's, so the same circuit has the same names wherever and however often it is configured.
 */
public final class WideAreaConfiguration implements CircuitConfiguration {

  private final Makes makes;

  public WideAreaConfiguration(Makes makes) {
    this.makes = makes;
  }

  @Override
  public List<Item> itemsOf(Circuit circuit) {
    var route = Route.fromJson(circuit.held().plan());
    if (route.isSignalled()) {
      return makes
          .of(route.hops().getFirst().node())
          .signalled(route, circuit.name(), circuit.criteria().bandwidthMbps());
    }
    return route.hops().stream()
        .map(hop ->
            new Crossing(hop, route.signal(), circuit.name(), circuit.criteria().bandwidthMbps()))
        .flatMap(crossing -> makes.of(crossing.node()).items(crossing).stream())
        .toList();
  }
}
