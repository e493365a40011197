package org.touchpaper.nsap.topology;

import org.touchpaper.segment.connection.VlanRange;

/**
 * The Ethernet port at which a campus is connected to the wide area; each circuit has its own VLAN
 * there.
 *
 * @param name its name, which is the port of its STP
 * @param port the port of the element
 * @param capacityMbps Mbit/s in each direction
 * @param vlans the labels that circuits may use
 * @param peer the STP on the campus side
 */
public record Attachment(
    String name, Link.Port port, int capacityMbps, VlanRange vlans, String peer) {

  public Attachment {
    if (capacityMbps < 1) {
      throw new IllegalArgumentException("attachment " + name + " has no capacity");
    }
  }
}
