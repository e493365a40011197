package org.touchpaper.lnsap.element;

import static java.util.stream.Collectors.groupingBy;
import static org.touchpaper.lnsap.element.CampusItemPlanner.ACCESS;
import static org.touchpaper.lnsap.element.CampusItemPlanner.TRUNK;
import static org.touchpaper.lnsap.element.CampusItemPlanner.VLAN;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.lnsap.campus.InterfaceNameNormalizer;
import org.touchpaper.lnsap.element.Ios7600Driver.PortAndVlan;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ElementTrafficReading;
import org.touchpaper.segment.element.ElementTrafficReading.CircuitCount;
import org.touchpaper.segment.element.ElementTrafficReading.PortCount;

/**
 * Parses the traffic counters of a 7600, from three commands for all ports and circuits. Ports are
 * counted by {@code show interfaces counters} and {@code show interfaces counters errors}. A VLAN
 * on several ports has no counters for each direction, but its policer has, where cards forward
 * themselves (DFC): {@code show policy-map interface} shows for each card's forwarding engine what
 * came in there ("Configuring PFC QoS", 12.2SX). So a circuit is counted if its host and its uplink
 * are on different cards, or if it has its host's port to itself.
 */
record IosTrafficCounterParser(Map<String, PortCount> ports, List<PolicerTraffic> policed) {

  private static final Pattern SLOT = Pattern.compile("[A-Za-z]+(?:-[a-z]+)?(\\d+)/.*");
  private static final Pattern INTERFACE = Pattern.compile("Vlan(\\d+)");
  private static final Pattern EARL = Pattern.compile("Earl in slot (\\d+) ?:");
  private static final Pattern FORWARDED = Pattern.compile("aggregate-forwarded (\\d+) bytes\\b.*");
  private static final Pattern EXCEEDED = Pattern.compile("exceeded (\\d+) bytes\\b.*");

  IosTrafficCounterParser {
    ports = Map.copyOf(ports);
    policed = List.copyOf(policed);
  }

  /** What the forwarding engine of one slot has policed of a VLAN's incoming packets. */
  record PolicerTraffic(String vlan, String slot, long forwarded, long exceeded) {}

  ElementTrafficReading readingOf(Collection<ConfigItem> items) {
    var circuits = new HashMap<String, CircuitCount>();
    items.stream()
        .collect(groupingBy(ConfigItem::owner))
        .forEach((owner, own) -> countOf(own).ifPresent(count -> circuits.put(owner, count)));
    return new ElementTrafficReading(ports, circuits);
  }

  private Optional<CircuitCount> countOf(List<ConfigItem> circuit) {
    var vlan = circuit.stream().filter(item -> item.kind().equals(VLAN)).findFirst();
    var places = circuit.stream().flatMap(item -> portOf(item).stream()).toList(); // host first
    if (vlan.isPresent() && places.size() == 2) {
      var host = find(vlan.get().key(), places.getFirst());
      var uplink = find(vlan.get().key(), places.getLast());
      if (host.isPresent() && uplink.isPresent() && !host.equals(uplink)) {
        return Optional.of(
            new CircuitCount(
                host.get().forwarded(),
                uplink.get().forwarded(),
                host.get().exceeded() + uplink.get().exceeded()));
      }
    }
    return circuit.stream()
        .filter(item -> item.kind().equals(ACCESS))
        .findFirst()
        .flatMap(access -> Optional.ofNullable(ports.get(access.key())))
        .map(port -> new CircuitCount(port.bytesIn(), port.bytesOut(), 0));
  }

  private static Optional<String> portOf(ConfigItem item) {
    return switch (item.kind()) {
      case TRUNK -> Optional.of(PortAndVlan.of(item.place()).port());
      case ACCESS -> Optional.of(item.key());
      default -> Optional.empty();
    };
  }

  private Optional<PolicerTraffic> find(String vlan, String port) {
    var slot = SLOT.matcher(port);
    return slot.matches()
        ? policed.stream()
            .filter(each -> each.vlan().equals(vlan) && each.slot().equals(slot.group(1)))
            .findFirst()
        : Optional.empty();
  }

  /** The ports; empty if the output has another form. */
  static Optional<Map<String, PortCount>> ports(List<String> counters, List<String> errors) {
    var columns = table(counters);
    var errorColumns = table(errors);
    var names = columns.getOrDefault("InOctets", Map.of()).keySet();
    var hasAll =
        Stream.of("InOctets", "InUcastPkts", "OutOctets", "OutUcastPkts")
            .allMatch(columns::containsKey);
    if (!hasAll || !errorColumns.containsKey("OutDiscards")) {
      return Optional.empty();
    }
    var ports = new HashMap<String, PortCount>();
    for (var name : names) {
      ports.put(
          name,
          new PortCount(
              sum(columns, name, "InOctets"),
              sum(columns, name, "OutOctets"),
              sum(columns, name, "InUcastPkts", "InMcastPkts", "InBcastPkts"),
              sum(columns, name, "OutUcastPkts", "OutMcastPkts", "OutBcastPkts"),
              sum(errorColumns, name, "OutDiscards")));
    }
    return Optional.of(ports);
  }

  private static long sum(Map<String, Map<String, Long>> columns, String port, String... names) {
    return Stream.of(names)
        .mapToLong(name -> columns.getOrDefault(name, Map.of()).getOrDefault(port, 0L))
        .sum();
  }

  /** The numbers by the heading of their column and by port, of several tables below each other. */
  private static Map<String, Map<String, Long>> table(List<String> lines) {
    var columns = new HashMap<String, Map<String, Long>>();
    var heading = new String[0];
    for (var line : lines) {
      var fields = line.strip().split(" +", -1);
      if (fields[0].equals("Port")) {
        heading = fields;
      } else if (fields.length > 1 && fields.length == heading.length) {
        for (var i = 1; i < fields.length; i++) {
          if (fields[i].matches("\\d{1,19}")) {
            columns
                .computeIfAbsent(heading[i], _ -> new HashMap<>())
                .put(InterfaceNameNormalizer.full(fields[0]), Long.parseUnsignedLong(fields[i]));
          }
        }
      }
    }
    return columns;
  }

  /** What is policed at the input of VLANs, from {@code show policy-map interface}. */
  static List<PolicerTraffic> policed(List<String> lines) {
    var policed = new HashMap<String, PolicerTraffic>();
    var vlan = "";
    var slot = "";
    var isInput = false;
    for (var line : lines.stream().map(String::strip).toList()) {
      var name = INTERFACE.matcher(line);
      var earl = EARL.matcher(line);
      if (line.startsWith("Service-policy ")) {
        isInput = line.startsWith("Service-policy input");
        slot = "";
      } else if (name.matches()) {
        vlan = name.group(1);
        slot = "";
      } else if (earl.matches()) {
        slot = earl.group(1);
      } else if (line.matches("[A-Z]\\S*\\d+/\\S*")) {
        vlan = ""; // another kind of interface
      } else if (isInput && !vlan.isEmpty() && !slot.isEmpty()) {
        var forwarded = bytes(FORWARDED.matcher(line));
        var exceeded = bytes(EXCEEDED.matcher(line));
        if (forwarded + exceeded > 0 || line.startsWith("aggregate-forwarded ")) {
          policed.merge(
              vlan + " " + slot,
              new PolicerTraffic(vlan, slot, forwarded, exceeded),
              (one, two) ->
                  new PolicerTraffic(
                      one.vlan(),
                      one.slot(),
                      one.forwarded() + two.forwarded(),
                      one.exceeded() + two.exceeded()));
        }
      }
    }
    return List.copyOf(policed.values());
  }

  private static long bytes(Matcher line) {
    return line.matches() ? Long.parseUnsignedLong(line.group(1)) : 0;
  }
}
