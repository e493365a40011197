package org.touchpaper.bar.web;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A network element as its segment lists it. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ElementRow(
    String name,
    String service,
    String dialect,
    String address,
    String state,
    @Nullable Instant since,
    @Nullable Instant lastHeard,
    @Nullable String detail,
    int circuits,
    int alarms,
    int drifts) {

  /** All elements of a segment. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Listed(List<ElementRow> elements) {}

  /** As it is typed on a command line. */
  public String nameTyped() {
    return name.matches("[A-Za-z0-9_.-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
  }

  public String stateText() {
    return state.replace('_', ' ');
  }

  public String sinceText() {
    return since == null ? "" : Times.text(since);
  }

  public String heardText() {
    return lastHeard == null ? "" : Times.text(lastHeard);
  }
}
