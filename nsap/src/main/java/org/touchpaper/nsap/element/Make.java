package org.touchpaper.nsap.element;

import java.util.List;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Item;

/** A make of element: what a circuit that crosses one looks like on it, and who tells it so. */
public interface Make {

  /** Its name in topology files, such as {@code coredirector}. */
  String dialect();

  /**
   * What an element holds for a circuit that crosses it, in the order to create it; what lets
   * traffic pass comes last. Pure: the same crossing has the same items and the same names.
   *
   * @param name the owner that every item bears, and with which every name begins
   * @param mbps what the circuit carries, Mbit/s
   */
  List<Item> items(Route.Hop hop, String name, int mbps);

  /** A driver on a standing session of its own; connects when it is first spoken to. */
  Line open(Access access);

  /**
   * A driver and the session it speaks on.
   *
   * @param session ends with {@link AutoCloseable#close}
   */
  record Line(ElementDriver driver, AutoCloseable session) {}
}
