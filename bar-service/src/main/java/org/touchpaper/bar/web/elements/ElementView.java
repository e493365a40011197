package org.touchpaper.bar.web.elements;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.web.UtcTimeFormat;

/** The details of a network element, as its segment returns them. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ElementView(
    ConfigurationView holds,
    @Nullable Impairments impairing,
    List<Alarm> standing,
    List<ReportedEvent> reports,
    List<DriftEntry> drift) {

  /** Detected drift; {@code connectionId} is null if the item belongs to no booking. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record DriftEntry(Instant at, @Nullable String connectionId, String what, String done) {
    public String atText() {
      return UtcTimeFormat.format(at);
    }
  }

  /** Expected and actual configuration. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ConfigurationView(
      Instant readAt, @Nullable String problem, List<ConfigurationItem> items) {
    public String readText() {
      return UtcTimeFormat.format(readAt);
    }

    /** Returns true if an expected item is missing. */
    public boolean lacks() {
      return items.stream().anyMatch(item -> item.wanted() && item.found().equals("NOTHING"));
    }
  }

  /** An expected or actual item. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ConfigurationItem(
      String connectionId,
      String kind,
      String key,
      String owner,
      boolean wanted,
      String found,
      @Nullable String holder) {

    /** Returns the comparison as display text. */
    public String foundText() {
      return switch (found) {
        case "AS_WANTED" -> wanted ? "matches" : "still present";
        case "DIFFERENT" -> "differs";
        case "FOREIGN" -> "in use by " + holder;
        case "NOTHING" -> wanted ? "missing" : "removed";
        default -> "not read";
      };
    }

    /** Returns the state for display; an unwanted item that is absent matches. */
    public String displayState() {
      return wanted || !found.equals("NOTHING") ? found : "AS_WANTED";
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
      String description) {
    public String heardText() {
      return UtcTimeFormat.format(heardAt);
    }
  }

  /** An autonomous message. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ReportedEvent(Instant at, String kind, List<String> rows) {
    public String atText() {
      return UtcTimeFormat.format(at);
    }

    public String text() {
      return String.join(" · ", rows);
    }
  }
}
