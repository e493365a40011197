package org.touchpaper.lnsap.element;

import java.util.List;
import java.util.Map;
import org.touchpaper.lnsap.circuit.CampusRoute;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.provisioning.CircuitItemPlanner;

/**
 * Plans the configuration of the edge for a circuit: a policer of its rate; its VLAN, with the
 * circuit's name; the VLAN's interface with the policer; the VLAN on the host's port; and last,
 * because then traffic passes, the VLAN on the border's port or a pseudowire that ends in the
 * VLAN's interface.
 */
public final class CampusItemPlanner implements CircuitItemPlanner {

  static final String VLAN = "VLAN";
  static final String POLICY_MAP = "POLICY-MAP";
  static final String SVI = "SVI";
  static final String TRUNK = "TRUNK";
  static final String ACCESS = "ACCESS";
  static final String XCONNECT = "XCONNECT";

  @Override
  public List<ConfigItem> itemsOf(Circuit circuit) {
    var route = CampusRoute.fromJson(circuit.held().plan());
    var edge = route.edge();
    var name = circuit.name();
    var vlan = Integer.toString(route.vlan());
    var bitsPerSecond = Long.toString(circuit.criteria().bandwidthMbps() * 1_000_000L);
    return List.of(
        new ConfigItem(
            edge,
            POLICY_MAP,
            name,
            name,
            Map.of("POLICE", bitsPerSecond, "CLASS", IosItemReader.POLICED)),
        new ConfigItem(edge, VLAN, vlan, name, Map.of("STATE", "active")),
        new ConfigItem(edge, SVI, vlan, name, Map.of("INPUT", name, "OUTPUT", name, "STATE", "up")),
        route.tagged()
            ? trunk(edge, route.hostPort(), vlan, name)
            : new ConfigItem(
                edge, ACCESS, route.hostPort(), name, Map.of("VLAN", vlan, "MODE", "access")),
        switch (route.uplink()) {
          case CampusRoute.Port(var port) -> trunk(edge, port, vlan, name);
          case CampusRoute.Pseudowire pseudowire -> xconnect(edge, pseudowire, vlan, name);
        });
  }

  private static ConfigItem trunk(String edge, String port, String vlan, String name) {
    return new ConfigItem(edge, TRUNK, port + " " + vlan, name, Map.of("MODE", "trunk"));
  }

  private static ConfigItem xconnect(
      String edge, CampusRoute.Pseudowire pseudowire, String vlan, String name) {
    var vc = pseudowire.peer() + " " + pseudowire.vcId();
    return new ConfigItem(
        edge,
        XCONNECT,
        "Vlan" + vlan + " " + vc,
        name,
        Map.of("TO", vc + " encapsulation mpls", ConfigItem.WORKS_ATTRIBUTE, "YES"));
  }
}
