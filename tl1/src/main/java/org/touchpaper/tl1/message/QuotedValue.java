package org.touchpaper.tl1.message;

import java.util.regex.Pattern;

/** A value as TL1 writes it: quoted where its own characters would break the framing. */
public final class QuotedValue {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._+&/-]*");

  private QuotedValue() {}

  /** The value, in quotes if it holds anything but letters, digits and {@code . _ + & / -}. */
  public static String quote(String value) {
    if (PLAIN.matcher(value).matches()) {
      return value;
    }
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
