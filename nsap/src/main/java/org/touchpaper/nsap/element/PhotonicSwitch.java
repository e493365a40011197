package org.touchpaper.nsap.element;

import java.util.Set;
import org.touchpaper.nsap.circuit.Signal;

/** A make that passes on all that a fibre carries: its ports are one circuit's alone. */
public interface PhotonicSwitch extends Make {

  @Override
  default Set<Signal> ended() {
    return Set.of(Signal.FIBRE);
  }

  @Override
  default Set<Signal> passed() {
    return Set.of(Signal.FIBRE);
  }
}
