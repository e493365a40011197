package org.touchpaper.segment.reconcile;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PortAlarm;

/**
 * Keeps the problems of each element as last read: its active alarms, and expected items that do
 * not work ({@link ConfigItem#WORKS_ATTRIBUTE}), with or without an alarm.
 */
final class ElementProblemRegistry {

  /** Elements without an entry are unknown. */
  private final Map<String, List<PortAlarm>> reported = new ConcurrentHashMap<>();

  private final Map<String, List<ConfigItem>> idle = new ConcurrentHashMap<>();

  void setReported(String element, List<PortAlarm> alarms) {
    reported.put(element, alarms);
  }

  /** Sets the expected items that do not work. */
  void setIdle(String element, List<ConfigItem> items) {
    idle.put(element, items);
  }

  boolean wasIdle(ConfigItem item) {
    return idle.getOrDefault(item.element(), List.of()).contains(item);
  }

  /**
   * Discards an element that is not read for a while: its alarms are out of date by the next
   * circuit.
   */
  void forget(String element) {
    reported.remove(element);
    idle.remove(element);
  }

  void retainOnly(Collection<String> elements) {
    reported.keySet().retainAll(elements);
    idle.keySet().retainAll(elements);
  }

  /** True if no problem is known. */
  boolean isClear() {
    return Stream.concat(reported.values().stream(), idle.values().stream())
        .allMatch(List::isEmpty);
  }

  /** True if no problem is known, and the alarms of all these elements are known. */
  boolean isClearOn(Collection<String> elements) {
    return reported.keySet().containsAll(elements) && isClear();
  }

  /**
   * The problems of an element; empty if unknown. An item that does not work is left out if an
   * alarm explains it.
   */
  Optional<List<PortAlarm>> find(String element) {
    var alarms = reported.get(element);
    var reportedAlarms = alarms == null ? List.<PortAlarm>of() : alarms;
    var unexplained =
        idle.getOrDefault(element, List.of()).stream()
            .filter(item -> reportedAlarms.stream().noneMatch(alarm -> alarm.concerns(item)))
            .map(PortAlarm::notWorking)
            .toList();
    return alarms == null && unexplained.isEmpty()
        ? Optional.empty()
        : Optional.of(Stream.concat(reportedAlarms.stream(), unexplained.stream()).toList());
  }
}
