package org.touchpaper.nsap.registry;

import java.util.List;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.provisioning.CircuitItemPlanner;

/**
 * Plans the configuration of a circuit: the items of each hop by its element type, or those of the
 * two ends only if the elements signal. Every item name begins with the circuit's name, so a
 * circuit's items have the same names whenever it is configured.
 */
public record WideAreaItemPlanner(NodeElementPlugins types) implements CircuitItemPlanner {

  @Override
  public List<ConfigItem> itemsOf(Circuit circuit) {
    var route = Route.fromJson(circuit.held().plan());
    if (route.isSignalled()) {
      return types
          .of(route.hops().getFirst().node())
          .signalledItems(route, circuit.name(), circuit.criteria().bandwidthMbps());
    }
    return route.hops().stream()
        .map(hop ->
            new ElementHop(hop, route.signal(), circuit.name(), circuit.criteria().bandwidthMbps()))
        .flatMap(elementHop -> types.of(elementHop.node()).items(elementHop).stream())
        .toList();
  }
}
