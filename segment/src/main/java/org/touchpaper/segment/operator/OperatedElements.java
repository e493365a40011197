package org.touchpaper.segment.operator;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;

/** The elements of this service, by name. */
public record OperatedElements(List<OperatedElement> all) {

  public OperatedElements {
    all = all.stream().sorted(Comparator.comparing(OperatedElement::tid)).toList();
  }

  /** The element of that name, in capitals or not; else says which there are. */
  OperatedElement named(String tid) {
    return all.stream()
        .filter(each -> each.tid().equalsIgnoreCase(tid))
        .findFirst()
        .orElseThrow(() -> new NoSuchElement(tid, names()));
  }

  private String names() {
    return all.stream().map(OperatedElement::tid).collect(joining(", "));
  }
}
