package org.touchpaper.segment.element;

/**
 * An alarm that stands on an element and affects service: so marked, or critical or major and not
 * marked otherwise.
 *
 * @param port the port, channel, facility or card in trouble, in the element's own words
 * @param words what is wrong, for people
 * @param isOfCard true if everything is in trouble whose name goes on from this one
 */
public record PortAlarm(String port, String words, boolean isOfCard) {

  /** Stands before the number of a channel of a port or group. */
  private static final String CHANNEL = "-CTP-";

  private static final String RUN = "&&";

  /** Digits of a channel's number. */
  private static final int LONGEST = 5;

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
    var digits = port.lastIndexOf(CHANNEL) + CHANNEL.length();
    if (!port.contains(CHANNEL) || endOfNumber(port, digits) != port.length()) {
      return false;
    }
    var channel = number(port, digits, port.length());
    var group = port.substring(0, digits);
    for (var at = text.indexOf(group); at >= 0; at = text.indexOf(group, at + 1)) {
      if (begins(text, at) && isBetween(channel, text, at + digits)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBetween(int channel, String text, int from) {
    var run = endOfNumber(text, from);
    var to = run + RUN.length();
    var first = number(text, from, run);
    return text.startsWith(RUN, run)
        && first >= 0
        && first <= channel
        && channel <= number(text, to, endOfNumber(text, to));
  }

  private static int endOfNumber(String text, int from) {
    var end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Less than zero for what is no number, or longer than any channel's. */
  private static int number(String text, int from, int end) {
    var length = end - from;
    return length > 0 && length <= LONGEST ? Integer.parseInt(text, from, end, 10) : -1;
  }
}
