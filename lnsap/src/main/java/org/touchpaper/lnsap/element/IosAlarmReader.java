package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusItemPlanner.ACCESS;
import static org.touchpaper.lnsap.element.CampusItemPlanner.TRUNK;
import static org.touchpaper.lnsap.element.CampusItemPlanner.XCONNECT;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.lnsap.element.Ios7600Driver.PortAndVlan;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PortAlarm;

/** Queries the faults that affect circuits; a command line sends no reports. */
final class IosAlarmReader {

  private final String tid;
  private final IosQueries queries;

  /** The ports that circuits use; one that is missing now existed before. */
  private final Set<String> ports = ConcurrentHashMap.newKeySet();

  /** True once a pseudowire was read; an edge without any may not know the command. */
  private volatile boolean hasPseudowires;

  IosAlarmReader(String tid, IosQueries queries) {
    this.tid = tid;
    this.queries = queries;
  }

  /** Records the ports and pseudowires that circuits use. */
  void recordUse(Collection<ConfigItem.Key> keys) {
    for (var key : keys) {
      switch (key.kind()) {
        case TRUNK -> ports.add(PortAndVlan.of(key).port());
        case ACCESS -> ports.add(key.key());
        case XCONNECT -> hasPseudowires = true;
        default -> {}
      }
    }
  }

  List<PortAlarm> listActive() {
    var cachedQueries = queries.cached();
    return Stream.of(links(cachedQueries), policing(cachedQueries), pseudowires(cachedQueries))
        .flatMap(List::stream)
        .toList();
  }

  private List<PortAlarm> links(IosQueries cachedQueries) {
    var links = cachedQueries.links();
    var down =
        links.entrySet().stream()
            .filter(entry -> !entry.getValue().equals("connected"))
            .map(entry ->
                new PortAlarm(
                    entry.getKey(),
                    "link down (%s) on %s of %s".formatted(entry.getValue(), entry.getKey(), tid)));
    var missingPorts =
        ports.stream()
            .sorted()
            .filter(port -> !links.containsKey(port) && !cachedQueries.interfaceExists(port))
            .map(port ->
                new PortAlarm(port, IosQueries.PortMissingException.message(port) + " of " + tid));
    return Stream.concat(down, missingPorts).toList();
  }

  private List<PortAlarm> policing(IosQueries cachedQueries) {
    return cachedQueries.isPolicingEnabled()
        ? List.of()
        : List.of(
            new PortAlarm(IosItemReader.POLICED, "policing is off: mls qos is disabled on " + tid));
  }

  private List<PortAlarm> pseudowires(IosQueries cachedQueries) {
    return hasPseudowires
        ? cachedQueries.pseudowires().stream()
            .filter(pseudowire -> !pseudowire.isUp())
            .map(pseudowire ->
                new PortAlarm(
                    pseudowire.peer() + " " + pseudowire.vcId(),
                    "pseudowire %s to %s is %s on %s"
                        .formatted(pseudowire.vcId(), pseudowire.peer(), pseudowire.status(), tid)))
            .toList()
        : List.of();
  }
}
