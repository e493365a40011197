package org.touchpaper.tl1.message;

import java.util.regex.Pattern;

/** A value as TL1 writes it: quoted where its own characters would break the framing. */
public final class QuotedValue {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._+/-]*");

  /** {@code &} and {@code &&} group values and make ranges of them, unless they are quoted. */
  private static final Pattern PLAIN_LIST = Pattern.compile("[A-Za-z0-9._+&/-]*");

  private QuotedValue() {}

  /** One value, in quotes if it holds anything but letters, digits and {@code . _ + / -}. */
  public static String quote(String value) {
    return PLAIN.matcher(value).matches() ? value : quoted(value);
  }

  /** A list of values such as {@code 1&7&&9}, in quotes only if a value of it needs them. */
  public static String quoteList(String list) {
    return PLAIN_LIST.matcher(list).matches() ? list : quoted(list);
  }

  private static String quoted(String value) {
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
