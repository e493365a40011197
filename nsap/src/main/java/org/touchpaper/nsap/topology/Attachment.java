package org.touchpaper.nsap.topology;

import org.touchpaper.segment.connection.VlanRange;

/**
 * Where a campus meets the wide area: an Ethernet port on which each circuit has its own VLAN.
 *
 * @param name its name, the port of its STP
 * @param port where it is
 * @param capacityMbps Mbit/s in each direction
 * @param vlans the labels circuits may use
 * @param peer the STP on the campus's side
 */
public record Attachment(
    String name, Link.Port port, int capacityMbps, VlanRange vlans, String peer) {

  public Attachment {
    if (capacityMbps < 1) {
      throw new IllegalArgumentException("attachment " + name + " has no capacity");
    }
  }
}
