package org.touchpaper.segment.element;

import java.util.regex.Pattern;

/**
 * An alarm that stands on an element and affects service: so marked, or critical or major and not
 * marked otherwise.
 *
 * @param port the port, channel, facility or card in trouble, in the element's own words
 * @param words what is wrong, for people
 * @param isOfCard true if everything is in trouble whose name goes on from this one
 */
public record PortAlarm(String port, String words, boolean isOfCard) {

  /** A channel of a port or group. */
  private static final Pattern CHANNEL = Pattern.compile("(.+-CTP-)(\\d{1,5})");

  private static final String RUN = "(\\d{1,5})(?:&&(\\d{1,5}))?";

  /** Of a port, a channel or a facility. */
  public PortAlarm(String port, String words) {
    this(port, words, false);
  }

  /** What it comes to that an item does not work which the element has no alarm for. */
  public static PortAlarm notWorking(Item item) {
    return new PortAlarm(item.key(), item.place() + " on " + item.element() + " does not work");
  }

  /** True if the item is on the port: its place or an attribute names it, or a channel of it. */
  public boolean concerns(Item item) {
    return isIn(item.key()) || item.attributes().values().stream().anyMatch(this::isIn);
  }

  /** Without patterns where there are none: in a storm each alarm is held against each item. */
  private boolean isIn(String text) {
    if (port.isEmpty()) {
      return false; // the element did not say where
    }
    for (var at = text.indexOf(port); at >= 0; at = text.indexOf(port, at + 1)) {
      if (begins(text, at) && ends(text, at + port.length())) {
        return true;
      }
    }
    return text.contains("&&") && isInARun(text);
  }

  private static boolean begins(String text, int at) {
    return at == 0 || !(isLetterOrDigit(text.charAt(at - 1)) || text.charAt(at - 1) == '-');
  }

  private boolean ends(String text, int at) {
    return at == text.length()
        || text.startsWith("-CTP-", at)
        || !(isDigit(text.charAt(at)) || (text.charAt(at) == '-' && !isOfCard));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetterOrDigit(char c) {
    return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  /** A channel that is between the two that are named, as of {@code 1-A-1-1-CTP-1&&7}. */
  private boolean isInARun(String text) {
    var channel = CHANNEL.matcher(port);
    if (!channel.matches()) {
      return false;
    }
    var number = Integer.parseInt(channel.group(2));
    return Pattern.compile(Pattern.quote(channel.group(1)) + RUN)
        .matcher(text)
        .results()
        .filter(run -> run.group(2) != null && begins(text, run.start()))
        .anyMatch(run ->
            Integer.parseInt(run.group(1)) <= number && number <= Integer.parseInt(run.group(2)));
  }
}
