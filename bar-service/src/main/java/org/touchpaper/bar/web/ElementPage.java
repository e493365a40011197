package org.touchpaper.bar.web;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a segment shows of a network element beside its {@link ElementRow}. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ElementPage(
    Holds holds,
    @Nullable Impairing impairing,
    List<Alarm> standing,
    List<Told> reports,
    List<Drifted> drift) {

  /** It held something else than it should; of no connection where that is in no books. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Drifted(Instant at, @Nullable String connectionId, String what, String done) {
    public String atText() {
      return Times.text(at);
    }
  }

  /** What it should hold beside what it read as. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Holds(Instant readAt, @Nullable String problem, List<Held> items) {
    public String readText() {
      return Times.text(readAt);
    }

    /** True if something is not there that should be. */
    public boolean lacks() {
      return items.stream().anyMatch(item -> item.wanted() && item.found().equals("NOTHING"));
    }
  }

  /** One item. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Held(
      String connectionId,
      String kind,
      String key,
      String owner,
      boolean wanted,
      String found,
      @Nullable String holder) {

    /** For people. */
    public String foundText() {
      return switch (found) {
        case "AS_WANTED" -> wanted ? "as it should" : "still there";
        case "DIFFERENT" -> "otherwise than it should";
        case "FOREIGN" -> "taken by " + holder;
        case "NOTHING" -> wanted ? "missing" : "gone";
        default -> "not read";
      };
    }

    /** What it looks like: something that is to go and has gone is as it should. */
    public String mark() {
      return wanted || !found.equals("NOTHING") ? found : "AS_WANTED";
    }
  }

  /** What marks circuits as impaired; a segment of an earlier version does not tell. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Impairing(@Nullable String problem, List<Cause> alarms) {}

  /** One cause, and the circuits that it concerns. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Cause(String port, String words, List<String> connections) {}

  /** An alarm that was not cleared. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Alarm(
      Instant heardAt,
      String severity,
      boolean serviceAffecting,
      String aid,
      String condition,
      String description) {
    public String heardText() {
      return Times.text(heardAt);
    }
  }

  /** Something it said unasked. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Told(Instant at, String kind, List<String> rows) {
    public String atText() {
      return Times.text(at);
    }

    public String text() {
      return String.join(" · ", rows);
    }
  }
}
