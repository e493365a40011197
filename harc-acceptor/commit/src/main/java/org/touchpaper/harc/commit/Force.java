package org.touchpaper.harc.commit;

import java.time.Instant;

/**
 * What is written down about a person who decides in the acceptors' place (a heuristic decision in
 * the words of two-phase commit): it may contradict what has been, or will be, chosen. The same of
 * one who has them forget a resource manager.
 *
 * @param by who
 * @param reason why, in their words
 * @param at when, by the clock of the acceptor that was told
 */
public record Force(String by, String reason, Instant at) {
  public Force {
    if (by.isBlank() || reason.isBlank()) {
      throw new IllegalArgumentException("a forced decision names who and why");
    }
  }
}
