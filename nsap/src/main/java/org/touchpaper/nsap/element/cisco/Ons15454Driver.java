package org.touchpaper.nsap.element.cisco;

import static org.touchpaper.nsap.element.cisco.Ons15454.CRS;
import static org.touchpaper.nsap.element.cisco.Ons15454.PORT;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.AtOnce;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.BlockRow;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Session;

/**
 * A Cisco ONS 15454 over TL1 (Command Guides R3.3 to R6.0). A cross-connect's owner is its CKTID. A
 * port that a circuit finds out of service is put in service and, if it had no name, named {@link
 * #MARK}; who takes the last cross-connect off such a port puts it back. No public document says
 * how the element tells of its last restart, so it is never taken to have restarted.
 */
final class Ons15454Driver implements ElementDriver {

  /** The name of ports that we put in service. */
  static final String MARK = "TOUCHPAPER";

  private final Tl1Element element;
  private final boolean isSdh;
  private final Duration settle;
  private final Incarnation incarnation;

  Ons15454Driver(String tid, boolean isSdh, Tl1Session session, Duration settle) {
    this.element = new Tl1Element(tid, session);
    this.isSdh = isSdh;
    this.settle = settle;
    this.incarnation = new Incarnation(tid, session::logins, () -> "");
  }

  /** A port as it is. */
  private record Port(String type, String name, boolean isInService) {}

  @Override
  public String element() {
    return element.tid();
  }

  @Override
  public List<PortAlarm> alarms() {
    return element.alarms();
  }

  @Override
  public void watch(Consumer<Hint> watcher) {
    element.watch(watcher);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Stream.concat(
                Stream.of(PORT), Rate.all(isSdh).stream().map(rate -> CRS + rate.label(isSdh)))
            .collect(Collectors.toSet()),
        settle);
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return incarnation.read(() -> items(keys));
  }

  private List<Item> items(Collection<Item.Key> keys) {
    var there = crossConnects(keys);
    return keys.stream()
        .flatMap(
            key -> (key.kind().equals(PORT) ? port(key, there) : crossConnect(key, there)).stream())
        .toList();
  }

  /** All on the ports in question: of whatever rate, one may be in the way. */
  private List<CrossConnect> crossConnects(Collection<Item.Key> keys) {
    var facilities = keys.stream().flatMap(Ons15454Driver::facilities).distinct().toList();
    return AtOnce.all(
            facilities.stream()
                .flatMap(facility ->
                    Rate.all(isSdh).stream()
                        .<Callable<List<CrossConnect>>>map(
                            rate -> () -> crossConnects(facility, rate)))
                .toList())
        .stream()
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  private static Stream<String> facilities(Item.Key key) {
    return key.kind().equals(PORT)
        ? Stream.of(facility(key))
        : Stream.of(key.key().split(",", -1)).map(aid -> PathAid.parse(aid).facility());
  }

  private static String facility(Item.Key port) {
    return port.key().substring(0, port.key().indexOf(' '));
  }

  private static String circuit(Item.Key port) {
    return port.key().substring(port.key().indexOf(' ') + 1);
  }

  private List<CrossConnect> crossConnects(String facility, Rate rate) {
    var label = rate.label(isSdh);
    var retrieve = InputCommand.of("RTRV-CRS-" + label).at(facility);
    return element.rows(retrieve, Tl1Element.codes("IIAC", "IENE")).stream()
        .map(row -> CrossConnect.parse(row, rate, label))
        .toList();
  }

  /** What is only in the way is told first: what is wanted cannot be there beside it for long. */
  private Optional<Item> crossConnect(Item.Key key, List<CrossConnect> there) {
    var rate = Rate.ofLabel(key.kind().substring(CRS.length()), isSdh);
    return there.stream()
        .filter(each -> each.isInTheWayOf(key, rate))
        .min(Comparator.comparing(each -> each.joins(key)))
        .map(each -> each.at(element.tid(), key));
  }

  /**
   * A circuit holds a port in service while a cross-connect of its is on it, or while it is ours
   * and nobody's is: else it is somebody else's matter.
   */
  private Optional<Item> port(Item.Key key, List<CrossConnect> there) {
    var onIt = there.stream().filter(each -> each.isOn(facility(key))).toList();
    var port = port(facility(key));
    var isHeld =
        onIt.stream().anyMatch(each -> each.owner().equals(circuit(key)))
            || (onIt.isEmpty() && port.name().equals(MARK));
    return port.isInService() && isHeld
        ? Optional.of(new Item(element.tid(), PORT, key.key(), circuit(key), Map.of("STATE", "IS")))
        : Optional.empty();
  }

  private Port port(String facility) {
    var type = only(InputCommand.of("RTRV-EQPT").at(PathAid.parse(facility).equipment())).at(1, 0);
    var row = only(InputCommand.of("RTRV-" + type).at(facility));
    return new Port(
        type, row.find("NAME").orElse(""), row.at(row.blocks().size() - 1, 0).startsWith("IS"));
  }

  private BlockRow only(InputCommand command) {
    return element.rows(command, Tl1Element.codes()).stream()
        .findFirst()
        .map(BlockRow::parse)
        .orElseThrow(() -> new ElementUnreachable(element.tid(), command.code() + " gave no row"));
  }

  @Override
  public Outcome create(Item item) {
    if (item.kind().equals(PORT)) {
      return putInService(facility(item.place()));
    }
    return element.edit(
        InputCommand.of("ENT-" + item.kind())
            .at(item.key())
            .block("2WAY")
            .block("CKTID=\"" + item.owner() + "\""));
  }

  private Outcome putInService(String facility) {
    var port = port(facility);
    if (port.isInService()) {
      return new Outcome.Done();
    }
    var name = port.name().isEmpty() ? "NAME=\"" + MARK + "\"" : "";
    return element.edit(edit(port, facility, name, "IS"));
  }

  private static InputCommand edit(Port port, String facility, String name, String state) {
    return InputCommand.of("ED-" + port.type()).at(facility).block("").block(name).block(state);
  }

  @Override
  public Outcome delete(Item item) {
    if (item.kind().equals(PORT)) {
      var facility = facility(item.place());
      return element.edit(edit(port(facility), facility, "NAME=\"\"", "OOS"));
    }
    var there = item.attributes();
    return element.edit(
        InputCommand.of("DLT-CRS-" + there.getOrDefault("RATE", ""))
            .at(there.getOrDefault("AID", item.key())));
  }
}
