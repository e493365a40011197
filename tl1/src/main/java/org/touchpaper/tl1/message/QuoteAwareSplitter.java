package org.touchpaper.tl1.message;

import java.util.ArrayList;
import java.util.List;

/** Splits a row outside quotes, brackets and parentheses; an unclosed bracket has no effect. */
final class QuoteAwareSplitter {

  private QuoteAwareSplitter() {}

  static List<String> split(String row, char separator) {
    var pieces = new ArrayList<String>();
    var start = 0;
    var depth = 0;
    var quoted = false;
    var lastClosed = Math.max(row.lastIndexOf(']'), row.lastIndexOf(')'));
    for (var i = 0; i < row.length(); i++) {
      var c = row.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == '[' || c == '(') && i < lastClosed) {
        depth++;
      } else if (!quoted && (c == ']' || c == ')')) {
        depth = Math.max(0, depth - 1);
      } else if (!quoted && depth == 0 && c == separator) {
        pieces.add(row.substring(start, i));
        start = i + 1;
      }
    }
    pieces.add(row.substring(start));
    return List.copyOf(pieces);
  }
}
