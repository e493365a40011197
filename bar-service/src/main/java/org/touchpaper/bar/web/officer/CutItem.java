package org.touchpaper.bar.web.officer;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A cut in the segment's answer.
 *
 * @param name the target for people
 * @param ended the latest circuits that it ended; null in lists, as are the other three
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CutItem(
    UUID id,
    String kind,
    String target,
    String name,
    String reason,
    String by,
    Instant at,
    boolean enforced,
    @Nullable String liftedBy,
    @Nullable Instant liftedAt,
    @Nullable String liftReason,
    @Nullable Integer endedCount,
    @Nullable List<CircuitItem> ended,
    @Nullable Integer refusedCount,
    @Nullable List<CircuitItem> refused) {

  /** What can be cut at a segment, and its cuts. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record CutList(
      String service, String network, String title, List<HostItem> hosts, List<CutItem> cuts) {

    public List<CutItem> inForce() {
      return cuts.stream().filter(CutItem::isInForce).toList();
    }

    public List<CutItem> lifted() {
      return cuts.stream().filter(cut -> !cut.isInForce()).toList();
    }

    boolean isCut(String kind, String target) {
      return inForce().stream()
          .anyMatch(cut ->
              cut.kind().equals(kind.toUpperCase(Locale.ROOT)) && cut.target().equals(target));
    }

    public boolean isHostCut(String port) {
      return isCut("host", port);
    }

    public boolean isSiteCut() {
      return isCut("site", network);
    }
  }

  /** A host by its name and the port of its STP. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record HostItem(String name, String port) {}

  public boolean isInForce() {
    return liftedAt == null;
  }

  /** Why an order with this id has cut nothing, as "was cut already"; empty if it has. */
  String whyNotCut(UUID order) {
    if (!isInForce()) {
      return "was cut by this order before, and lifted by " + liftedBy + ": " + liftReason;
    }
    return id.equals(order) ? "" : "was cut already by " + by + ": " + reason;
  }

  /** Why an order with this reason has lifted nothing; empty if it has. */
  String whyNotLifted(String ordered) {
    return ordered.equals(liftReason)
        ? ""
        : "was lifted already by " + liftedBy + ": " + liftReason;
  }
}
