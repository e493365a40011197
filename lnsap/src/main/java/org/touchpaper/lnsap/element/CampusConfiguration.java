package org.touchpaper.lnsap.element;

import java.util.List;
import java.util.Map;
import org.touchpaper.lnsap.circuit.Tail;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.provider.CircuitConfiguration;

/**
 * What the edge holds for a circuit: its VLAN, named after the circuit; a policer of its rate,
 * applied to the VLAN's interface; the VLAN on the host's port and on the border.
 */
public final class CampusConfiguration implements CircuitConfiguration {

  static final String VLAN = "VLAN";
  static final String POLICY_MAP = "POLICY-MAP";
  static final String SVI = "SVI";
  static final String TRUNK = "TRUNK";
  static final String ACCESS = "ACCESS";

  private static Item trunk(String edge, String port, String vlan, String name) {
    return new Item(edge, TRUNK, port + " " + vlan, name, Map.of("MODE", "trunk"));
  }

  @Override
  public List<Item> itemsOf(Circuit circuit) {
    var tail = Tail.fromJson(circuit.held().plan());
    var name = circuit.name();
    var vlan = Integer.toString(tail.vlan());
    var bitsPerSecond = circuit.criteria().bandwidthMbps() * 1_000_000L;
    return List.of(
        new Item(tail.edge(), VLAN, vlan, name),
        new Item(
            tail.edge(), POLICY_MAP, name, name, Map.of("POLICE", Long.toString(bitsPerSecond))),
        new Item(
            tail.edge(), SVI, vlan, name, Map.of("INPUT", name, "OUTPUT", name, "STATE", "up")),
        trunk(tail.edge(), tail.borderPort(), vlan, name),
        tail.tagged()
            ? trunk(tail.edge(), tail.hostPort(), vlan, name)
            : new Item(
                tail.edge(),
                ACCESS,
                tail.hostPort(),
                name,
                Map.of("VLAN", vlan, "MODE", "access")));
  }
}
