package org.touchpaper.lab.booking;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.touchpaper.hlm.CoAllocationDto.Endpoint;
import org.touchpaper.hlm.CoAllocationDto.Lightpath;
import org.touchpaper.lab.network.ClusterViewerNamespacePair;

/** How the ends of a lightpath are configured in the hosts' network namespaces. */
public final class LightpathAddressConfigurator {

  private LightpathAddressConfigurator() {}

  /** The interface that the data plane gives a host for the lightpath. */
  record LightpathInterface(String namespace, String name) {}

  /**
   * The interfaces at which the lightpath ends; empty while the booking does not say.
   *
   * @param namespaces by host
   */
  static List<LightpathInterface> interfaces(Lightpath lightpath, Map<String, String> namespaces) {
    return lightpath.endpoints().stream().map(end -> interfaceOf(end, namespaces)).toList();
  }

  private static LightpathInterface interfaceOf(Endpoint end, Map<String, String> namespaces) {
    var vlan = Boolean.FALSE.equals(end.tagged()) || end.vlan() == null ? 0 : end.vlan();
    return new LightpathInterface(
        Optional.ofNullable(namespaces.get(end.host()))
            .orElseThrow(() -> new IllegalArgumentException("no namespace of " + end.host())),
        "lp" + vlan);
  }

  /**
   * Gives both ends the booking's addresses; false while the booking names no ends, or the data
   * plane has made no interface for them.
   *
   * @param namespaces by host
   */
  public static boolean configure(Lightpath lightpath, Map<String, String> namespaces)
      throws IOException {
    var interfaces = interfaces(lightpath, namespaces);
    if (interfaces.isEmpty()) {
      return false;
    }
    for (var each : interfaces) {
      if (!ClusterViewerNamespacePair.succeeds(
          List.of("ip", "-n", each.namespace(), "link", "show", "dev", each.name()))) {
        return false;
      }
    }
    for (var command : commands(lightpath, namespaces)) {
      ClusterViewerNamespacePair.run(command);
    }
    return true;
  }

  /** The commands that give each interface its address and MTU. */
  static List<List<String>> commands(Lightpath lightpath, Map<String, String> namespaces) {
    var commands = new ArrayList<List<String>>();
    for (var end : lightpath.endpoints()) {
      var place = interfaceOf(end, namespaces);
      var address = end.address();
      if (address == null) {
        throw new IllegalArgumentException(
            end.host() + " has no address on the lightpath: its campus file names no pool");
      }
      var link =
          new ArrayList<>(List.of("ip", "-n", place.namespace(), "link", "set", place.name()));
      if (end.mtu() != null) {
        link.addAll(List.of("mtu", end.mtu().toString()));
      }
      link.add("up");
      commands.add(link);
      commands.add(
          List.of("ip", "-n", place.namespace(), "addr", "replace", address, "dev", place.name()));
    }
    return commands;
  }
}
