package org.touchpaper.segment.element;

import java.util.Collection;
import java.util.List;
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

  /** All that are configured, as far as is known. */
  default Collection<String> names() {
    return List.of();
  }

  static Elements of(Collection<? extends ElementDriver> drivers) {
    Map<String, ElementDriver> byName =
        drivers.stream().collect(Collectors.toMap(ElementDriver::element, Function.identity()));
    return new Elements() {
      @Override
      public ElementDriver named(String element) {
        var driver = byName.get(element);
        if (driver == null) {
          throw new IllegalArgumentException("no element named " + element + " is configured");
        }
        return driver;
      }

      @Override
      public Collection<String> names() {
        return byName.keySet();
      }
    };
  }
}
