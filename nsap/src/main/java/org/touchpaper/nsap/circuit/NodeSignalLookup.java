package org.touchpaper.nsap.circuit;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.nsap.topology.Link;

/** Looks up the signals that the elements of a network support. */
public interface NodeSignalLookup {

  /** The signals in which a circuit may enter or leave the network at this element. */
  Set<SignalType> terminatedSignals(String node);

  /** The signals that it can pass from one link to another. */
  Set<SignalType> transitSignals(String node);

  /** The signal of circuits on a link: the first that both its elements pass. */
  default Optional<SignalType> signalOn(Link link) {
    return Arrays.stream(SignalType.values())
        .filter(transitSignals(link.a().node())::contains)
        .filter(transitSignals(link.z().node())::contains)
        .findFirst();
  }
}
