package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.inventory.ExpectedItemRepository.ExpectedItem;
import org.touchpaper.segment.operator.ElementReadCache.Reading;

/**
 * The problems of an element that impair circuits: alarms, other conditions that some types report,
 * and items that do not work.
 *
 * @param problem why the element could not be queried
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ElementImpairmentList(@Nullable String problem, List<Alarm> alarms) {

  /**
   * A problem.
   *
   * @param port where it is, as the element names it
   * @param words what is wrong, as in the circuits' {@code problem}
   * @param connections the circuits concerned
   */
  record Alarm(String port, String words, List<UUID> connections) {
    private static Alarm of(PortAlarm alarm, List<ExpectedItem> expected) {
      return new Alarm(
          alarm.port(),
          alarm.description(),
          expected.stream()
              .filter(ExpectedItem::wanted)
              .filter(expectedItem -> alarm.concerns(expectedItem.item()))
              .map(expectedItem -> expectedItem.connection().value())
              .distinct()
              .toList());
    }
  }

  static ElementImpairmentList of(List<ExpectedItem> expected, Reading reading) {
    var portAlarms = Stream.concat(reading.alarms().stream(), unexplained(expected, reading));
    return new ElementImpairmentList(
        reading.alarmsProblem(), portAlarms.map(alarm -> Alarm.of(alarm, expected)).toList());
  }

  /** Items that do not work and are not explained by an alarm. */
  private static Stream<PortAlarm> unexplained(List<ExpectedItem> expected, Reading reading) {
    return expected.stream()
        .filter(ExpectedItem::wanted)
        .map(ExpectedItem::item)
        .filter(item -> {
          var actual = reading.items().get(item.place());
          return actual != null && item.isPresentButIdle(actual);
        })
        .filter(item -> reading.alarms().stream().noneMatch(alarm -> alarm.concerns(item)))
        .map(PortAlarm::notWorking);
  }
}
