package org.touchpaper.bench.chaos;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.bench.chaos.ChaosInjector.FaultKind;

/**
 * Number of injected faults.
 *
 * @param counts of every kind
 */
record FaultCounts(Map<FaultKind, Integer> counts) {

  FaultCounts {
    var complete = new EnumMap<FaultKind, Integer>(FaultKind.class);
    for (var kind : FaultKind.values()) {
      complete.put(kind, counts.getOrDefault(kind, 0));
    }
    counts = Map.copyOf(complete);
  }

  int count(FaultKind kind) {
    return counts.getOrDefault(kind, 0);
  }

  int sum() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * Returns a sentence for each kind of fault that was not injected although there were enough
   * calls.
   */
  List<String> listMissing(int calls) {
    return calls < FaultKind.values().length
        ? List.of()
        : Stream.of(FaultKind.values())
            .filter(kind -> count(kind) == 0)
            .map(kind -> "%s was never injected in %d calls".formatted(kind, calls))
            .toList();
  }

  String json() {
    return Stream.of(FaultKind.values())
        .map(kind -> "\"%s\":%d".formatted(kind, count(kind)))
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public String toString() {
    return Stream.of(FaultKind.values())
        .map(kind -> kind + " " + count(kind))
        .collect(Collectors.joining(", "));
  }
}
