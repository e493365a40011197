package org.touchpaper.segment.operator;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;

/** The elements of this service, by name. */
public record OperatedElements(List<OperatedElement> elements) {

  public OperatedElements {
    elements = elements.stream().sorted(Comparator.comparing(OperatedElement::tid)).toList();
  }

  /**
   * Finds an element by name, ignoring case.
   *
   * @throws ElementNotFoundException with the known names
   */
  OperatedElement get(String tid) {
    return elements.stream()
        .filter(element -> element.tid().equalsIgnoreCase(tid))
        .findFirst()
        .orElseThrow(() -> new ElementNotFoundException(tid, names()));
  }

  private String names() {
    return elements.stream().map(OperatedElement::tid).collect(joining(", "));
  }
}
