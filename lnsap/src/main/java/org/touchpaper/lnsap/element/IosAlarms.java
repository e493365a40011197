package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusConfiguration.ACCESS;
import static org.touchpaper.lnsap.element.CampusConfiguration.TRUNK;
import static org.touchpaper.lnsap.element.CampusConfiguration.XCONNECT;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.lnsap.element.Ios7600Driver.PortAndVlan;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;

/** A command line reports nothing by itself: what may have failed under circuits is asked for. */
final class IosAlarms {

  private final String tid;
  private final IosReading reading;

  /** Those that were asked about: one that is not there now was there then. */
  private final Set<String> ports = ConcurrentHashMap.newKeySet();

  /** A pseudowire was asked about: an edge without any may not know the words. */
  private volatile boolean hasPseudowires;

  IosAlarms(String tid, IosReading reading) {
    this.tid = tid;
    this.reading = reading;
  }

  /** Takes note of what circuits use. */
  void concern(Collection<Item.Key> keys) {
    for (var key : keys) {
      switch (key.kind()) {
        case TRUNK -> ports.add(PortAndVlan.of(key).port());
        case ACCESS -> ports.add(key.key());
        case XCONNECT -> hasPseudowires = true;
        default -> {}
      }
    }
  }

  List<PortAlarm> standing() {
    var now = reading.once();
    return Stream.of(links(now), policing(now), pseudowires(now)).flatMap(List::stream).toList();
  }

  private List<PortAlarm> links(IosReading now) {
    var links = now.links();
    var down =
        links.entrySet().stream()
            .filter(each -> !each.getValue().equals("connected"))
            .map(each ->
                new PortAlarm(
                    each.getKey(),
                    "link down (%s) on %s of %s".formatted(each.getValue(), each.getKey(), tid)));
    var gone =
        ports.stream()
            .sorted()
            .filter(port -> !links.containsKey(port) && !now.isThere(port))
            .map(port -> new PortAlarm(port, IosReading.NotThere.words(port) + " of " + tid));
    return Stream.concat(down, gone).toList();
  }

  private List<PortAlarm> policing(IosReading now) {
    return now.polices()
        ? List.of()
        : List.of(new PortAlarm(IosItems.POLICED, "nothing is policed: mls qos is off on " + tid));
  }

  private List<PortAlarm> pseudowires(IosReading now) {
    return hasPseudowires
        ? now.pseudowires().stream()
            .filter(each -> !each.isUp())
            .map(each ->
                new PortAlarm(
                    each.peer() + " " + each.vcId(),
                    "pseudowire %s to %s is %s on %s"
                        .formatted(each.vcId(), each.peer(), each.status(), tid)))
            .toList()
        : List.of();
  }
}
