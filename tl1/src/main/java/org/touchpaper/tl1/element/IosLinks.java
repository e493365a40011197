package org.touchpaper.tl1.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code show interfaces status} prints of the LAN ports: four of 10 Gbit/s in slot 1 and 24
 * of 1 Gbit/s in slot 3, and whichever else are configured.
 */
record IosLinks(Shelf shelf) {

  private static final String BRIEF = "%-26s %-15s %-3s %-6s %-21s %s";
  private static final String ROW = "%-9s %-18s %-12s %-10s %6s %6s %s";

  /** All, or the one port named; nothing if there is no such port. */
  Optional<List<String>> status(String which) {
    var ports = ports();
    if (!which.isEmpty()) {
      ports.keySet().removeIf(name -> !name.equals(which));
    }
    if (ports.isEmpty()) {
      return Optional.empty();
    }
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add(ROW.formatted("Port", "Name", "Status", "Vlan", "Duplex", "Speed", "Type"));
    ports.values().forEach(port -> lines.add(row(port)));
    return Optional.of(lines);
  }

  private TreeMap<String, Entity> ports() {
    var ports = new TreeMap<String, Entity>();
    for (var n = 1; n <= 24; n++) {
      add(ports, "GigabitEthernet3/" + n);
    }
    for (var n = 1; n <= 4; n++) {
      add(ports, "TenGigabitEthernet1/" + n);
    }
    shelf.database().list("INTERFACE").stream()
        .filter(each -> !each.name().startsWith("Vlan"))
        .forEach(each -> ports.put(each.name(), each));
    ports.keySet().removeIf(port -> !shelf.slots.hold(port));
    return ports;
  }

  /** What {@code show ip interface brief} prints: every interface, the VLANs' too. */
  List<String> brief() {
    var lines = new ArrayList<String>();
    lines.add(BRIEF.formatted("Interface", "IP-Address", "OK?", "Method", "Status", "Protocol"));
    for (var each : shelf.database().list("INTERFACE")) {
      if (each.name().startsWith("Vlan")) {
        lines.add(brief(each.name(), each.get("shutdown").isEmpty()));
      }
    }
    ports().values().forEach(port -> lines.add(brief(port.name(), isConnected(port))));
    return lines;
  }

  private static String brief(String name, boolean isUp) {
    var status = isUp ? "up" : "down";
    return BRIEF.formatted(name, "unassigned", "YES", "unset", status, status);
  }

  private boolean isConnected(Entity port) {
    return state(port).equals("connected");
  }

  private static void add(TreeMap<String, Entity> ports, String name) {
    ports.put(name, new Entity("INTERFACE", name, new TreeMap<>()));
  }

  private String row(Entity port) {
    var isTen = port.name().startsWith("Ten");
    var description = port.get("description");
    return ROW.formatted(
        IosNames.shortName(port.name()),
        description.substring(0, Math.min(18, description.length())),
        state(port),
        vlan(port),
        "full",
        isTen ? "10G" : "1000",
        isTen ? "10Gbase-LR" : "1000BaseSX");
  }

  private String state(Entity port) {
    if (!port.get("shutdown").isEmpty()) {
      return "disabled";
    }
    return shelf.signals.lostPorts().contains(port.name()) ? "notconnect" : "connected";
  }

  private static String vlan(Entity port) {
    if (port.get("switchport").isEmpty()) {
      return "routed";
    }
    if (port.get("switchport mode").equals("trunk")) {
      return "trunk";
    }
    return port.get("switchport access vlan").isEmpty() ? "1" : port.get("switchport access vlan");
  }
}
