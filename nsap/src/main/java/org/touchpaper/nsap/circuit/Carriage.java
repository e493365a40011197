package org.touchpaper.nsap.circuit;

import java.util.Set;

/** In which signals the elements of a network take circuits in and pass them on. */
public interface Carriage {

  /** In which a circuit may enter or leave the network at this element. */
  Set<Signal> ended(String node);

  /** Which it can pass from one link to another. */
  Set<Signal> passed(String node);
}
