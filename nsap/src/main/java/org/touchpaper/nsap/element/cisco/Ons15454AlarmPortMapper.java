package org.touchpaper.nsap.element.cisco;

import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.touchpaper.segment.element.PortAlarm;

/**
 * Maps an alarm of an ONS 15454 to the places it affects: a path's alarm to all names of the path,
 * a card's to all its ports, any other to its own place.
 */
final class Ons15454AlarmPortMapper {

  private static final Pattern SLOT = Pattern.compile("SLOT-(\\d{1,2})");

  /** The most ports of a card. */
  private static final int MAX_PORTS = 16;

  private Ons15454AlarmPortMapper() {}

  static Stream<PortAlarm> portAlarms(PortAlarm alarm) {
    var card = SLOT.matcher(alarm.port());
    var names =
        card.matches()
            ? IntStream.rangeClosed(1, MAX_PORTS)
                .mapToObj(port -> "FAC-" + card.group(1) + "-" + port)
            : PathAid.find(alarm.port()).stream().flatMap(path -> path.aliases(alarm.port()));
    return Stream.concat(Stream.of(alarm.port()), names)
        .distinct()
        .map(name -> new PortAlarm(name, alarm.description()));
  }
}
