package org.touchpaper.imd.relay;

import java.util.List;

/** A decision: the next state, and what is to be done in this order. */
public record RelayStep(RelayState next, List<RelayEffect> effects) {

  public RelayStep {
    effects = List.copyOf(effects);
  }
}
