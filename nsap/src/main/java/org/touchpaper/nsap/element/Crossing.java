package org.touchpaper.nsap.element;

import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;

/**
 * A circuit where it crosses an element.
 *
 * @param hop where it comes in and goes out
 * @param signal how it is carried, the same on every element on the way
 * @param name the owner that every item bears
 * @param mbps what it carries, Mbit/s
 */
public record Crossing(Route.Hop hop, Signal signal, String name, int mbps) {

  public String node() {
    return hop.node();
  }
}
