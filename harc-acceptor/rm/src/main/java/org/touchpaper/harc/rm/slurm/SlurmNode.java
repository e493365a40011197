package org.touchpaper.harc.rm.slurm;

import java.util.List;
import java.util.Set;

/**
 * A node as Slurm has it.
 *
 * @param name how Slurm calls it
 * @param partitions where it is
 * @param state its state and flags, as {@code IDLE+DRAIN}
 */
record SlurmNode(String name, List<String> partitions, String state) {
  private static final Set<String> USABLE = Set.of("IDLE", "MIXED", "ALLOCATED");
  private static final Set<String> HARMLESS =
      Set.of(
          "RESERVED",
          "PLANNED",
          "COMPLETING",
          "MAINTENANCE",
          "CLOUD",
          "DYNAMIC_NORM",
          "POWERED_DOWN",
          "POWERING_UP",
          "POWERING_DOWN",
          "POWER_DOWN",
          "POWER_UP");

  SlurmNode {
    partitions = List.copyOf(partitions);
  }

  /**
   * True unless it is down, drained, failing, silent, or something that we do not know: a node is
   * promised only if nothing speaks against it. What a maintenance reservation takes away, it takes
   * away for its own time only.
   */
  boolean isUsable() {
    var words = List.of(state.split("\\+"));
    return USABLE.contains(words.getFirst()) && words.stream().skip(1).allMatch(HARMLESS::contains);
  }
}
