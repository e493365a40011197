package org.touchpaper.nsap.element;

import java.util.Set;
import org.touchpaper.nsap.circuit.SignalType;

/**
 * A photonic switch: it switches everything that a fibre carries, and a port serves one circuit.
 */
public interface PhotonicSwitchType extends ElementType {

  @Override
  default Set<SignalType> terminatedSignals() {
    return Set.of(SignalType.FIBRE);
  }

  @Override
  default Set<SignalType> transitSignals() {
    return Set.of(SignalType.FIBRE);
  }
}
