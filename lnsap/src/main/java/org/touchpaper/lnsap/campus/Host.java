package org.touchpaper.lnsap.campus;

/**
 * A machine on the campus at which circuits can end.
 *
 * @param name its name, the port of its STP
 * @param host its name for people, such as {@code vis.ucl}
 * @param port the edge's interface to which it is connected
 * @param capacityMbps Mbit/s in each direction
 * @param use whether it takes one circuit at a time or several
 * @param lightpaths whether the site permits it to terminate lightpaths
 */
public record Host(
    String name, String host, String port, int capacityMbps, Use use, boolean lightpaths) {

  /** How circuits share the host's port. */
  public enum Use {
    /** One circuit at a time, untagged: an access port. */
    EXCLUSIVE,
    /** Several circuits, each with its VLAN tag: a trunk. */
    SHARED
  }

  public Host {
    if (capacityMbps < 1) {
      throw new IllegalArgumentException("host " + name + " has no capacity");
    }
  }

  /** The Mbit/s that a circuit occupies on the port: all of an exclusive one. */
  public int claimFor(int mbps) {
    return use == Use.EXCLUSIVE ? capacityMbps : mbps;
  }
}
