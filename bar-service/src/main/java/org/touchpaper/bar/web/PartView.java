package org.touchpaper.bar.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.endhost.HostEndpoint;

/**
 * One part of a booking; a lightpath's path is a list of hops.
 *
 * @param pathCheck what the last check of a lightpath's path found
 */
public record PartView(
    String title,
    String state,
    @Nullable String reference,
    List<String> names,
    List<HostEndpoint> endpoints,
    @Nullable String pathCheck,
    @Nullable String problem,
    boolean released,
    @Nullable RunDetails run) {

  public PartView {
    names = List.copyOf(names);
    endpoints = List.copyOf(endpoints);
  }

  /**
   * What runs on nodes, or ran last.
   *
   * @param command the application with its arguments
   * @param live whether the state may still change
   * @param since in UTC; null until it is known
   * @param note what to know about the endpoint; null if nothing
   */
  public record RunDetails(
      String command,
      String state,
      boolean live,
      @Nullable String jobId,
      @Nullable String since,
      List<String> nodes,
      @Nullable String endpoint,
      @Nullable String note,
      @Nullable Integer exitCode,
      @Nullable String message,
      List<String> output) {
    public RunDetails {
      nodes = List.copyOf(nodes);
      output = List.copyOf(output);
    }

    /** Whether it ended otherwise than it should. */
    public boolean failed() {
      return state.equals("failed");
    }
  }

  public record Hop(String name, boolean host) {}

  /** Names with a dot are hosts; names of elements and links have none. */
  public List<Hop> hops() {
    return names.stream().map(name -> new Hop(name, name.contains("."))).toList();
  }
}
