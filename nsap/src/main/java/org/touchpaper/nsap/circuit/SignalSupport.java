package org.touchpaper.nsap.circuit;

import java.util.Set;

/** The signals that the elements of a network support. */
public interface SignalSupport {

  /** The signals in which a circuit may enter or leave the network at this element. */
  Set<SignalType> terminatedSignals(String node);

  /** The signals that it can pass from one link to another. */
  Set<SignalType> transitSignals(String node);
}
