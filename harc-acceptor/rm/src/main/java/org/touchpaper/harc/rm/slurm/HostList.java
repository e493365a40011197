package org.touchpaper.harc.rm.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Slurm's short way of writing many nodes: {@code man[1-3,07],viz2} (scontrol(1), hostlist). */
final class HostList {
  /** Slurm itself takes no more in one range (MAX_RANGE of its hostlist.c). */
  private static final int MOST = 64 * 1024;

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

  private HostList() {}

  /**
   * The nodes' names, in the order written.
   *
   * @throws UnreadableText if it is no such list, or of more than 65,536 nodes
   */
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
      if (names.size() == MOST) {
        throw new UnreadableText("a list of more than " + MOST + " nodes");
      }
      names.add(done + rest);
      return;
    }
    var close = rest.indexOf(']', open);
    if (close < 0) {
      throw new UnreadableText("not a list of nodes, a bracket is not closed: " + done + rest);
    }
    for (var range : rest.substring(open + 1, close).split(",", -1)) {
      for (var number : numbers(range)) {
        expandInto(names, done + rest.substring(0, open) + number, rest.substring(close + 1));
      }
    }
  }

  /** A number keeps the width of the range's first: {@code 08-10} is 08, 09, 10. */
  private static List<String> numbers(String range) {
    if (range.indexOf('-') < 0) {
      return List.of(range);
    }
    var ends = RANGE.matcher(range);
    if (!ends.matches()) {
      throw new UnreadableText("not a range of nodes' numbers: " + range);
    }
    var first = Integer.parseInt(ends.group(1));
    var last = Integer.parseInt(ends.group(2));
    if (last < first || last - first >= MOST) {
      throw new UnreadableText("not a range of 1 to " + MOST + " nodes: " + range);
    }
    var format = "%0" + ends.group(1).length() + "d";
    return IntStream.rangeClosed(first, last).mapToObj(format::formatted).toList();
  }
}
