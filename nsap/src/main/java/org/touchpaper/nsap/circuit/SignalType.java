package org.touchpaper.nsap.circuit;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Link;

/**
 * How a circuit's traffic is carried from end to end; every element of the path must support it.
 */
public enum SignalType {
  /**
   * Virtually concatenated STS-1s (ITU-T G.707, section 11): STS-1 slots at any positions, each
   * switched separately.
   */
  VIRTUAL,
  /**
   * One contiguously concatenated path: adjacent slots from a permitted position. It carries
   * everything that arrives at an Ethernet port.
   */
  CONTIGUOUS,
  /** Everything that a fibre carries: a port of a photonic switch serves one circuit. */
  FIBRE,
  /** Ethernet frames: a slot of a link stands for a VLAN that serves one circuit there. */
  VLAN;

  /** The most STS-1s in a channel group of a CoreDirector (DRAGON's driver). */
  public static final int MAX_MEMBERS = 48;

  /** The most channel groups of one circuit (DRAGON's driver). */
  public static final int MAX_GROUPS = 4;

  /** The largest circuit of virtually concatenated STS-1s; only CoreDirectors terminate it. */
  static final int MAX_VIRTUAL_MBPS = MAX_GROUPS * MAX_MEMBERS * Link.STS1_MBPS;

  /** The number of slots that a circuit needs on a link. */
  int slotsNeeded(Link link, int mbps) {
    return switch (this) {
      case VIRTUAL -> Link.slotsFor(mbps);
      case CONTIGUOUS -> StsConcatenationRules.sizeFor(Link.slotsFor(mbps));
      case FIBRE -> link.slots();
      case VLAN -> 1;
    };
  }

  /** What a slot of a link stands for. */
  String slotUnit() {
    return switch (this) {
      case VIRTUAL, CONTIGUOUS, FIBRE -> "STS-1";
      case VLAN -> "VLAN";
    };
  }

  /** The Mbit/s that a circuit occupies on a link. */
  int mbpsOccupied(Link link, int mbps) {
    return this == FIBRE ? link.capacityMbps() : mbps;
  }

  /** The Mbit/s that a circuit occupies where it enters or leaves. */
  int mbpsOccupied(Attachment attachment, int mbps) {
    return keepsLabel() ? attachment.capacityMbps() : mbps;
  }

  /** The least that a circuit takes of a link's capacity; larger amounts are multiples of it. */
  public int granularityMbps(Link link) {
    return switch (this) {
      case VIRTUAL, CONTIGUOUS -> Math.min(Link.STS1_MBPS, link.capacityMbps());
      case FIBRE -> link.capacityMbps();
      case VLAN -> 1;
    };
  }

  /** True if frames leave with the VLAN with which they entered, because no element reads it. */
  boolean keepsLabel() {
    return switch (this) {
      case CONTIGUOUS, FIBRE -> true;
      case VIRTUAL, VLAN -> false;
    };
  }

  /** The largest bandwidth of one circuit on a link. */
  int largestCircuitMbps(Link link) {
    return switch (this) {
      case VIRTUAL -> Math.min(link.largestCircuitMbps(), MAX_VIRTUAL_MBPS);
      case CONTIGUOUS, FIBRE -> link.largestCircuitMbps();
      case VLAN -> link.capacityMbps();
    };
  }

  /**
   * Chooses slots for a circuit on a link.
   *
   * @param preferred the slots to prefer
   * @param taken the slots of other circuits
   */
  Optional<List<Integer>> chooseSlots(
      Link link, int mbps, List<Integer> preferred, Collection<Integer> taken) {
    var slotsNeeded = slotsNeeded(link, mbps);
    if (preferred.size() == slotsNeeded && preferred.stream().noneMatch(taken::contains)) {
      return Optional.of(preferred);
    }
    if (this == CONTIGUOUS) {
      return StsConcatenationRules.firstFree(slotsNeeded, link.slots(), taken);
    }
    var chosen =
        IntStream.concat(
                preferred.stream().mapToInt(Integer::intValue),
                IntStream.rangeClosed(1, link.slots()))
            .distinct()
            .filter(slot -> !taken.contains(slot))
            .limit(slotsNeeded)
            .sorted()
            .boxed()
            .toList();
    return Optional.of(chosen).filter(slots -> slots.size() == slotsNeeded);
  }
}
