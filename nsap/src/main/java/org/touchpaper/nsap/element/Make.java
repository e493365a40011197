package org.touchpaper.nsap.element;

import java.util.List;
import java.util.Set;
import org.touchpaper.nsap.circuit.Route;
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

  /** True if elements of this make can set circuits up among themselves. */
  default boolean signals() {
    return false;
  }

  /**
   * What elements of this make hold for a circuit that they set up among themselves: the ends first
   * and last what joins them, so that it is taken down before the ends are. Pure.
   */
  default List<Item> signalled(Route route, String name, int mbps) {
    throw new IllegalArgumentException(dialect() + " elements do not signal to each other");
  }

  /** A driver on a standing session of its own; connects when it is first spoken to. */
  Line open(Access access);

  /**
   * A driver and the session it speaks on.
   *
   * @param session ends with {@link AutoCloseable#close}
   */
  record Line(ElementDriver driver, AutoCloseable session) {}
}
