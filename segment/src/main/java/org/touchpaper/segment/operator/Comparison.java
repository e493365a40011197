package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.operator.Readings.Reading;
import org.touchpaper.segment.provider.Holdings.Holding;

/**
 * What an element should hold by our books, beside what it was lately read to hold.
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
    /** The element could not be read, or cannot tell, or was read before this was booked. */
    UNKNOWN
  }

  static Comparison of(List<Holding> holdings, Reading read) {
    return new Comparison(
        read.at(), read.problem(), holdings.stream().map(each -> line(each, read)).toList());
  }

  private static Line line(Holding holding, Reading read) {
    var item = holding.item();
    if (!read.told().contains(item.place())) {
      return line(holding, Found.UNKNOWN, null);
    }
    var there = read.items().get(item.place());
    if (there == null) {
      return line(holding, Found.NOTHING, null);
    }
    if (!there.owner().equals(item.owner())) {
      return line(holding, Found.FOREIGN, there.owner());
    }
    return line(holding, item.isMetBy(there) ? Found.AS_WANTED : Found.DIFFERENT, null);
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
