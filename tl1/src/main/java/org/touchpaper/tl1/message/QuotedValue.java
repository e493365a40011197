package org.touchpaper.tl1.message;

/** A value as TL1 writes it: quoted where its own characters would break the framing. */
public final class QuotedValue {

  private QuotedValue() {}

  /** One value, in quotes if it holds anything but letters, digits and {@code . _ + / -}. */
  public static String quote(String value) {
    return isPlain(value, false) ? value : quoted(value);
  }

  /** A list of values such as {@code 1&7&&9}, in quotes only if a value of it needs them. */
  public static String quoteList(String list) {
    return isPlain(list, true) ? list : quoted(list);
  }

  /** {@code &} and {@code &&} group values and make ranges of them, unless they are quoted. */
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

  /** One value, in quotes whatever it holds. */
  public static String quoted(String value) {
    if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new IllegalArgumentException("TL1 carries printable ASCII only: " + value);
    }
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The value behind the quotes, if it has any; rows escape them once more. */
  public static String unquote(String text) {
    var bare = text.startsWith("\\\"") ? text.replace("\\\"", "\"") : text;
    if (bare.length() < 2 || !bare.startsWith("\"") || !bare.endsWith("\"")) {
      return text;
    }
    var value = new StringBuilder(bare.length());
    for (var i = 1; i < bare.length() - 1; i++) {
      if (bare.charAt(i) == '\\' && i + 1 < bare.length() - 1) {
        i++;
      }
      value.append(bare.charAt(i));
    }
    return value.toString();
  }
}
