package org.touchpaper.nsap.topology;

/**
 * A fibre between two elements, the same both ways.
 *
 * @param id its name
 * @param a one end
 * @param z the other
 * @param capacityMbps Mbit/s in each direction
 * @param slots whole STS-1 time slots in each direction
 * @param latencyMicros one way
 */
public record Link(String id, Port a, Port z, int capacityMbps, int slots, long latencyMicros) {

  /** What one STS-1 carries, Mbit/s (its payload, GR-253 table 3-1, rounded down). */
  public static final int STS1_MBPS = 48;

  public Link {
    if (capacityMbps < 1 || slots < 1) {
      throw new IllegalArgumentException("link " + id + " has no capacity or no slots");
    }
  }

  /** The STS-1 slots that carry so many Mbit/s. */
  public static int slotsFor(int mbps) {
    return Math.ceilDiv(mbps, STS1_MBPS);
  }

  /** The port at which the link meets an element. */
  public Port at(String node) {
    return a.node().equals(node) ? a : z;
  }

  /** The most that one circuit can have. */
  public int largestCircuitMbps() {
    return Math.min(capacityMbps, slots * STS1_MBPS);
  }

  /** A port of an element, in the element's own words (TL1's AID). */
  public record Port(String node, String aid) {
    @Override
    public String toString() {
      return node + " " + aid;
    }
  }
}
