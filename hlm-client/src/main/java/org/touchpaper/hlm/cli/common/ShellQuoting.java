package org.touchpaper.hlm.cli.common;

/** Quotes arguments for a POSIX shell. */
public final class ShellQuoting {
  private ShellQuoting() {}

  public static String quote(String text) {
    return text.matches("[A-Za-z0-9_.,:/@%+=-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
