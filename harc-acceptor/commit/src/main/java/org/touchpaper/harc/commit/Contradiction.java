package org.touchpaper.harc.commit;

/**
 * A decision that cannot be by what a resource manager has on record: neither that nor the decision
 * is changed.
 */
public final class Contradiction extends IllegalStateException {
  private final Decision decision;
  private final Ledger.Phase phase;

  Contradiction(String message, Decision decision, Ledger.Phase phase) {
    super(message);
    this.decision = decision;
    this.phase = phase;
  }

  /** What was decided. */
  public Decision decision() {
    return decision;
  }

  /** Where the transaction stands on record. */
  public Ledger.Phase phase() {
    return phase;
  }
}
