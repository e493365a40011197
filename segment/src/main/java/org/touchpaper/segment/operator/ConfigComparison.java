package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.inventory.ExpectedItemRepository.ExpectedItem;
import org.touchpaper.segment.operator.ElementReadCache.Reading;

/**
 * The expected and actual configuration of an element.
 *
 * @param readAt when it was read
 * @param problem why it could not be read, completely or in part
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ConfigComparison(Instant readAt, @Nullable String problem, List<ComparedItem> items) {

  /**
   * An expected item and its actual state.
   *
   * @param wanted false if it is to be removed
   * @param active whether its circuit is up; until then it may be absent
   * @param holder the owner of a foreign item in its place
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ComparedItem(
      UUID connectionId,
      String kind,
      String key,
      String owner,
      Map<String, String> attributes,
      boolean wanted,
      boolean active,
      ActualState found,
      @Nullable String holder) {}

  /** The actual state of a place. */
  enum ActualState {
    AS_WANTED,
    /** Our item, with other attributes. */
    DIFFERENT,
    /** A foreign item. */
    FOREIGN,
    NOTHING,
    /**
     * The element could not be read, cannot report this place, or was read before this was booked.
     */
    UNKNOWN
  }

  static ConfigComparison of(List<ExpectedItem> expectedItems, Reading reading) {
    return new ConfigComparison(
        reading.at(),
        reading.problem(),
        expectedItems.stream().map(expected -> compare(expected, reading)).toList());
  }

  /** How many items are absent or replaced of each active circuit. */
  Map<ConnectionId, Integer> lackingItems() {
    return items.stream()
        .filter(item -> item.active() && item.wanted())
        .filter(item ->
            switch (item.found()) {
              case NOTHING, FOREIGN -> true;
              case AS_WANTED, DIFFERENT, UNKNOWN -> false;
            })
        .collect(
            Collectors.toMap(item -> new ConnectionId(item.connectionId()), _ -> 1, Integer::sum));
  }

  private static ComparedItem compare(ExpectedItem expected, Reading reading) {
    var item = expected.item();
    if (!reading.readablePlaces().contains(item.place())) {
      return compare(expected, ActualState.UNKNOWN, null);
    }
    var actual = reading.items().get(item.place());
    if (actual == null) {
      return compare(expected, ActualState.NOTHING, null);
    }
    if (!actual.owner().equals(item.owner())) {
      return compare(expected, ActualState.FOREIGN, actual.owner());
    }
    return compare(
        expected, item.isSatisfiedBy(actual) ? ActualState.AS_WANTED : ActualState.DIFFERENT, null);
  }

  private static ComparedItem compare(
      ExpectedItem expected, ActualState found, @Nullable String holder) {
    ConfigItem item = expected.item();
    return new ComparedItem(
        expected.connection().value(),
        item.kind(),
        item.key(),
        item.owner(),
        item.attributes(),
        expected.wanted(),
        expected.active(),
        found,
        holder);
  }
}
