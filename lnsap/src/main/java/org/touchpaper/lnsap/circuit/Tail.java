package org.touchpaper.lnsap.circuit;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A circuit's way over the campus. It leaves by a port or by a pseudowire, one of the two.
 *
 * @param edge the edge element's TID
 * @param hostPort the interface the host hangs on
 * @param tagged whether the host sees the VLAN tag
 * @param borderPort the interface towards the wide area
 * @param vlan the label, at the border and on the edge
 * @param pseudowire to the wide area's edge
 */
public record Tail(
    String edge,
    String hostPort,
    boolean tagged,
    @Nullable String borderPort,
    int vlan,
    @Nullable Pseudowire pseudowire) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** How a circuit leaves the edge. */
  public sealed interface Uplink {}

  /** With its VLAN tag, over this interface. */
  public record Port(String name) implements Uplink {}

  /**
   * In an Ethernet pseudowire of its own (RFC 4448).
   *
   * @param peer the far edge's LDP router id
   * @param vcId what both ends know it by
   */
  public record Pseudowire(String peer, long vcId) implements Uplink {}

  public Tail {
    if ((borderPort == null) == (pseudowire == null)) {
      throw new IllegalArgumentException("a tail has a border port or a pseudowire");
    }
  }

  static Tail over(String edge, String hostPort, boolean tagged, Uplink uplink, int vlan) {
    return switch (uplink) {
      case Port(var name) -> new Tail(edge, hostPort, tagged, name, vlan, null);
      case Pseudowire wire -> new Tail(edge, hostPort, tagged, null, vlan, wire);
    };
  }

  /** The one of the two that it has. */
  public Uplink uplink() {
    if (pseudowire != null) {
      return pseudowire;
    }
    return new Port(String.valueOf(borderPort));
  }

  String toJson() {
    return JSON.writeValueAsString(this);
  }

  /** Reads what an admission wrote. */
  public static Tail fromJson(String plan) {
    return JSON.readValue(plan, Tail.class);
  }
}
