package org.touchpaper.elementemulator.dataplane;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How elements and hosts are connected. */
public final class NetworkMap {

  /** A port of an element. */
  public record PortId(String node, String port) {
    @Override
    public String toString() {
      return node + " " + port;
    }
  }

  /**
   * A link in both directions.
   *
   * @param latencyNanos one way
   * @param rate bit/s
   */
  public record MapLink(PortId a, PortId z, long latencyNanos, long rate) {
    MapLink reversed() {
      return new MapLink(z, a, latencyNanos, rate);
    }
  }

  private final List<HostPort> hosts;
  private final Map<PortId, HostPort> hostsByPort = new HashMap<>();
  private final Map<PortId, MapLink> linksByPort = new HashMap<>();

  /**
   * A map.
   *
   * @throws IllegalArgumentException if two links or hosts use one port, or two hosts one name
   */
  public NetworkMap(List<MapLink> links, List<HostPort> hosts) {
    this.hosts = List.copyOf(hosts);
    for (var link : links) {
      claim(link.a(), linksByPort.put(link.a(), link) == null);
      claim(link.z(), linksByPort.put(link.z(), link.reversed()) == null);
    }
    for (var host : hosts) {
      var port = new PortId(host.node(), host.port());
      claim(port, hostsByPort.put(port, host) == null && !linksByPort.containsKey(port));
    }
    if (hosts.stream().map(HostPort::host).distinct().count() < hosts.size()) {
      throw new IllegalArgumentException("two hosts have one name: " + hosts);
    }
  }

  private static void claim(PortId port, boolean isFree) {
    if (!isFree) {
      throw new IllegalArgumentException("two links or hosts use " + port);
    }
  }

  public List<HostPort> hosts() {
    return hosts;
  }

  Optional<HostPort> findHost(PortId port) {
    return Optional.ofNullable(hostsByPort.get(port));
  }

  /** The link of a port, from there. */
  Optional<MapLink> findLink(PortId port) {
    return Optional.ofNullable(linksByPort.get(port));
  }

  boolean isConnected(PortId port) {
    return hostsByPort.containsKey(port) || linksByPort.containsKey(port);
  }
}
