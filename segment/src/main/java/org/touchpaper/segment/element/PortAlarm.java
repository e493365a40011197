package org.touchpaper.segment.element;

/**
 * An active, service-affecting alarm of an element: marked so, or critical or major and not marked
 * otherwise.
 *
 * @param port the port, channel, facility or card, as the element names it
 * @param description what is wrong, for people
 * @param isCardAlarm true if it concerns everything whose name begins with this one
 */
public record PortAlarm(String port, String description, boolean isCardAlarm) {

  /** Precedes the number of a channel of a port or group. */
  private static final String CHANNEL = "-CTP-";

  private static final String RANGE_SEPARATOR = "&&";

  /** The most digits of a channel number. */
  private static final int MAX_DIGITS = 5;

  /** An alarm of a port, channel or facility. */
  public PortAlarm(String port, String description) {
    this(port, description, false);
  }

  /** An item that does not work and has no alarm of its own, as an alarm. */
  public static PortAlarm notWorking(ConfigItem item) {
    return new PortAlarm(item.key(), item.place() + " on " + item.element() + " does not work");
  }

  /** True if the place or an attribute of the item names the port or a channel of it. */
  public boolean concerns(ConfigItem item) {
    return isNamedIn(item.key()) || item.attributes().values().stream().anyMatch(this::isNamedIn);
  }

  /** Avoids regular expressions: in an alarm storm each alarm is compared with each item. */
  private boolean isNamedIn(String text) {
    if (port.isEmpty()) {
      return false; // the element did not name a port
    }
    for (var index = text.indexOf(port); index >= 0; index = text.indexOf(port, index + 1)) {
      if (startsAt(text, index) && endsAt(text, index + port.length())) {
        return true;
      }
    }
    return text.contains("&&") && isInChannelRange(text);
  }

  private static boolean startsAt(String text, int index) {
    return index == 0
        || !(isLetterOrDigit(text.charAt(index - 1)) || text.charAt(index - 1) == '-');
  }

  private boolean endsAt(String text, int index) {
    return index == text.length()
        || text.startsWith("-CTP-", index)
        || !(isDigit(text.charAt(index)) || (text.charAt(index) == '-' && !isCardAlarm));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetterOrDigit(char c) {
    return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  /** True if the channel lies in a named range, such as {@code 1-A-1-1-CTP-1&&7}. */
  private boolean isInChannelRange(String text) {
    var numberStart = port.lastIndexOf(CHANNEL) + CHANNEL.length();
    if (!port.contains(CHANNEL) || endOfNumber(port, numberStart) != port.length()) {
      return false;
    }
    var channel = number(port, numberStart, port.length());
    var group = port.substring(0, numberStart);
    for (var index = text.indexOf(group); index >= 0; index = text.indexOf(group, index + 1)) {
      if (startsAt(text, index) && isBetween(channel, text, index + numberStart)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBetween(int channel, String text, int from) {
    var firstEnd = endOfNumber(text, from);
    var secondStart = firstEnd + RANGE_SEPARATOR.length();
    var first = number(text, from, firstEnd);
    return text.startsWith(RANGE_SEPARATOR, firstEnd)
        && first >= 0
        && first <= channel
        && channel <= number(text, secondStart, endOfNumber(text, secondStart));
  }

  private static int endOfNumber(String text, int from) {
    var end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** The number, or -1 if it is none or has too many digits. */
  private static int number(String text, int from, int end) {
    var length = end - from;
    return length > 0 && length <= MAX_DIGITS ? Integer.parseInt(text, from, end, 10) : -1;
  }
}
