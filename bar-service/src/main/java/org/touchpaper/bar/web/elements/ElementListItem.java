package org.touchpaper.bar.web.elements;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.web.UtcTimeFormat;

/** A network element in its segment's list. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ElementListItem(
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
  record ElementList(List<ElementListItem> elements) {}

  /** Returns the name quoted for a shell. */
  public String nameTyped() {
    return name.matches("[A-Za-z0-9_.-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
  }

  public String stateText() {
    return state.replace('_', ' ');
  }

  public String sinceText() {
    return since == null ? "" : UtcTimeFormat.format(since);
  }

  public String heardText() {
    return lastHeard == null ? "" : UtcTimeFormat.format(lastHeard);
  }
}
