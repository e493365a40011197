package org.touchpaper.bar.web.bookings;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.endhost.EndHostAdvice;
import org.touchpaper.bar.endhost.HostEndpoint;

/**
 * One part of a booking.
 *
 * @param kind lightpath, compute or units
 * @param path the drawing of a lightpath's path for wide pages; null of other parts
 * @param narrowPath the same for narrow pages
 * @param pathText the same in words
 * @param endHost how to set up the hosts at the ends; null if not known
 * @param pathCheck what the last check of a lightpath's path found
 */
public record PartView(
    String kind,
    String title,
    String state,
    @Nullable String reference,
    @Nullable PathDrawing path,
    @Nullable PathDrawing narrowPath,
    String pathText,
    List<HostEndpoint> endpoints,
    @Nullable EndHostAdvice endHost,
    @Nullable String pathCheck,
    @Nullable String problem,
    boolean released,
    @Nullable RunDetails run) {

  public PartView {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * What runs on nodes, or ran last.
   *
   * @param command the application with its arguments
   * @param live whether the state may still change
   * @param since null until it is known
   * @param note what to know about the endpoint; null if nothing
   */
  public record RunDetails(
      String command,
      String state,
      boolean live,
      @Nullable String jobId,
      @Nullable Instant since,
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

  public boolean isUp() {
    return state.equals("ACTIVE");
  }
}
