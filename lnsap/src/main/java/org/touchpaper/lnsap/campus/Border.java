package org.touchpaper.lnsap.campus;

import org.touchpaper.segment.connection.VlanRange;

/**
 * Where the campus meets the wide area.
 *
 * @param name the port of its STP
 * @param port the edge's interface
 * @param capacityMbps Mbit/s in each direction
 * @param vlans the labels circuits may use
 * @param peer the STP on the other side
 */
public record Border(String name, String port, int capacityMbps, VlanRange vlans, String peer) {

  public Border {
    if (capacityMbps < 1) {
      throw new IllegalArgumentException("the border has no capacity");
    }
  }
}
