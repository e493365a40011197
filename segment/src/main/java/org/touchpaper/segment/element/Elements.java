package org.touchpaper.segment.element;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the driver of an element by name. */
@FunctionalInterface
public interface Elements {

  /**
   * The driver of an element.
   *
   * @throws IllegalArgumentException if no element of that name is configured
   */
  ElementDriver named(String element);

  static Elements of(Collection<? extends ElementDriver> drivers) {
    Map<String, ElementDriver> byName =
        drivers.stream().collect(Collectors.toMap(ElementDriver::element, Function.identity()));
    return element -> {
      var driver = byName.get(element);
      if (driver == null) {
        throw new IllegalArgumentException("no element named " + element + " is configured");
      }
      return driver;
    };
  }
}
