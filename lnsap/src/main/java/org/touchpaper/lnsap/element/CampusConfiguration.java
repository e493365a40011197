package org.touchpaper.lnsap.element;

import java.util.List;
import java.util.Map;
import org.touchpaper.lnsap.circuit.Tail;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.provider.CircuitConfiguration;

/**
 * What the edge holds for a circuit: a policer of its rate; its VLAN, named after the circuit,
 * whose interface the policer is applied to; the VLAN on the host's port; and, last, for then
 * traffic passes, the VLAN on the border's port or a pseudowire that ends in the VLAN's interface.
 */
public final class CampusConfiguration implements CircuitConfiguration {

  static final String VLAN = "VLAN";
  static final String POLICY_MAP = "POLICY-MAP";
  static final String SVI = "SVI";
  static final String TRUNK = "TRUNK";
  static final String ACCESS = "ACCESS";
  static final String XCONNECT = "XCONNECT";

  @Override
  public List<Item> itemsOf(Circuit circuit) {
    var tail = Tail.fromJson(circuit.held().plan());
    var edge = tail.edge();
    var name = circuit.name();
    var vlan = Integer.toString(tail.vlan());
    var bitsPerSecond = Long.toString(circuit.criteria().bandwidthMbps() * 1_000_000L);
    return List.of(
        new Item(
            edge,
            POLICY_MAP,
            name,
            name,
            Map.of("POLICE", bitsPerSecond, "CLASS", IosItems.POLICED)),
        new Item(edge, VLAN, vlan, name, Map.of("STATE", "active")),
        new Item(edge, SVI, vlan, name, Map.of("INPUT", name, "OUTPUT", name, "STATE", "up")),
        tail.tagged()
            ? trunk(edge, tail.hostPort(), vlan, name)
            : new Item(edge, ACCESS, tail.hostPort(), name, Map.of("VLAN", vlan, "MODE", "access")),
        switch (tail.uplink()) {
          case Tail.Port(var port) -> trunk(edge, port, vlan, name);
          case Tail.Pseudowire wire -> xconnect(edge, wire, vlan, name);
        });
  }

  private static Item trunk(String edge, String port, String vlan, String name) {
    return new Item(edge, TRUNK, port + " " + vlan, name, Map.of("MODE", "trunk"));
  }

  private static Item xconnect(String edge, Tail.Pseudowire wire, String vlan, String name) {
    var vc = wire.peer() + " " + wire.vcId();
    return new Item(
        edge,
        XCONNECT,
        "Vlan" + vlan + " " + vc,
        name,
        Map.of("TO", vc + " encapsulation mpls", Item.WORKS, "YES"));
  }
}
