package org.touchpaper.bar.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One part of a co-allocation; a lightpath's path is shown as a chain of hops. */
public record PartPanel(
    String title,
    String state,
    @Nullable String reference,
    List<String> names,
    @Nullable String problem,
    boolean released) {

  public PartPanel {
    names = List.copyOf(names);
  }

  /** What a path crosses. */
  public record Hop(String name, boolean host) {}

  /** Hosts have dots in their names, elements and links have none. */
  public List<Hop> hops() {
    return names.stream().map(name -> new Hop(name, name.contains("."))).toList();
  }
}
