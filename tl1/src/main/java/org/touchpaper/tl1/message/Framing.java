package org.touchpaper.tl1.message;

import java.util.ArrayList;
import java.util.List;

/**
 * How an input command hangs together: blocks end at colons and the command at a semicolon, but not
 * inside quotes, where a backslash takes the next sign literally (GR-831, quoted text strings).
 */
public final class Framing {

  private Framing() {}

  /** Splits a text at a sign outside quotes; quotes and backslashes stay. */
  public static List<String> split(String text, char at) {
    var pieces = new ArrayList<String>();
    var start = 0;
    for (var i = end(text, 0, at); i < text.length(); i = end(text, start, at)) {
      pieces.add(text.substring(start, i));
      start = i + 1;
    }
    pieces.add(text.substring(start));
    return List.copyOf(pieces);
  }

  /**
   * True if a block of a command can be written so: printable ASCII, every quote closed, no colon
   * and no semicolon outside quotes.
   */
  public static boolean holds(String block) {
    var quoted = false;
    var escaped = false;
    for (var i = 0; i < block.length(); i++) {
      var c = block.charAt(i);
      if (c < ' ' || c > '~' || (!quoted && (c == ':' || c == ';'))) {
        return false;
      }
      if (c == '"' && !escaped) {
        quoted = !quoted;
      }
      escaped = quoted && c == '\\' && !escaped;
    }
    return !quoted;
  }

  private static int end(String text, int from, char at) {
    var quoted = false;
    for (var i = from; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (quoted && c == '\\') {
        i++;
      } else if (!quoted && c == at) {
        return i;
      }
    }
    return text.length();
  }
}
