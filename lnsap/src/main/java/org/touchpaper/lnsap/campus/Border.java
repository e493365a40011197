package org.touchpaper.lnsap.campus;

import org.touchpaper.segment.connection.VlanRange;

/**
 * The border of the campus with the wide area.
 *
 * @param name the port of its STP
 * @param uplink how circuits leave the edge
 * @param capacityMbps Mbit/s in each direction
 * @param vlans the labels that circuits may use
 * @param peer the STP on the other side
 */
public record Border(String name, Uplink uplink, int capacityMbps, VlanRange vlans, String peer) {

  private static final int FIRST_OF_IOS = 1002;
  private static final int LAST_OF_IOS = 1005;

  /** How circuits leave the edge. */
  public sealed interface Uplink {}

  /** All circuits use this interface of the edge, each with its VLAN tag. */
  public record Port(String name) implements Uplink {}

  /**
   * Each circuit has an Ethernet pseudowire (RFC 4448) through an MPLS network. Both ends must use
   * the same VC id, which follows from the label: the first label has the first VC id, and so on.
   *
   * @param to the far edge's LDP router id, an IPv4 address
   * @param firstVcId from 1 to 4294967295
   */
  public record Pseudowires(String to, long firstVcId) implements Uplink {}

  public Border {
    if (capacityMbps < 1) {
      throw new IllegalArgumentException("the border has no capacity");
    }
    if (vlans.contains(1) || (vlans.low() <= LAST_OF_IOS && vlans.high() >= FIRST_OF_IOS)) {
      throw new IllegalArgumentException(
          "vlans must not contain VLAN 1 or %d-%d, which IOS reserves; it is %s"
              .formatted(FIRST_OF_IOS, LAST_OF_IOS, vlans));
    }
  }
}
