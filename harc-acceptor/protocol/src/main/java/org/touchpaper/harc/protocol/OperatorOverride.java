package org.touchpaper.harc.protocol;

import java.time.Instant;

/**
 * An operator's statement that forces a decision (a heuristic decision in two-phase commit) or has
 * a resource manager forgotten. A forced decision may contradict the one that is or will be chosen.
 *
 * @param by the operator's name
 * @param reason the operator's reason
 * @param at the time of the request, by the clock of the acceptor that received it
 */
public record OperatorOverride(String by, String reason, Instant at) {
  public OperatorOverride {
    if (by.isBlank() || reason.isBlank()) {
      throw new IllegalArgumentException("an operator override needs a name and a reason");
    }
  }
}
