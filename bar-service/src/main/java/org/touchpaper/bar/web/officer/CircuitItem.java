package org.touchpaper.bar.web.officer;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A circuit in the segment's answer.
 *
 * @param lightpath the id of the lightpath at its broker
 * @param at when a cut ended or refused it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CircuitItem(
    UUID connection,
    @Nullable UUID lightpath,
    String person,
    String homeSite,
    @Nullable String source,
    @Nullable String destination,
    int bandwidthMbps,
    @Nullable Instant startTime,
    @Nullable Instant endTime,
    String state,
    boolean released,
    @Nullable Instant at) {

  /**
   * Circuits of a segment.
   *
   * @param more how many others there are
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record CircuitList(List<CircuitItem> circuits, int more) {
    static final CircuitList EMPTY = new CircuitList(List.of(), 0);

    int count() {
      return circuits.size() + more;
    }
  }

  /** The id by which people know it. */
  public UUID id() {
    return lightpath == null ? connection : lightpath;
  }

  public String ends() {
    return portOf(source) + " – " + portOf(destination);
  }

  private static String portOf(@Nullable String stp) {
    return stp == null ? "?" : stp.replaceFirst("\\?.*$", "").replaceFirst("^.*:", "");
  }

  public String stateText() {
    return switch (state) {
      case "UP" -> "active";
      case "BOOKED" -> "booked";
      case "HELD" -> "held";
      case "ENDED" -> released ? "ended" : "being taken down";
      default -> state;
    };
  }
}
