package org.touchpaper.hlm.cli;

/** Words that a POSIX shell gives back as they are. */
final class Shell {
  private Shell() {}

  static String word(String text) {
    return text.matches("[A-Za-z0-9_.,:/@%+=-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
