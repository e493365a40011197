package org.touchpaper.nsap.circuit;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Contiguously concatenated paths, STS-Nc: their sizes and start positions (Telcordia GR-253; Cisco
 * ONS SONET TL1 Command Guide R6.0, tables 1-2 to 1-4). The smallest is the STS-3c, SDH's VC-4.
 */
public final class StsConcatenationRules {

  private static final List<Integer> SIZES = List.of(3, 6, 9, 12, 24, 48, 192);

  private StsConcatenationRules() {}

  /** The smallest size of at least this many STS-1; the number itself if there is none. */
  static int sizeFor(int slots) {
    return SIZES.stream().filter(size -> size >= slots).findFirst().orElse(slots);
  }

  /**
   * True if a path of this size, in STS-1, may begin at this STS-1, counted from 1: every third, as
   * long as the path ends within the OC-12, OC-48 or OC-192 that it would fill.
   */
  public static boolean canBegin(int size, int first) {
    var carrierSize = size <= 12 ? 12 : size <= 48 ? 48 : 192;
    return size == 1
        || (first % 3 == 1 && (first - 1) / carrierSize == (first + size - 2) / carrierSize);
  }

  /** The first path of this size that uses none of the taken slots. */
  static Optional<List<Integer>> firstFree(int size, int slots, Collection<Integer> taken) {
    return IntStream.rangeClosed(1, slots - size + 1)
        .filter(first -> canBegin(size, first))
        .mapToObj(first -> IntStream.range(first, first + size).boxed().toList())
        .filter(path -> path.stream().noneMatch(taken::contains))
        .findFirst();
  }
}
