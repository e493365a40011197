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
import org.touchpaper.nsap.element.Marks;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Session;

/**
 * A Cisco ONS 15454 over TL1 (Command Guides R3.3 to R6.0). A cross-connect's owner is its CKTID;
 * who holds which port is for {@link Ports} to remember. No public document says how the element
 * tells of its last restart, so it is never taken to have restarted.
 */
final class Ons15454Driver implements ElementDriver {

  /** Every cross-connect of a rate (Command Guide R3.3, RTRV-CRS). */
  private static final String ALL = "ALL";

  private final Tl1Element element;
  private final boolean isSdh;
  private final Duration settle;
  private final Ports ports;
  private final Incarnation incarnation;

  Ons15454Driver(String tid, boolean isSdh, Tl1Session session, Duration settle, Marks marks) {
    this.element = new Tl1Element(tid, session);
    this.isSdh = isSdh;
    this.settle = settle;
    this.ports = new Ports(element, marks);
    this.incarnation = new Incarnation(tid, session::logins, () -> "");
  }

  @Override
  public String element() {
    return element.tid();
  }

  @Override
  public List<PortAlarm> alarms() {
    return element.alarms().stream().flatMap(Felt::where).toList();
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
    var facilities = keys.stream().flatMap(Ons15454Driver::facilities).distinct().toList();
    var there = crossConnects(facilities);
    var standing =
        ports.read(
            keys.stream()
                .filter(key -> key.kind().equals(PORT))
                .map(Ons15454Driver::facility)
                .distinct()
                .toList(),
            facility ->
                there.stream()
                    .filter(each -> CircuitName.isOne(each.owner()))
                    .anyMatch(each -> each.isOn(facility)));
    return keys.stream()
        .flatMap(key ->
            (key.kind().equals(PORT) ? port(key, standing, there) : crossConnect(key, there))
                .stream())
        .toList();
  }

  /** All on the ports in question: of whatever rate, one may be in the way. */
  private List<CrossConnect> crossConnects(List<String> aids) {
    return AtOnce.all(
            aids.stream()
                .flatMap(aid ->
                    Rate.all(isSdh).stream()
                        .<Callable<List<CrossConnect>>>map(rate -> () -> crossConnects(aid, rate)))
                .toList())
        .stream()
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  private List<CrossConnect> crossConnects(String aid, Rate rate) {
    var label = rate.label(isSdh);
    var retrieve = InputCommand.of("RTRV-CRS-" + label).at(aid);
    return element.rows(retrieve, Tl1Element.codes("IIAC", "IENE")).stream()
        .map(row -> CrossConnect.parse(row, rate, label))
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

  @Override
  public List<Item> listOurs() {
    return crossConnects(List.of(ALL)).stream()
        .filter(each -> CircuitName.isOne(each.owner()))
        .map(each -> each.whereItIs(element.tid()))
        .toList();
  }

  /** What is only in the way is told first, and what bears no name of ours before what does. */
  private Optional<Item> crossConnect(Item.Key key, List<CrossConnect> there) {
    var rate = Rate.ofLabel(key.kind().substring(CRS.length()), isSdh);
    return there.stream()
        .filter(each -> each.isInTheWayOf(key, rate))
        .min(
            Comparator.<CrossConnect, Boolean>comparing(each -> CircuitName.isOne(each.owner()))
                .thenComparing(each -> each.joins(key)))
        .map(each -> each.at(element.tid(), key));
  }

  /** In service, and held by the circuit: so says a mark, or a cross-connect of the circuit's. */
  private Optional<Item> port(Item.Key key, Ports.Standing standing, List<CrossConnect> there) {
    var isHeld =
        standing.held().contains(key.key())
            || there.stream()
                .filter(each -> each.isOn(facility(key)))
                .anyMatch(each -> each.owner().equals(circuit(key)));
    return isHeld && standing.isInService(facility(key))
        ? Optional.of(new Item(element.tid(), PORT, key.key(), circuit(key), Map.of("STATE", "IS")))
        : Optional.empty();
  }

  @Override
  public Outcome create(Item item) {
    return item.kind().equals(PORT)
        ? ports.hold(
            facility(item.place()),
            circuit(item.place()),
            () ->
                crossConnects(List.of(facility(item.place()))).stream()
                    .map(CrossConnect::owner)
                    .toList())
        : element.edit(
            InputCommand.of("ENT-" + item.kind())
                .at(item.key())
                .block("2WAY")
                .block("CKTID=\"" + item.owner() + "\""));
  }

  @Override
  public Outcome delete(Item item) {
    if (item.kind().equals(PORT)) {
      var facility = facility(item.place());
      return ports.letGo(
          facility, circuit(item.place()), () -> !crossConnects(List.of(facility)).isEmpty());
    }
    var there = item.attributes();
    return element.edit(
        InputCommand.of("DLT-CRS-" + there.getOrDefault("RATE", ""))
            .at(there.getOrDefault("AID", item.key())));
  }
}
