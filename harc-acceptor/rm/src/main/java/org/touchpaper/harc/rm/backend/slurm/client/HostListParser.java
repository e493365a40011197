package org.touchpaper.harc.rm.backend.slurm.client;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Parses Slurm's notation for lists of nodes: {@code man[1-3,07],viz2} (scontrol(1), hostlist). */
public final class HostListParser {
  /** Slurm's own limit for a range (MAX_RANGE of its hostlist.c). */
  private static final int MAX_NODES = 64 * 1024;

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

  private HostListParser() {}

  /**
   * Returns the nodes' names, in the order written.
   *
   * @throws UnparsableOutputException if it is no such list, or one of more than 65,536 nodes
   */
  public static List<String> expand(String text) {
    var names = new ArrayList<String>();
    for (var element : splitOutsideBrackets(text)) {
      expandInto(names, "", element);
    }
    return names;
  }

  private static List<String> splitOutsideBrackets(String text) {
    var elements = new ArrayList<String>();
    var depth = 0;
    var from = 0;
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        elements.add(text.substring(from, i));
        from = i + 1;
      }
    }
    elements.add(text.substring(from));
    return elements.stream().filter(element -> !element.isBlank()).toList();
  }

  private static void expandInto(List<String> names, String prefix, String remaining) {
    var open = remaining.indexOf('[');
    if (open < 0) {
      if (names.size() == MAX_NODES) {
        throw new UnparsableOutputException("not a list of at most " + MAX_NODES + " nodes");
      }
      names.add(prefix + remaining);
      return;
    }
    var close = remaining.indexOf(']', open);
    if (close < 0) {
      throw new UnparsableOutputException(
          "not a list of nodes, a bracket is not closed: " + prefix + remaining);
    }
    for (var range : remaining.substring(open + 1, close).split(",", -1)) {
      for (var number : numbers(range)) {
        expandInto(
            names, prefix + remaining.substring(0, open) + number, remaining.substring(close + 1));
      }
    }
  }

  /** Numbers keep the width of the range's first: {@code 08-10} is 08, 09, 10. */
  private static List<String> numbers(String range) {
    if (range.indexOf('-') < 0) {
      return List.of(range);
    }
    var ends = RANGE.matcher(range);
    if (!ends.matches()) {
      throw new UnparsableOutputException("not a range of node numbers: " + range);
    }
    var first = Integer.parseInt(ends.group(1));
    var last = Integer.parseInt(ends.group(2));
    if (last < first || last - first >= MAX_NODES) {
      throw new UnparsableOutputException("not a range of 1 to " + MAX_NODES + " nodes: " + range);
    }
    var format = "%0" + ends.group(1).length() + "d";
    return IntStream.rangeClosed(first, last).mapToObj(format::formatted).toList();
  }
}
