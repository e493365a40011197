package org.touchpaper.bar.web.officer;

/** A word of a command that a page shows to be copied. */
final class ShellWord {
  private ShellWord() {}

  static String quote(String word) {
    return word.matches("[A-Za-z0-9_.:-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
