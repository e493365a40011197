package org.touchpaper.tl1.message;

/** Quotes and unquotes values: TL1 requires quotes where a value would break the framing. */
public final class ValueQuoting {

  private ValueQuoting() {}

  /** Quotes a value that contains anything but letters, digits and {@code . _ + / -}. */
  public static String quote(String value) {
    return isPlain(value, false) ? value : quoteAlways(value);
  }

  /** Quotes a list such as {@code 1&7&&9} only if one of its values requires quotes. */
  public static String quoteList(String list) {
    return isPlain(list, true) ? list : quoteAlways(list);
  }

  /** Outside quotes, {@code &} groups values and {@code &&} forms a range. */
  private static boolean isPlain(String value, boolean isList) {
    for (var i = 0; i < value.length(); i++) {
      var c = value.charAt(i);
      if (!isPlain(c) && !(isList && c == '&')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '-' && c <= '9') // with . and /
        || c == '_'
        || c == '+';
  }

  /** Quotes a value unconditionally. */
  public static String quoteAlways(String value) {
    if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new IllegalArgumentException("a TL1 value must be printable ASCII: '" + value + "'");
    }
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Removes the quotes, if any; rows escape them once more. */
  public static String unquote(String text) {
    var unescaped = text.startsWith("\\\"") ? text.replace("\\\"", "\"") : text;
    if (unescaped.length() < 2 || !unescaped.startsWith("\"") || !unescaped.endsWith("\"")) {
      return text;
    }
    var value = new StringBuilder(unescaped.length());
    for (var i = 1; i < unescaped.length() - 1; i++) {
      if (unescaped.charAt(i) == '\\' && i + 1 < unescaped.length() - 1) {
        i++;
      }
      value.append(unescaped.charAt(i));
    }
    return value.toString();
  }
}
