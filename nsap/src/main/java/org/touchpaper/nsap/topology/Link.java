package org.touchpaper.nsap.topology;

import org.jspecify.annotations.Nullable;

/**
 * A link between two elements, the same in both directions.
 *
 * @param id its name
 * @param a one end
 * @param z the other end
 * @param capacityMbps Mbit/s in each direction
 * @param slots STS-1 time slots in each direction
 * @param latencyMicros one way
 * @param osrp its OSRP numbers, or null if its elements do not signal
 */
public record Link(
    String id,
    Port a,
    Port z,
    int capacityMbps,
    int slots,
    long latencyMicros,
    @Nullable Osrp osrp) {

  /** The payload of one STS-1 in Mbit/s (GR-253 table 3-1, rounded down). */
  public static final int STS1_MBPS = 48;

  public Link {
    if (capacityMbps < 1 || slots < 1) {
      throw new IllegalArgumentException("link " + id + " has no capacity or no slots");
    }
  }

  /** A link without signalling. */
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
        throw new IllegalArgumentException("OSRP link termination points are numbered from 1");
      }
    }
  }

  /** The number of the link's termination point at an element; null without signalling. */
  public @Nullable Integer osrpAt(String node) {
    if (osrp == null) {
      return null;
    }
    return a.node().equals(node) ? osrp.a() : osrp.z();
  }

  /** The number of STS-1 slots that carry this bandwidth. */
  public static int slotsFor(int mbps) {
    return Math.ceilDiv(mbps, STS1_MBPS);
  }

  /** True if it ends at this element. */
  public boolean endsAt(String node) {
    return a.node().equals(node) || z.node().equals(node);
  }

  /** The port of the link at an element. */
  public Port portAt(String node) {
    return a.node().equals(node) ? a : z;
  }

  /** The largest bandwidth of one circuit. */
  public int largestCircuitMbps() {
    return Math.min(capacityMbps, slots * STS1_MBPS);
  }

  /**
   * A port of an element.
   *
   * @param aid its access identifier in the element's notation
   */
  public record Port(String node, String aid) {
    @Override
    public String toString() {
      return node + " " + aid;
    }
  }
}
