package org.touchpaper.elementemulator.forwarding;

import java.util.Set;

/** How a packet is encapsulated where it crosses a port. */
public sealed interface PacketEncapsulation {

  /** The capacity of an STS-1 for payload, bit/s (ITU-T G.707: a VC-3 without its overhead). */
  long STS1_RATE = 48_384_000;

  /** The VLAN tag of an untagged packet. */
  int UNTAGGED = 0;

  /**
   * Ethernet.
   *
   * @param vlan its tag, or {@link #UNTAGGED}
   */
  record Ethernet(int vlan) implements PacketEncapsulation {}

  /**
   * Ethernet in STS-1s (GFP).
   *
   * @param slots numbers of the STS-1s, from 1
   * @param vlan the tag of the packet in them
   */
  record TimeSlots(Set<Integer> slots, int vlan) implements PacketEncapsulation {
    public TimeSlots {
      slots = Set.copyOf(slots);
    }
  }

  /** Ethernet without its tag in a pseudowire (RFC 4448). */
  record Pseudowire(String vcId) implements PacketEncapsulation {}

  /** The rate that the encapsulation itself permits, bit/s. */
  default long rate() {
    return switch (this) {
      case Ethernet _, Pseudowire _ -> Long.MAX_VALUE;
      case TimeSlots(var slots, _) -> slots.size() * STS1_RATE;
    };
  }

  /** The tag of the packet. */
  default int packetVlan() {
    return switch (this) {
      case Ethernet(var vlan) -> vlan;
      case TimeSlots(_, var vlan) -> vlan;
      case Pseudowire _ -> UNTAGGED;
    };
  }
}
