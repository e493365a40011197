package org.touchpaper.harc.rm.slurm;

import java.util.ArrayList;
import java.util.List;

/** Slurm's short way of writing many nodes: {@code man[1-3,07],viz2} (scontrol(1), hostlist). */
final class HostList {

  private HostList() {}

  /** The nodes' names, in the order written. */
  static List<String> expand(String text) {
    var names = new ArrayList<String>();
    for (var word : splitOutsideBrackets(text)) {
      expandInto(names, "", word);
    }
    return names;
  }

  private static List<String> splitOutsideBrackets(String text) {
    var words = new ArrayList<String>();
    var depth = 0;
    var from = 0;
    for (var at = 0; at < text.length(); at++) {
      var c = text.charAt(at);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        words.add(text.substring(from, at));
        from = at + 1;
      }
    }
    words.add(text.substring(from));
    return words.stream().filter(word -> !word.isBlank()).toList();
  }

  private static void expandInto(List<String> names, String done, String rest) {
    var open = rest.indexOf('[');
    if (open < 0) {
      names.add(done + rest);
      return;
    }
    var close = rest.indexOf(']', open);
    if (close < 0) {
      throw new IllegalArgumentException("not a list of nodes: " + done + rest);
    }
    for (var range : rest.substring(open + 1, close).split(",", -1)) {
      for (var number : numbers(range)) {
        expandInto(names, done + rest.substring(0, open) + number, rest.substring(close + 1));
      }
    }
  }

  /** A number keeps the width of the range's first: {@code 08-10} is 08, 09, 10. */
  private static List<String> numbers(String range) {
    var dash = range.indexOf('-');
    if (dash < 0) {
      return List.of(range);
    }
    var first = range.substring(0, dash);
    var last = Long.parseLong(range.substring(dash + 1));
    var format = "%0" + first.length() + "d";
    var numbers = new ArrayList<String>();
    for (var n = Long.parseLong(first); n <= last; n++) {
      numbers.add(format.formatted(n));
    }
    return numbers;
  }
}
