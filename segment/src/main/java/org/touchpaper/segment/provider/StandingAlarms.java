package org.touchpaper.segment.provider;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;

/**
 * What was wrong on each element when it was last read: what it calls an alarm, and what it was
 * read to hold that does not work ({@link Item#WORKS}), whether or not it has an alarm for that.
 */
final class StandingAlarms {

  /** Of an element without an entry nobody knows. */
  private final Map<String, List<PortAlarm>> told = new ConcurrentHashMap<>();

  private final Map<String, List<Item>> idle = new ConcurrentHashMap<>();

  /** Its alarms, as it told them. */
  void told(String element, List<PortAlarm> alarms) {
    told.put(element, alarms);
  }

  /** All that does not work of what shall. */
  void idle(String element, List<Item> items) {
    idle.put(element, items);
  }

  boolean wasIdle(Item item) {
    return idle.getOrDefault(item.element(), List.of()).contains(item);
  }

  /** It is not read for a while, and whatever it said is old by then. */
  void forget(String element) {
    told.remove(element);
    idle.remove(element);
  }

  void forgetAllBut(Collection<String> elements) {
    told.keySet().retainAll(elements);
    idle.keySet().retainAll(elements);
  }

  /** Nothing is wrong, as far as is known. */
  boolean areNone() {
    return Stream.concat(told.values().stream(), idle.values().stream()).allMatch(List::isEmpty);
  }

  /** Nothing is wrong, and all of them were asked. */
  boolean areNoneOn(Collection<String> elements) {
    return told.keySet().containsAll(elements) && areNone();
  }

  /** What is wrong on it; empty if nobody knows. An alarm speaks for what does not work by it. */
  Optional<List<PortAlarm>> find(String element) {
    var alarms = told.get(element);
    var known = alarms == null ? List.<PortAlarm>of() : alarms;
    var unexplained =
        idle.getOrDefault(element, List.of()).stream()
            .filter(item -> known.stream().noneMatch(alarm -> alarm.concerns(item)))
            .map(PortAlarm::notWorking)
            .toList();
    return alarms == null && unexplained.isEmpty()
        ? Optional.empty()
        : Optional.of(Stream.concat(known.stream(), unexplained.stream()).toList());
  }
}
