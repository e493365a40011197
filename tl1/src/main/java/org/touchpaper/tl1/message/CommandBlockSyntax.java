package org.touchpaper.tl1.message;

import java.util.ArrayList;
import java.util.List;

/**
 * The syntax of an input command's blocks: colons separate them and a semicolon ends the command,
 * except inside quotes, where a backslash escapes the next character (GR-831, quoted text strings).
 */
public final class CommandBlockSyntax {

  private CommandBlockSyntax() {}

  /** Splits a text at a separator outside quotes; quotes and backslashes stay. */
  public static List<String> split(String text, char separator) {
    var pieces = new ArrayList<String>();
    var start = 0;
    for (var i = indexOfUnquoted(text, 0, separator);
        i < text.length();
        i = indexOfUnquoted(text, start, separator)) {
      pieces.add(text.substring(start, i));
      start = i + 1;
    }
    pieces.add(text.substring(start));
    return List.copyOf(pieces);
  }

  /**
   * True for a block that does not break the framing: printable ASCII, every quote closed, no colon
   * or semicolon outside quotes.
   */
  public static boolean isValidBlock(String block) {
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

  private static int indexOfUnquoted(String text, int from, char separator) {
    var quoted = false;
    for (var i = from; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (quoted && c == '\\') {
        i++;
      } else if (!quoted && c == separator) {
        return i;
      }
    }
    return text.length();
  }
}
