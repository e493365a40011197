package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementDriver.Snapshot;
import org.touchpaper.segment.element.InParts;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.provider.Holdings.Holding;

/**
 * What an element should hold by our books, beside what it was just read to hold.
 *
 * @param readAt when it was read
 * @param problem why it could not be read, wholly or in part
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Comparison(Instant readAt, @Nullable String problem, List<Line> items) {

  /**
   * One item.
   *
   * @param wanted false if it is to go
   * @param holder whose item is in its place, where it is another's
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Line(
      UUID connectionId,
      String kind,
      String key,
      String owner,
      Map<String, String> attributes,
      boolean wanted,
      Found found,
      @Nullable String holder) {}

  /** What is in an item's place. */
  enum Found {
    AS_WANTED,
    /** Ours, but not as it should be. */
    DIFFERENT,
    /** Somebody else's. */
    FOREIGN,
    NOTHING,
    /** The element could not be read, or cannot tell what is there. */
    UNKNOWN
  }

  /** Reads the element, if there is anything to compare. */
  static Comparison of(List<Holding> holdings, ElementDriver driver, Instant now) {
    if (holdings.isEmpty()) {
      return new Comparison(now, null, List.of());
    }
    try {
      var places = holdings.stream().map(each -> each.item().place()).toList();
      var read = InParts.read(driver, places);
      var problem = read.hidden().values().stream().min(Comparator.naturalOrder()).orElse(null);
      return new Comparison(now, problem, holdings.stream().map(each -> line(each, read)).toList());
    } catch (RuntimeException e) {
      return new Comparison(
          now,
          String.valueOf(e.getMessage()),
          holdings.stream().map(each -> line(each, Found.UNKNOWN, null)).toList());
    }
  }

  private static Line line(Holding holding, Snapshot read) {
    var item = holding.item();
    if (read.hidden().containsKey(item.place())) {
      return line(holding, Found.UNKNOWN, null);
    }
    var there = read.items().stream().filter(each -> each.place().equals(item.place())).findFirst();
    if (there.isEmpty()) {
      return line(holding, Found.NOTHING, null);
    }
    if (!there.get().owner().equals(item.owner())) {
      return line(holding, Found.FOREIGN, there.get().owner());
    }
    return line(holding, item.isMetBy(there.get()) ? Found.AS_WANTED : Found.DIFFERENT, null);
  }

  private static Line line(Holding holding, Found found, @Nullable String holder) {
    Item item = holding.item();
    return new Line(
        holding.connection().value(),
        item.kind(),
        item.key(),
        item.owner(),
        item.attributes(),
        holding.wanted(),
        found,
        holder);
  }
}
