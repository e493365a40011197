package org.touchpaper.segment.traffic;

import static java.time.temporal.ChronoUnit.MINUTES;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.ElementTrafficReading;
import org.touchpaper.segment.inventory.ConfigItemRepository;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.traffic.TrafficRepository.CircuitTraffic;
import org.touchpaper.segment.traffic.TrafficRepository.PortTraffic;

/**
 * Reads the traffic counters of each element that carries circuits, and stores the differences
 * between two readings. The last reading is kept in memory: the first difference after a start of
 * this service, or of the element, begins with the next reading.
 */
public final class TrafficCollector {

  private static final Logger LOG = LoggerFactory.getLogger(TrafficCollector.class);

  private final DriverRegistry drivers;
  private final ConfigItemRepository items;
  private final TrafficRepository repository;
  private final Duration retention;
  private final Clock clock;
  private final Map<String, TimedReading> lastReadings = new ConcurrentHashMap<>();

  private record TimedReading(Instant at, ElementTrafficReading counters) {}

  public TrafficCollector(
      DriverRegistry drivers,
      ConfigItemRepository items,
      TrafficRepository repository,
      SegmentProperties properties,
      Clock clock) {
    this.drivers = drivers;
    this.items = items;
    this.repository = repository;
    this.retention = properties.trafficRetention();
    this.clock = clock;
  }

  /** Reads the elements side by side; the next round begins when all have been read. */
  public void collect() {
    var elements = items.listElements();
    lastReadings.keySet().retainAll(elements);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      elements.forEach(element -> threads.execute(() -> collectLogged(element)));
    } // waits for all
  }

  /** Deletes the values that have been kept long enough. */
  public void deleteOld() {
    repository.deleteBefore(clock.instant().minus(retention));
  }

  private void collectLogged(String element) {
    try {
      collect(element);
    } catch (RuntimeException e) {
      LOG.warn("element={} traffic counters not read: {}", element, e.toString());
    }
  }

  private void collect(String element) {
    var previous = lastReadings.get(element);
    var minute = clock.instant().truncatedTo(MINUTES);
    if (previous != null && previous.at().truncatedTo(MINUTES).equals(minute)) {
      return; // there is one value for each minute
    }
    var connections = new HashMap<String, ConnectionId>();
    var activeItems = new ArrayList<ConfigItem>();
    items
        .listActive(List.of(element))
        .forEach((connection, recorded) ->
            recorded.forEach(each -> {
              connections.put(each.item().owner(), connection);
              activeItems.add(each.item());
            }));
    if (activeItems.isEmpty()) {
      lastReadings.remove(element);
      return;
    }
    drivers
        .driverFor(element)
        .readTraffic(activeItems)
        .map(counters -> new TimedReading(clock.instant(), counters))
        .ifPresent(reading -> {
          if (previous != null) {
            store(element, previous, reading, connections);
          }
          lastReadings.put(element, reading);
        });
  }

  private void store(
      String element,
      TimedReading previous,
      TimedReading current,
      Map<String, ConnectionId> connections) {
    var minute = previous.at().truncatedTo(MINUTES);
    var seconds = Math.max(1, Duration.between(previous.at(), current.at()).toSeconds());
    var ports = new ArrayList<PortTraffic>();
    current
        .counters()
        .ports()
        .forEach((port, count) -> {
          var before = previous.counters().ports().get(port);
          if (before != null
              && count.bytesIn() >= before.bytesIn()
              && count.bytesOut() >= before.bytesOut()) {
            ports.add(
                new PortTraffic(
                    element,
                    port,
                    minute,
                    seconds,
                    new ElementTrafficReading.PortCount(
                        count.bytesIn() - before.bytesIn(),
                        count.bytesOut() - before.bytesOut(),
                        Math.max(0, count.packetsIn() - before.packetsIn()),
                        Math.max(0, count.packetsOut() - before.packetsOut()),
                        Math.max(0, count.packetsDropped() - before.packetsDropped()))));
          }
        });
    var circuits = new ArrayList<CircuitTraffic>();
    current
        .counters()
        .circuits()
        .forEach((circuit, count) -> {
          var before = previous.counters().circuits().get(circuit);
          var connection = connections.get(circuit);
          if (connection != null
              && before != null
              && count.bytesIn() >= before.bytesIn()
              && count.bytesOut() >= before.bytesOut()) {
            circuits.add(
                new CircuitTraffic(
                    connection,
                    element,
                    minute,
                    seconds,
                    new ElementTrafficReading.CircuitCount(
                        count.bytesIn() - before.bytesIn(),
                        count.bytesOut() - before.bytesOut(),
                        Math.max(0, count.bytesDropped() - before.bytesDropped()))));
          }
        });
    repository.add(ports, circuits);
  }
}
