package org.touchpaper.segment.element;

import java.util.regex.Pattern;

/**
 * An alarm that stands on an element and affects service: critical, major, or so marked.
 *
 * @param port the port or facility in trouble, in the element's own words
 * @param words what is wrong, for people
 */
public record PortAlarm(String port, String words) {

  /** What it comes to that an item does not work which the element has no alarm for. */
  public static PortAlarm notWorking(Item item) {
    return new PortAlarm(item.key(), item.place() + " on " + item.element() + " does not work");
  }

  /** True if the item is on the port: its place or an attribute names it, or a channel of it. */
  public boolean concerns(Item item) {
    var named = Pattern.compile("(^|[^A-Za-z0-9-])" + Pattern.quote(port) + "($|-CTP-|[^0-9-])");
    return named.matcher(item.key()).find()
        || item.attributes().values().stream().anyMatch(value -> named.matcher(value).find());
  }
}
