package org.touchpaper.bar.web.elements;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network element in its segment's list.
 *
 * @param missing how many items of active circuits it lacks
 * @param impaired how many active circuits it impairs
 */
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
    int missing,
    int impaired,
    int alarms,
    int drifts) {

  /** All elements of a segment. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record ElementList(List<ElementListItem> elements) {}

  public ElementHealthReport health() {
    return ElementHealthReport.of(this);
  }

  boolean isConnected() {
    return state.equals("CONNECTED");
  }

  public String stateText() {
    return state.replace('_', ' ');
  }

  /** What a page that shows this must be reloaded for; not the time it was last heard. */
  private List<?> shown() {
    return List.of(
        name, state, String.valueOf(detail), circuits, missing, impaired, alarms, drifts);
  }

  /** Returns a text that differs when pages about these elements would. */
  static String digest(ElementListView listing) {
    var shown = listing.elements().stream().map(ElementListItem::shown).toList();
    return Integer.toHexString(31 * shown.hashCode() + listing.unanswered().hashCode());
  }
}
