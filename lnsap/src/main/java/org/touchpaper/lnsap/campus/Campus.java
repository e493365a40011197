package org.touchpaper.lnsap.campus;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A campus: its edge element, its border and its hosts. The constructor checks its consistency.
 *
 * @param name such as {@code ucl}
 * @param title for people
 * @param network the id of its network in STPs
 * @param edge the TID of the edge element
 * @param addresses for circuits that start here; null if users agree on addresses themselves
 */
public record Campus(
    String name,
    String title,
    String network,
    String edge,
    Border border,
    List<Host> hosts,
    @Nullable CircuitAddressRange addresses) {

  public Campus {
    hosts = List.copyOf(hosts);
    var names = new HashSet<String>();
    var ports = new HashSet<String>();
    names.add(border.name());
    switch (border.uplink()) {
      case Border.Port(var port) -> ports.add(port);
      case Border.Pseudowires _ -> {} // no port of the edge
    }
    for (var host : hosts) {
      if (!names.add(host.name())) {
        throw new IllegalArgumentException("duplicate name " + host.name() + " at " + name);
      }
      if (!ports.add(host.port())) {
        throw new IllegalArgumentException(
            "host " + host.name() + " uses a port that is already in use: " + host.port());
      }
    }
  }

  public Optional<Host> findHost(String stpPort) {
    return hosts.stream().filter(host -> host.name().equals(stpPort)).findFirst();
  }

  public boolean isBorder(String stpPort) {
    return border.name().equals(stpPort);
  }
}
