package org.touchpaper.nsap.element.ciena;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.segment.element.PortAlarm;

/**
 * Maps an alarm of a CoreDirector to the places it affects: a card's alarm to all its ports, a
 * path's also to the name of its channel, any other to its own place.
 */
final class CoreDirectorAlarmPortMapper {

  /** Shelf, bay and slot, {@code 1-A-6}: equipment, as in recorded alarms of real elements. */
  private static final Pattern CARD = Pattern.compile("\\d{1,2}-[A-Z]-\\d{1,2}");

  /** A line and a channel, {@code 1-A-4-1-192}, as paths are named when retrieved. */
  private static final Pattern PATH =
      Pattern.compile("(\\d{1,2}-[A-Z]-\\d{1,2}-\\d{1,2})-(\\d{1,3})");

  private CoreDirectorAlarmPortMapper() {}

  static Stream<PortAlarm> portAlarms(PortAlarm alarm) {
    if (CARD.matcher(alarm.port()).matches()) {
      return Stream.of(new PortAlarm(alarm.port(), alarm.description(), true));
    }
    var path = PATH.matcher(alarm.port());
    return path.matches()
        ? Stream.of(
            alarm, new PortAlarm(path.group(1) + "-CTP-" + path.group(2), alarm.description()))
        : Stream.of(alarm);
  }
}
