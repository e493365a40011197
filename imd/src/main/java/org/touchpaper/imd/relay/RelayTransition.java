package org.touchpaper.imd.relay;

import java.util.List;

/** What follows an event: the next state, and the effects to carry out in this order. */
public record RelayTransition(RelayState next, List<RelayEffect> effects) {

  public RelayTransition {
    effects = List.copyOf(effects);
  }
}
