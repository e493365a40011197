package org.touchpaper.nsap.topology;

import org.jspecify.annotations.Nullable;

/**
 * A fibre between two elements, the same both ways.
 *
 * @param id its name
 * @param a one end
 * @param z the other
 * @param capacityMbps Mbit/s in each direction
 * @param slots whole STS-1 time slots in each direction
 * @param latencyMicros one way
 * @param osrp how its elements call it when they signal to each other, if they do
 */
public record Link(
    String id,
    Port a,
    Port z,
    int capacityMbps,
    int slots,
    long latencyMicros,
    @Nullable Osrp osrp) {

  /** What one STS-1 carries, Mbit/s (its payload, GR-253 table 3-1, rounded down). */
  public static final int STS1_MBPS = 48;

  public Link {
    if (capacityMbps < 1 || slots < 1) {
      throw new IllegalArgumentException("link " + id + " has no capacity or no slots");
    }
  }

  /** A link over which nothing is signalled. */
  public Link(String id, Port a, Port z, int capacityMbps, int slots, long latencyMicros) {
    this(id, a, z, capacityMbps, slots, latencyMicros, null);
  }

  /**
   * The numbers of a link's termination points (Ciena's OSRP LTP ids) at its two ends.
   *
   * @param a from 1
   * @param z from 1
   */
  public record Osrp(int a, int z) {
    public Osrp {
      if (a < 1 || z < 1) {
        throw new IllegalArgumentException("an OSRP link termination point has no number below 1");
      }
    }
  }

  /** The number of the termination point by which an element leaves over this link. */
  public @Nullable Integer osrpAt(String node) {
    if (osrp == null) {
      return null;
    }
    return a.node().equals(node) ? osrp.a() : osrp.z();
  }

  /** The STS-1 slots that carry so many Mbit/s. */
  public static int slotsFor(int mbps) {
    return Math.ceilDiv(mbps, STS1_MBPS);
  }

  /** True if it ends at this element. */
  public boolean meets(String node) {
    return a.node().equals(node) || z.node().equals(node);
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
