package org.touchpaper.nsap.element;

import java.util.List;
import java.util.Set;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ElementDriver;

/** The plugin for a type of element: its items for a circuit that crosses it, and its driver. */
public interface ElementPlugin {

  /** Its name in topology files, such as {@code coredirector}. */
  String name();

  /** The signals in which a circuit may enter or leave the network at such an element. */
  Set<SignalType> terminatedSignals();

  /** The signals that it can pass from one link to another. */
  default Set<SignalType> transitSignals() {
    return terminatedSignals();
  }

  /**
   * The items of an element for a circuit that crosses it, in creation order; those that let
   * traffic pass come last. Pure: the same crossing has the same items and names.
   *
   * @throws IllegalArgumentException if the element cannot support this crossing, which admission
   *     must prevent
   */
  List<ConfigItem> items(ElementHop hop);

  /** True if these elements set circuits up by signalling. */
  default boolean canSignal() {
    return false;
  }

  /**
   * The items of a circuit that is set up by signalling: first the ends, last the connection, so
   * that the connection is removed before the ends. Pure.
   */
  default List<ConfigItem> signalledItems(Route route, String name, int mbps) {
    throw new IllegalArgumentException(name() + " elements do not support signalling");
  }

  /** Opens a session with a driver; it connects on first use. */
  DriverSession open(ElementSettings settings);

  /**
   * A driver and its session.
   *
   * @param session ends with {@link AutoCloseable#close}
   */
  record DriverSession(ElementDriver driver, AutoCloseable session) {}
}
