package org.touchpaper.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * A name that somebody gives, as one segment of a URL's path (RFC 3986, section 3.3). It may have
 * blanks; what would lead elsewhere on its way, also where it is read twice, is none.
 */
public final class PathSegment {
  private static final int MOST = 64;
  private static final Pattern DOTS = Pattern.compile("\\.+");
  private static final Pattern ALLOWED = Pattern.compile("[ -~&&[^/;%\\\\]]+");

  private final String encoded;

  private PathSegment(String encoded) {
    this.encoded = encoded;
  }

  /**
   * The segment that says this.
   *
   * @param name of 1 to 64 characters of ASCII that can be printed, blanks among them; no slash, no
   *     backslash, no semicolon, no percent sign, and not dots alone
   * @throws IllegalArgumentException says what else it has
   */
  public static PathSegment of(String name) {
    if (name.isEmpty() || name.length() > MOST) {
      throw new IllegalArgumentException(
          "%d characters, not 1 to %d".formatted(name.length(), MOST));
    }
    if (DOTS.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' leads elsewhere");
    }
    if (!ALLOWED.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' has a slash, backslash, semicolon, percent sign, or what is not ASCII");
    }
    try {
      return new PathSegment(new URI(null, null, "/" + name, null).getRawPath().substring(1));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("'" + name + "' cannot be in a path", e);
    }
  }

  /** As it stands in a path, without slashes. */
  public String encoded() {
    return encoded;
  }

  @Override
  public String toString() {
    return encoded;
  }
}
