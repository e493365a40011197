package org.touchpaper.nsap.element.ciena;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.segment.element.PortAlarm;

/**
 * Where an alarm of a CoreDirector is felt: a card's by all on its ports, a path's also under the
 * name of its channel, any other's where it stands.
 */
final class Felt {

  /** Shelf, bay and slot, {@code 1-A-6}: equipment, as real ones were recorded to tell of it. */
  private static final Pattern CARD = Pattern.compile("\\d{1,2}-[A-Z]-\\d{1,2}");

  /** A line and a channel of it, {@code 1-A-4-1-192}: paths are retrieved by such names. */
  private static final Pattern PATH =
      Pattern.compile("(\\d{1,2}-[A-Z]-\\d{1,2}-\\d{1,2})-(\\d{1,3})");

  private Felt() {}

  static Stream<PortAlarm> where(PortAlarm alarm) {
    if (CARD.matcher(alarm.port()).matches()) {
      return Stream.of(new PortAlarm(alarm.port(), alarm.words(), true));
    }
    var path = PATH.matcher(alarm.port());
    return path.matches()
        ? Stream.of(alarm, new PortAlarm(path.group(1) + "-CTP-" + path.group(2), alarm.words()))
        : Stream.of(alarm);
  }
}
