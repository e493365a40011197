package org.touchpaper.nsap.element.ciena;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Connection termination points in the CoreDirector's notation, {@code 1-A-1-1-CTP-1&&7} for a
 * range, {@code a&b} for two. Each set of points has one normalised text.
 */
final class CtpListFormat {

  private static final Pattern ITEM =
      Pattern.compile("(.+?)(?:-CTP)?-(\\d{1,5})(?:&&-?(\\d{1,5}))?");
  private static final Pattern SINGLE_AMPERSAND = Pattern.compile("(?<!&)&(?!&)");

  /** More points than a shelf has; a longer list is invalid. */
  private static final int MAX_POINTS = 10_000;

  private CtpListFormat() {}

  /** The text for points of one port or group. */
  static String of(String parent, Collection<Integer> numbers) {
    var text = new StringJoiner("&");
    runs(numbers).forEach((first, last) -> text.add(parent + "-CTP-" + run(first, last)));
    return text.toString();
  }

  /** The text for numbers without a parent, {@code 1&&7}. */
  static String ofNumbers(Collection<Integer> numbers) {
    var text = new StringJoiner("&");
    runs(numbers).forEach((first, last) -> text.add(run(first, last)));
    return text.toString();
  }

  /** The normalised text of a list; the text itself if it is not a list. */
  static String normalize(String written) {
    var text = new StringJoiner("&");
    parse(written).forEach((parent, numbers) -> text.add(of(parent, numbers)));
    return text.length() == 0 ? written : text.toString();
  }

  /** Each point of a list, {@code 1-A-1-1-CTP-7}; none if it is not a list. */
  static Stream<String> points(String written) {
    return parse(written).entrySet().stream()
        .flatMap(entry -> entry.getValue().stream().map(n -> entry.getKey() + "-CTP-" + n));
  }

  private static Map<String, Set<Integer>> parse(String written) {
    var byParent = new TreeMap<String, Set<Integer>>();
    var points = 0;
    for (var item : SINGLE_AMPERSAND.split(written, -1)) {
      var match = ITEM.matcher(item);
      if (!match.matches()) {
        return Map.of();
      }
      var first = Integer.parseInt(match.group(2));
      var last = match.group(3) == null ? first : Integer.parseInt(match.group(3));
      points += Math.max(last - first + 1, 0);
      if (points > MAX_POINTS) {
        return Map.of();
      }
      var numbers = byParent.computeIfAbsent(match.group(1), _ -> new TreeSet<>());
      IntStream.rangeClosed(first, last).forEach(numbers::add);
    }
    return byParent;
  }

  private static String run(int first, int last) {
    return first == last ? Integer.toString(first) : first + "&&" + last;
  }

  private static Map<Integer, Integer> runs(Collection<Integer> numbers) {
    var runs = new TreeMap<Integer, Integer>();
    for (var number : new TreeSet<>(numbers)) {
      var before = runs.lastEntry();
      if (before != null && before.getValue() == number - 1) {
        runs.put(before.getKey(), number);
      } else {
        runs.put(number, number);
      }
    }
    return runs;
  }
}
