package org.touchpaper.tl1.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code show mpls l2transport vc} prints of the Ethernet pseudowires that VLAN interfaces end
 * in (RFC 4447). There is no other end: one is up unless its signal is lost, which a port named
 * {@code <peer> <VC id>} stands for.
 */
record IosPseudowires(Shelf shelf) {

  private static final String ROW = "%-14s %-26s %-15s %-10s %s";

  /** One end of a pseudowire. */
  private record End(Entity vlanInterface, String peer, String id, boolean isUp) {
    String vlan() {
      return vlanInterface.name().substring("Vlan".length());
    }
  }

  /** All, {@code detail}, or {@code <VC id>} and perhaps {@code detail}; else nothing. */
  Optional<List<String>> show(String which) {
    var words = which.replaceFirst(" ?detail$", "");
    if (!words.matches("\\d{0,10}")) {
      return Optional.empty();
    }
    var ends = ends().stream().filter(end -> words.isEmpty() || end.id().equals(words)).toList();
    return Optional.of(
        which.endsWith("detail")
            ? ends.stream().flatMap(end -> detail(end).stream()).toList()
            : table(ends));
  }

  private List<End> ends() {
    return shelf.database().list("INTERFACE").stream()
        .filter(each -> !each.get("xconnect").isEmpty())
        .map(this::end)
        .toList();
  }

  private End end(Entity vlanInterface) {
    var words = vlanInterface.get("xconnect").split(" ", 3);
    var isSignalled = !shelf.signals.lostPorts().contains(words[0] + " " + words[1]);
    var vlan = shelf.database().find("VLAN", vlanInterface.name().substring("Vlan".length()));
    var isCarried =
        vlan.filter(each -> each.get("STATE").isEmpty() && each.get("SHUTDOWN").isEmpty())
            .isPresent();
    var isUp = isSignalled && isCarried && vlanInterface.get("shutdown").isEmpty();
    return new End(vlanInterface, words[0], words[1], isUp);
  }

  private static List<String> table(List<End> ends) {
    var lines = new ArrayList<String>();
    if (ends.isEmpty()) {
      return lines;
    }
    lines.add("");
    lines.add(ROW.formatted("Local intf", "Local circuit", "Dest address", "VC ID", "Status"));
    lines.add(
        ROW.formatted(
            "-".repeat(13), "-".repeat(26), "-".repeat(15), "-".repeat(10), "-".repeat(10)));
    for (var end : ends) {
      lines.add(
          ROW.formatted(
              IosNames.shortName(end.vlanInterface().name()),
              "Eth VLAN " + end.vlan(),
              end.peer(),
              end.id(),
              end.isUp() ? "UP" : "DOWN"));
    }
    return lines;
  }

  private static List<String> detail(End end) {
    var up = end.isUp() ? "up" : "down";
    return List.of(
        "Local interface: %s up, line protocol up, Eth VLAN %s up"
            .formatted(IosNames.shortName(end.vlanInterface().name()), end.vlan()),
        "  Destination address: %s, VC ID: %s, VC status: %s".formatted(end.peer(), end.id(), up),
        "  Signaling protocol: LDP, peer %s:0 up".formatted(end.peer()),
        "    MPLS VC labels: local 16, remote " + (end.isUp() ? "17" : "unassigned"),
        "    MTU: local 1500, remote " + (end.isUp() ? "1500" : "unknown"));
  }
}
