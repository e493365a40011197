package org.touchpaper.bar.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.endhost.HostEndpoint;

/** One part of a booking; a lightpath's path is a list of hops. */
public record PartView(
    String title,
    String state,
    @Nullable String reference,
    List<String> names,
    List<HostEndpoint> endpoints,
    @Nullable String problem,
    boolean released) {

  public PartView {
    names = List.copyOf(names);
    endpoints = List.copyOf(endpoints);
  }

  public record Hop(String name, boolean host) {}

  /** Names with a dot are hosts; names of elements and links have none. */
  public List<Hop> hops() {
    return names.stream().map(name -> new Hop(name, name.contains("."))).toList();
  }
}
