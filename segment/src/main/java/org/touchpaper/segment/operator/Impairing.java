package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.operator.Readings.Reading;
import org.touchpaper.segment.provider.Holdings.Holding;

/**
 * What stands on an element and marks the circuits it concerns as impaired: of some makes that is
 * more than they call an alarm, and of any what reads as not working.
 *
 * @param problem why the element was not asked with success
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Impairing(@Nullable String problem, List<Alarm> alarms) {

  /**
   * One.
   *
   * @param port where it stands, in the element's words
   * @param words what is wrong, as the circuits' {@code problem} says it
   * @param connections the circuits that it concerns
   */
  record Alarm(String port, String words, List<UUID> connections) {
    private static Alarm of(PortAlarm alarm, List<Holding> holdings) {
      return new Alarm(
          alarm.port(),
          alarm.words(),
          holdings.stream()
              .filter(Holding::wanted)
              .filter(each -> alarm.concerns(each.item()))
              .map(each -> each.connection().value())
              .distinct()
              .toList());
    }
  }

  static Impairing of(List<Holding> holdings, Reading read) {
    var all = Stream.concat(read.alarms().stream(), unexplained(holdings, read));
    return new Impairing(read.unasked(), all.map(alarm -> Alarm.of(alarm, holdings)).toList());
  }

  /** What reads as not working, and no alarm says so. */
  private static Stream<PortAlarm> unexplained(List<Holding> holdings, Reading read) {
    return holdings.stream()
        .filter(Holding::wanted)
        .map(Holding::item)
        .filter(item -> {
          var there = read.items().get(item.place());
          return there != null && item.isIdleAs(there);
        })
        .filter(item -> read.alarms().stream().noneMatch(alarm -> alarm.concerns(item)))
        .map(PortAlarm::notWorking);
  }
}
