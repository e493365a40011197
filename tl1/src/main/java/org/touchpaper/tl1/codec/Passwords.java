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
    var match = LOGIN.matcher(line);
    return match.find() ? line.substring(0, match.end(1)) + "****;" : line;
  }
}
