package org.touchpaper.elementemulator.ios;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;

/**
 * The output of {@code show mpls l2transport vc} for Ethernet pseudowires that end in VLAN
 * interfaces (RFC 4447). The remote end is not emulated: a pseudowire is up unless the port named
 * {@code <peer> <VC id>} has lost its signal.
 */
record IosPseudowireStatusFormatter(ElementState state) {

  private static final String ROW = "%-14s %-26s %-15s %-10s %s";

  /** One end of a pseudowire. */
  private record End(ManagedEntity vlanInterface, String peer, String vcId, boolean isUp) {
    String vlan() {
      return vlanInterface.name().substring("Vlan".length());
    }
  }

  /** All, {@code detail}, or {@code <VC id>} with an optional {@code detail}; otherwise empty. */
  Optional<List<String>> show(String arguments) {
    var vcId = arguments.replaceFirst(" ?detail$", "");
    if (!vcId.matches("\\d{0,10}")) {
      return Optional.empty();
    }
    var ends = ends().stream().filter(end -> vcId.isEmpty() || end.vcId().equals(vcId)).toList();
    return Optional.of(
        arguments.endsWith("detail")
            ? ends.stream().flatMap(end -> detail(end).stream()).toList()
            : table(ends));
  }

  private List<End> ends() {
    return state.database().list("INTERFACE").stream()
        .filter(entity -> !entity.get("xconnect").isEmpty())
        .map(this::end)
        .toList();
  }

  private End end(ManagedEntity vlanInterface) {
    var fields = vlanInterface.get("xconnect").split(" ", 3);
    var hasSignal = !state.signalAlarms.portsWithoutSignal().contains(fields[0] + " " + fields[1]);
    var vlan = state.database().find("VLAN", vlanInterface.name().substring("Vlan".length()));
    var isCarried =
        vlan.filter(entity -> entity.get("STATE").isEmpty() && entity.get("SHUTDOWN").isEmpty())
            .isPresent();
    var isUp = hasSignal && isCarried && vlanInterface.get("shutdown").isEmpty();
    return new End(vlanInterface, fields[0], fields[1], isUp);
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
              end.vcId(),
              end.isUp() ? "UP" : "DOWN"));
    }
    return lines;
  }

  private static List<String> detail(End end) {
    var status = end.isUp() ? "up" : "down";
    return List.of(
        "Local interface: %s up, line protocol up, Eth VLAN %s up"
            .formatted(IosNames.shortName(end.vlanInterface().name()), end.vlan()),
        "  Destination address: %s, VC ID: %s, VC status: %s"
            .formatted(end.peer(), end.vcId(), status),
        "  Signaling protocol: LDP, peer %s:0 up".formatted(end.peer()),
        "    MPLS VC labels: local 16, remote " + (end.isUp() ? "17" : "unassigned"),
        "    MTU: local 1500, remote " + (end.isUp() ? "1500" : "unknown"));
  }
}
