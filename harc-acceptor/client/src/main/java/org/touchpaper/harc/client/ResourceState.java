package org.touchpaper.harc.client;

import java.util.List;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.TransactionId;

/**
 * What a resource manager holds for a transaction.
 *
 * @param id the transaction
 * @param phase where it stands; unknown if the resource manager has never heard of it
 * @param parts one for each action's ident, empty while nothing is held
 */
public record ResourceState(TransactionId id, Ledger.Phase phase, List<Part> parts) {

  public ResourceState {
    parts = List.copyOf(parts);
  }

  /** A part's states, those of DESIGN's front door and the ones before a decision. */
  public enum PartState {
    HELD,
    COMMITTED,
    ACTIVE,
    ENDED,
    CANCELLED,
    FAILED,
    ABORTED
  }

  /**
   * One booking.
   *
   * @param ident the action's ident
   * @param state where it stands
   * @param reference the backend's own name for it; may be empty
   * @param problem what is wrong with it at present, or why it failed; empty if nothing
   * @param released true once the backend holds nothing of it any more
   */
  public record Part(
      String ident, PartState state, String reference, String problem, boolean released) {}
}
