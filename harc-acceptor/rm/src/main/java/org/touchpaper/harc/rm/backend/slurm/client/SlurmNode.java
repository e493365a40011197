package org.touchpaper.harc.rm.backend.slurm.client;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A node in Slurm.
 *
 * @param name its name in Slurm
 * @param partitions the partitions it belongs to
 * @param state its state and flags, as {@code IDLE+DRAIN}
 */
public record SlurmNode(String name, List<String> partitions, String state) {
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

  public SlurmNode {
    partitions = List.copyOf(partitions);
  }

  /**
   * Returns true unless it is down, drained, failing, silent or in an unknown state: only a node
   * without any such flag is booked. A maintenance reservation occupies it for its own time only.
   */
  public boolean isUsable() {
    var flags = List.of(state.split("\\+"));
    return USABLE.contains(flags.getFirst()) && flags.stream().skip(1).allMatch(HARMLESS::contains);
  }

  /** Its state with the flags that keep jobs away, such as {@code DOWN} or {@code IDLE+DRAIN}. */
  public String unusableState() {
    return Stream.of(state.split("\\+"))
        .filter(flag -> !HARMLESS.contains(flag))
        .collect(Collectors.joining("+"));
  }
}
