package org.touchpaper.tl1.codec;

import java.util.regex.Pattern;

/** Takes passwords out of lines before anybody may read them. */
public final class Passwords {

  private static final Pattern LOGIN =
      Pattern.compile(
          "(?i)((?:ACT-USER|ED-PID|ENT-USER-SECU|ED-USER-SECU):[^:]*:[^:]*:[^:;]*:[^:]*:).*");

  private Passwords() {}

  /** The line, its payload replaced by stars if it is a command that carries a password. */
  public static String mask(String line) {
    if (!mayBeLogin(line)) {
      return line;
    }
    var match = LOGIN.matcher(line);
    return match.find() ? line.substring(0, match.end(1)) + "****;" : line;
  }

  /** Of the thousands of lines of an answer next to none; a look is cheaper than the pattern. */
  private static boolean mayBeLogin(String line) {
    for (var at = line.indexOf('-'); at >= 0; at = line.indexOf('-', at + 1)) {
      if (at + 1 < line.length() && "UuPp".indexOf(line.charAt(at + 1)) >= 0) {
        return true;
      }
    }
    return false;
  }
}
