package org.touchpaper.nsap.element.cisco;

import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.touchpaper.segment.element.PortAlarm;

/**
 * Where an alarm of an ONS 15454 is felt: a path's under each of the path's names, a card's on all
 * its ports, any other's where it stands.
 */
final class Felt {

  private static final Pattern SLOT = Pattern.compile("SLOT-(\\d{1,2})");

  /** No card has more. */
  private static final int PORTS = 16;

  private Felt() {}

  static Stream<PortAlarm> where(PortAlarm alarm) {
    var card = SLOT.matcher(alarm.port());
    var names =
        card.matches()
            ? IntStream.rangeClosed(1, PORTS).mapToObj(port -> "FAC-" + card.group(1) + "-" + port)
            : PathAid.find(alarm.port()).stream().flatMap(path -> path.names(alarm.port()));
    return Stream.concat(Stream.of(alarm.port()), names)
        .distinct()
        .map(name -> new PortAlarm(name, alarm.words()));
  }
}
