package org.touchpaper.bar.web.elements;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The details of a network element, as its segment returns them. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ElementDetails(
    ConfigurationView holds,
    @Nullable Impairments impairing,
    List<Alarm> standing,
    List<ReportedEvent> reports,
    List<DriftEntry> drift) {

  /** The connections of the segment that this mentions. */
  List<UUID> connections() {
    return Stream.of(
            holds.items().stream().map(ConfigurationItem::connectionId),
            impairing == null
                ? Stream.<String>of()
                : impairing.alarms().stream().flatMap(cause -> cause.connections().stream()),
            drift.stream().flatMap(entry -> Stream.ofNullable(entry.connectionId())))
        .flatMap(ids -> ids)
        .distinct()
        .flatMap(ElementDetails::parse)
        .toList();
  }

  private static Stream<UUID> parse(String id) {
    try {
      return Stream.of(UUID.fromString(id));
    } catch (IllegalArgumentException _) {
      return Stream.of();
    }
  }

  /**
   * Detected drift.
   *
   * @param connectionId null if the item belongs to no booking
   * @param checked false if the segment has not compared the element since its start
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record DriftEntry(
      Instant at,
      @Nullable String connectionId,
      String what,
      String done,
      @Nullable Boolean checked) {

    public String stateText() {
      return isUnchecked() ? "not checked yet" : done;
    }

    /** Returns the class of the state's colour. */
    public String displayState() {
      return isUnchecked() ? "UNDECIDED" : done;
    }

    private boolean isUnchecked() {
      return Boolean.FALSE.equals(checked);
    }
  }

  /** Expected and actual configuration. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ConfigurationView(
      Instant readAt, @Nullable String problem, List<ConfigurationItem> items) {

    /** Returns true if an item of an active circuit is missing, which can be restored. */
    public boolean lacks() {
      return items.stream().anyMatch(ConfigurationItem::isMissing);
    }

    public List<ConfigurationItem> exceptions() {
      return items.stream().filter(item -> !item.isMatching()).toList();
    }

    public String matchingText() {
      return matching().size() == 1 ? "1 item matches" : matching().size() + " items match";
    }

    public List<ConfigurationItem> matching() {
      return items.stream().filter(ConfigurationItem::isMatching).toList();
    }
  }

  /**
   * An expected or actual item.
   *
   * @param active whether its circuit is up; null in replies of older segments, which show no other
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ConfigurationItem(
      String connectionId,
      String kind,
      String key,
      String owner,
      boolean wanted,
      @Nullable Boolean active,
      String found,
      @Nullable String holder) {

    boolean isMissing() {
      return wanted && !Boolean.FALSE.equals(active) && found.equals("NOTHING");
    }

    /** An unwanted item that is absent matches. */
    boolean isMatching() {
      return wanted ? found.equals("AS_WANTED") : found.equals("NOTHING");
    }

    /** Returns the comparison as display text. */
    public String foundText() {
      return switch (found) {
        case "AS_WANTED" -> wanted ? "matches" : "still present";
        case "DIFFERENT" -> "differs";
        case "FOREIGN" -> "in use by " + holder;
        case "NOTHING" -> isMissing() ? "missing" : wanted ? "not set up yet" : "removed";
        default -> "not read";
      };
    }

    /** Returns the state for display. */
    public String displayState() {
      if (isMatching()) {
        return "AS_WANTED";
      }
      return (found.equals("NOTHING") && !isMissing()) || found.equals("AS_WANTED")
          ? "DIFFERENT"
          : found;
    }
  }

  /** The causes that impair circuits; absent in replies of older segments. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Impairments(@Nullable String problem, List<ImpairmentCause> alarms) {}

  /** A cause and the affected circuits. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ImpairmentCause(String port, String words, List<String> connections) {}

  /** An active alarm. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Alarm(
      Instant heardAt,
      String severity,
      boolean serviceAffecting,
      String aid,
      String condition,
      String description) {}

  /** An autonomous message. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ReportedEvent(Instant at, String kind, List<String> rows) {

    public String text() {
      return String.join(" · ", rows);
    }
  }

  /** What became of a request to restore missing items. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record RestoreReply(List<String> connections, @Nullable String problem) {
    String text(String element) {
      if (problem != null) {
        return "Nothing was restored: " + problem;
      }
      return connections.isEmpty()
          ? "Nothing was missing on " + element + "."
          : "The missing items of "
              + ElementHealthReport.count(connections.size(), "circuit")
              + " are being restored.";
    }
  }
}
