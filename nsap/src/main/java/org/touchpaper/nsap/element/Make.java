package org.touchpaper.nsap.element;

import java.util.List;
import java.util.Set;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Item;

/** A make of element: what a circuit that crosses one looks like on it, and who tells it so. */
public interface Make {

  /** Its name in topology files, such as {@code coredirector}. */
  String dialect();

  /** The signals in which a circuit may enter or leave the network at such an element. */
  Set<Signal> ended();

  /** The signals that it can pass from one link to another. */
  Set<Signal> passed();

  /**
   * What an element holds for a circuit that crosses it, in the order to create it; what lets
   * traffic pass comes last. Pure: the same crossing has the same items and the same names.
   *
   * @throws IllegalArgumentException if the element could not hold that, which nothing may ask for
   */
  List<Item> items(Crossing crossing);

  /** A driver on a standing session of its own; connects when it is first spoken to. */
  Line open(Access access);

  /**
   * A driver and the session it speaks on.
   *
   * @param session ends with {@link AutoCloseable#close}
   */
  record Line(ElementDriver driver, AutoCloseable session) {}
}
