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
 * @param mtu the longest IP packet between the host and the border, in bytes; 1280 to 9216
 */
public record Host(
    String name, String host, String port, int capacityMbps, Use use, boolean lightpaths, int mtu) {

  /** The shortest MTU that a link may have (RFC 8200 section 5). */
  private static final int SMALLEST_MTU = 1280;

  /** The longest packet of the Catalyst 6500 and 7600 ("Configuring Interfaces", 12.2SX). */
  private static final int LARGEST_MTU = 9216;

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
    if (mtu < SMALLEST_MTU || mtu > LARGEST_MTU) {
      throw new IllegalArgumentException(
          "mtu of host %s must be %d to %d: %d".formatted(name, SMALLEST_MTU, LARGEST_MTU, mtu));
    }
  }

  /** The Mbit/s that a circuit occupies on the port: all of an exclusive one. */
  public int claimFor(int mbps) {
    return use == Use.EXCLUSIVE ? capacityMbps : mbps;
  }
}
