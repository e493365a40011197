package org.touchpaper.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * A name as one segment of a URL path (RFC 3986, section 3.3). Blanks are encoded; names that could
 * change the path, even if it is decoded twice, are rejected.
 */
public final class PathSegment {
  private static final int MAX_LENGTH = 64;
  private static final Pattern DOTS = Pattern.compile("\\.+");
  private static final Pattern ALLOWED = Pattern.compile("[ -~&&[^/;%\\\\]]+");

  private final String encoded;

  private PathSegment(String encoded) {
    this.encoded = encoded;
  }

  /**
   * Encodes a name.
   *
   * @param name 1 to 64 printable ASCII characters, blanks included; no slash, backslash, semicolon
   *     or percent sign, and not only dots
   * @throws IllegalArgumentException if the name has another length or other characters
   */
  public static PathSegment of(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the name has %d characters; 1 to %d are allowed".formatted(name.length(), MAX_LENGTH));
    }
    if (DOTS.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' consists of dots only");
    }
    if (!ALLOWED.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' has a slash, backslash, semicolon, percent sign or non-ASCII character");
    }
    try {
      return new PathSegment(new URI(null, null, "/" + name, null).getRawPath().substring(1));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("'" + name + "' cannot be in a path", e);
    }
  }

  /** The encoded segment, without slashes. */
  public String encoded() {
    return encoded;
  }

  @Override
  public String toString() {
    return encoded;
  }
}
