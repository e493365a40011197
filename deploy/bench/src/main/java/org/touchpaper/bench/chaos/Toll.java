package org.touchpaper.bench.chaos;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.bench.chaos.Misfortune.Kind;

/**
 * How often what has befallen somebody.
 *
 * @param counts of every kind
 */
record Toll(Map<Kind, Integer> counts) {

  Toll {
    var all = new EnumMap<Kind, Integer>(Kind.class);
    for (var kind : Kind.values()) {
      all.put(kind, counts.getOrDefault(kind, 0));
    }
    counts = Map.copyOf(all);
  }

  int count(Kind kind) {
    return counts.getOrDefault(kind, 0);
  }

  int sum() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * A sentence for each kind that stayed out though there were calls enough for all of them: what
   * such a day shows is less than it says.
   */
  List<String> missing(int calls) {
    return calls < Kind.values().length
        ? List.of()
        : Stream.of(Kind.values())
            .filter(kind -> count(kind) == 0)
            .map(kind -> "%s has befallen nobody in %d calls".formatted(kind, calls))
            .toList();
  }

  String json() {
    return Stream.of(Kind.values())
        .map(kind -> "\"%s\":%d".formatted(kind, count(kind)))
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public String toString() {
    return Stream.of(Kind.values())
        .map(kind -> kind + " " + count(kind))
        .collect(Collectors.joining(", "));
  }
}
