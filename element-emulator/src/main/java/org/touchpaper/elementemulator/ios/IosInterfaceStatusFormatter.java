package org.touchpaper.elementemulator.ios;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;

/**
 * The output of {@code show interfaces status} for the LAN ports: four of 10 Gbit/s in slot 1, 24
 * of 1 Gbit/s in slot 3, and any others that are configured.
 */
record IosInterfaceStatusFormatter(ElementState elementState) {

  private static final String BRIEF = "%-26s %-15s %-3s %-6s %-21s %s";
  private static final String COUNTERS = "%-12s %15s %14s %14s %14s";
  private static final String ERRORS = "%-11s %9s %10s %10s %10s %9s %11s";
  private static final String ROW = "%-9s %-18s %-12s %-10s %6s %6s %s";

  /** All ports, or the named one; empty if it does not exist. */
  Optional<List<String>> status(String portName) {
    var ports = ports();
    if (!portName.isEmpty()) {
      ports.keySet().removeIf(name -> !name.equals(portName));
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

  /**
   * The output of {@code show interfaces counters}. Each packet counts as unicast; a trunk's tags
   * are not counted.
   */
  List<String> counters() {
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add(COUNTERS.formatted("Port", "InOctets", "InUcastPkts", "InMcastPkts", "InBcastPkts"));
    for (var port : ports().keySet()) {
      var count = elementState.portCounters.total(port);
      lines.add(
          COUNTERS.formatted(IosNames.shortName(port), count.bytesIn(), count.packetsIn(), 0, 0));
    }
    lines.add("");
    lines.add(
        COUNTERS.formatted("Port", "OutOctets", "OutUcastPkts", "OutMcastPkts", "OutBcastPkts"));
    for (var port : ports().keySet()) {
      var count = elementState.portCounters.total(port);
      lines.add(
          COUNTERS.formatted(IosNames.shortName(port), count.bytesOut(), count.packetsOut(), 0, 0));
    }
    return lines;
  }

  /** The output of {@code show interfaces counters errors}; a port errs by a full queue only. */
  List<String> errors() {
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add(
        ERRORS.formatted(
            "Port", "Align-Err", "FCS-Err", "Xmit-Err", "Rcv-Err", "UnderSize", "OutDiscards"));
    for (var port : ports().keySet()) {
      var discarded = elementState.portCounters.total(port).discarded();
      lines.add(ERRORS.formatted(IosNames.shortName(port), 0, 0, 0, 0, 0, discarded));
    }
    return lines;
  }

  private TreeMap<String, ManagedEntity> ports() {
    var ports = new TreeMap<String, ManagedEntity>();
    for (var n = 1; n <= 24; n++) {
      addUnconfigured(ports, "GigabitEthernet3/" + n);
    }
    for (var n = 1; n <= 4; n++) {
      addUnconfigured(ports, "TenGigabitEthernet1/" + n);
    }
    elementState.database().list("INTERFACE").stream()
        .filter(entity -> !entity.name().startsWith("Vlan"))
        .forEach(entity -> ports.put(entity.name(), entity));
    ports.keySet().removeIf(port -> !elementState.removedCardSlots.hasPort(port));
    return ports;
  }

  /** The output of {@code show ip interface brief}: all interfaces, VLAN interfaces included. */
  List<String> brief() {
    var lines = new ArrayList<String>();
    lines.add(BRIEF.formatted("Interface", "IP-Address", "OK?", "Method", "Status", "Protocol"));
    for (var vlanInterface : elementState.database().list("INTERFACE")) {
      if (vlanInterface.name().startsWith("Vlan")) {
        lines.add(brief(vlanInterface.name(), vlanInterface.get("shutdown").isEmpty()));
      }
    }
    ports().values().forEach(port -> lines.add(brief(port.name(), isConnected(port))));
    return lines;
  }

  private static String brief(String name, boolean isUp) {
    var status = isUp ? "up" : "down";
    return BRIEF.formatted(name, "unassigned", "YES", "unset", status, status);
  }

  private boolean isConnected(ManagedEntity port) {
    return linkStatus(port).equals("connected");
  }

  private static void addUnconfigured(TreeMap<String, ManagedEntity> ports, String name) {
    ports.put(name, new ManagedEntity("INTERFACE", name, new TreeMap<>()));
  }

  private String row(ManagedEntity port) {
    var isTenGigabit = port.name().startsWith("Ten");
    var description = port.get("description");
    return ROW.formatted(
        IosNames.shortName(port.name()),
        description.substring(0, Math.min(18, description.length())),
        linkStatus(port),
        vlanColumn(port),
        "full",
        isTenGigabit ? "10G" : "1000",
        isTenGigabit ? "10Gbase-LR" : "1000BaseSX");
  }

  private String linkStatus(ManagedEntity port) {
    if (!port.get("shutdown").isEmpty()) {
      return "disabled";
    }
    return elementState.signalAlarms.portsWithoutSignal().contains(port.name())
        ? "notconnect"
        : "connected";
  }

  private static String vlanColumn(ManagedEntity port) {
    if (port.get("switchport").isEmpty()) {
      return "routed";
    }
    if (port.get("switchport mode").equals("trunk")) {
      return "trunk";
    }
    return port.get("switchport access vlan").isEmpty() ? "1" : port.get("switchport access vlan");
  }
}
