package org.touchpaper.nsap.element;

import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;

/**
 * A circuit at one element.
 *
 * @param hop where it enters and leaves
 * @param signal how it is carried, the same on all elements of the path
 * @param name the owner of its items
 * @param mbps its bandwidth, Mbit/s
 */
public record ElementHop(Route.Hop hop, SignalType signal, String name, int mbps) {

  public String node() {
    return hop.node();
  }
}
