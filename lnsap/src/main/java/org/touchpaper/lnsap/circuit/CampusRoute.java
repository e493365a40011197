package org.touchpaper.lnsap.circuit;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A circuit's path over the campus. It leaves by a port or by a pseudowire.
 *
 * @param edge the edge element's TID
 * @param hostPort the interface of the host
 * @param tagged whether the host receives the VLAN tag
 * @param borderPort the interface to the wide area, or null
 * @param vlan the label, at the border and on the edge
 * @param pseudowire the pseudowire to the wide area's edge, or null
 */
public record CampusRoute(
    String edge,
    String hostPort,
    boolean tagged,
    @Nullable String borderPort,
    int vlan,
    @Nullable Pseudowire pseudowire) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** How a circuit leaves the edge. */
  public sealed interface Uplink {}

  /** By this interface, with its VLAN tag. */
  public record Port(String name) implements Uplink {}

  /**
   * In its own Ethernet pseudowire (RFC 4448).
   *
   * @param peer the far edge's LDP router id
   * @param vcId its id at both ends
   */
  public record Pseudowire(String peer, long vcId) implements Uplink {}

  public CampusRoute {
    if ((borderPort == null) == (pseudowire == null)) {
      throw new IllegalArgumentException("a campus route has either a border port or a pseudowire");
    }
  }

  static CampusRoute of(String edge, String hostPort, boolean tagged, Uplink uplink, int vlan) {
    return switch (uplink) {
      case Port(var name) -> new CampusRoute(edge, hostPort, tagged, name, vlan, null);
      case Pseudowire pseudowire -> new CampusRoute(edge, hostPort, tagged, null, vlan, pseudowire);
    };
  }

  /** Its port or pseudowire. */
  public Uplink uplink() {
    if (pseudowire != null) {
      return pseudowire;
    }
    return new Port(String.valueOf(borderPort));
  }

  String toJson() {
    return JSON.writeValueAsString(this);
  }

  /** Parses {@link #toJson}. */
  public static CampusRoute fromJson(String plan) {
    return JSON.readValue(plan, CampusRoute.class);
  }
}
