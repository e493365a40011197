package org.touchpaper.lnsap.campus;

/**
 * A machine on the campus that circuits may lead to.
 *
 * @param name its name, the port of its STP
 * @param host what people call it, such as {@code vis.ucl}
 * @param port the edge's interface it hangs on
 * @param capacityMbps Mbit/s in each direction
 * @param use whether it takes one circuit at a time or several
 * @param lightpaths whether the site lets it terminate lightpaths at all
 */
public record Host(
    String name, String host, String port, int capacityMbps, Use use, boolean lightpaths) {

  /** How circuits share the host's port. */
  public enum Use {
    /** One circuit at a time, untagged: an access port. */
    EXCLUSIVE,
    /** As many as fit, each with its VLAN tag: a trunk. */
    SHARED
  }

  public Host {
    if (capacityMbps < 1) {
      throw new IllegalArgumentException("host " + name + " has no capacity");
    }
  }

  /** What a circuit of so many Mbit/s takes of the port: all of it, where it is the only one. */
  public int claimFor(int mbps) {
    return use == Use.EXCLUSIVE ? capacityMbps : mbps;
  }
}
