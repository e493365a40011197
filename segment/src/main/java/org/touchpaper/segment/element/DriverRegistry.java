package org.touchpaper.segment.element;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the driver of an element by name. */
@FunctionalInterface
public interface DriverRegistry {

  /**
   * Returns the driver of an element.
   *
   * @throws IllegalArgumentException if no element of that name is configured
   */
  ElementDriver driverFor(String element);

  /** The names of all configured elements, as far as known. */
  default Collection<String> elementNames() {
    return List.of();
  }

  static DriverRegistry of(Collection<? extends ElementDriver> drivers) {
    Map<String, ElementDriver> byName =
        drivers.stream().collect(Collectors.toMap(ElementDriver::element, Function.identity()));
    return new DriverRegistry() {
      @Override
      public ElementDriver driverFor(String element) {
        var driver = byName.get(element);
        if (driver == null) {
          throw new IllegalArgumentException("no element named " + element + " is configured");
        }
        return driver;
      }

      @Override
      public Collection<String> elementNames() {
        return byName.keySet();
      }
    };
  }
}
