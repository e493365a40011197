package org.touchpaper.nsap.circuit;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Link;

/** How a circuit's traffic is carried from end to end; every element on the way must carry it. */
public enum Signal {
  /**
   * STS-1s that are virtually concatenated (ITU-T G.707, section 11): whole STS-1 slots, each
   * switched by itself, in whichever positions.
   */
  VIRTUAL,
  /**
   * One contiguously concatenated path: slots in a row, from a position where one may begin. It
   * takes in all that arrives at an Ethernet port.
   */
  CONTIGUOUS,
  /** All that a fibre carries: a port of a photonic switch is one circuit's alone. */
  FIBRE,
  /** Ethernet frames: a slot of a link stands for a VLAN that is one circuit's alone there. */
  VLAN;

  /** STS-1s that a channel group of a CoreDirector can have (DRAGON's driver for them). */
  public static final int MOST_MEMBERS = 48;

  /** Such groups that one circuit can have (likewise). */
  public static final int MOST_GROUPS = 4;

  /**
   * What one circuit of virtually concatenated STS-1s carries at most: only CoreDirectors end it.
   */
  static final int MOST_VIRTUAL_MBPS = MOST_GROUPS * MOST_MEMBERS * Link.STS1_MBPS;

  /** The slots that a circuit of so many Mbit/s needs on a link. */
  int slots(Link link, int mbps) {
    return switch (this) {
      case VIRTUAL -> Link.slotsFor(mbps);
      case CONTIGUOUS -> Concatenation.sizeFor(Link.slotsFor(mbps));
      case FIBRE -> link.slots();
      case VLAN -> 1;
    };
  }

  /** The Mbit/s that a circuit of so many leaves to nobody else on a link. */
  int mbps(Link link, int mbps) {
    return this == FIBRE ? link.capacityMbps() : mbps;
  }

  /** The Mbit/s that it leaves to nobody else where it enters or leaves. */
  int mbps(Attachment attachment, int mbps) {
    return keepsLabel() ? attachment.capacityMbps() : mbps;
  }

  /** True if frames leave with the VLAN with which they came: nothing on the way looks at it. */
  boolean keepsLabel() {
    return switch (this) {
      case CONTIGUOUS, FIBRE -> true;
      case VIRTUAL, VLAN -> false;
    };
  }

  /** The most that one circuit can have on a link. */
  int largestCircuitMbps(Link link) {
    return switch (this) {
      case VIRTUAL -> Math.min(link.largestCircuitMbps(), MOST_VIRTUAL_MBPS);
      case CONTIGUOUS, FIBRE -> link.largestCircuitMbps();
      case VLAN -> link.capacityMbps();
    };
  }

  /**
   * The slots for a circuit on a link.
   *
   * @param had those it would rather have
   * @param taken those that others have
   */
  Optional<List<Integer>> choose(
      Link link, int mbps, List<Integer> had, Collection<Integer> taken) {
    var needed = slots(link, mbps);
    if (had.size() == needed && had.stream().noneMatch(taken::contains)) {
      return Optional.of(had);
    }
    if (this == CONTIGUOUS) {
      return Concatenation.firstFree(needed, link.slots(), taken);
    }
    var chosen =
        IntStream.concat(
                had.stream().mapToInt(Integer::intValue), IntStream.rangeClosed(1, link.slots()))
            .distinct()
            .filter(slot -> !taken.contains(slot))
            .limit(needed)
            .sorted()
            .boxed()
            .toList();
    return Optional.of(chosen).filter(all -> all.size() == needed);
  }
}
