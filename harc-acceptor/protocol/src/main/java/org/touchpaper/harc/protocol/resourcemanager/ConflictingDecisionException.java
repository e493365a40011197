package org.touchpaper.harc.protocol.resourcemanager;

import org.touchpaper.harc.protocol.Decision;

/** A decision contradicts what the resource manager has recorded; neither is changed. */
public final class ConflictingDecisionException extends IllegalStateException {
  private final Decision decision;
  private final ResourceManagerState.Phase phase;

  ConflictingDecisionException(
      String message, Decision decision, ResourceManagerState.Phase phase) {
    super(message);
    this.decision = decision;
    this.phase = phase;
  }

  /** The conflicting decision. */
  public Decision decision() {
    return decision;
  }

  /** The recorded phase of the transaction. */
  public ResourceManagerState.Phase phase() {
    return phase;
  }
}
