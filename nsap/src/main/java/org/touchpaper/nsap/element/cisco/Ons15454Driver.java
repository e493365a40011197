package org.touchpaper.nsap.element.cisco;

import static org.touchpaper.nsap.element.cisco.Ons15454.CRS;
import static org.touchpaper.nsap.element.cisco.Ons15454.PORT;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
  private final Ports ports;
  private final Incarnation incarnation;

  /** From the look at the element to the last mark, one edit at a time. */
  private final ReentrantLock edits = new ReentrantLock(true);

  Ons15454Driver(String tid, boolean isSdh, Tl1Session session, Marks marks, Settling settling) {
    this.element = new Tl1Element(tid, session);
    this.isSdh = isSdh;
    this.ports = new Ports(element, marks, settling);
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
            .collect(Collectors.toSet()));
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

  /**
   * Held by the circuit: so says a mark, or a cross-connect of the circuit's. One that somebody
   * took out of service under circuits is not as it should be, and each of them lets go of it all
   * the same when it ends. One that lost its circuits, too, holds nothing.
   */
  private Optional<Item> port(Item.Key key, Ports.Standing standing, List<CrossConnect> there) {
    var owners =
        there.stream()
            .filter(each -> each.isOn(facility(key)))
            .map(CrossConnect::owner)
            .filter(CircuitName::isOne)
            .toList();
    var isHeld = standing.held().contains(key.key()) || owners.contains(circuit(key));
    var isInService = standing.isInService(facility(key));
    var state = Map.of("STATE", isInService ? "IS" : "OOS");
    return isHeld && (isInService || !owners.isEmpty())
        ? Optional.of(new Item(element.tid(), PORT, key.key(), circuit(key), state))
        : Optional.empty();
  }

  private Outcome alone(Supplier<Outcome> edit) {
    edits.lock();
    try {
      return edit.get();
    } finally {
      edits.unlock();
    }
  }

  @Override
  public Outcome create(Item item) {
    return alone(() -> item.kind().equals(PORT) ? hold(item) : enter(item));
  }

  private Outcome hold(Item port) {
    var facility = facility(port.place());
    return ports.hold(
        facility,
        circuit(port.place()),
        () -> crossConnects(List.of(facility)).stream().map(CrossConnect::owner).toList());
  }

  private Outcome enter(Item crossConnect) {
    return element.edit(
        InputCommand.of("ENT-" + crossConnect.kind())
            .at(crossConnect.key())
            .block("2WAY")
            .block("CKTID=\"" + crossConnect.owner() + "\""));
  }

  @Override
  public Outcome delete(Item item) {
    return alone(() -> item.kind().equals(PORT) ? letGo(item) : remove(item));
  }

  private Outcome letGo(Item port) {
    var facility = facility(port.place());
    return ports.letGo(
        facility, circuit(port.place()), () -> !crossConnects(List.of(facility)).isEmpty());
  }

  /**
   * A cross-connect is deleted by its ends, whosever it is by then: so it is looked at again, when
   * all that was to be written before is written.
   */
  private Outcome remove(Item crossConnect) {
    var there = crossConnect.attributes();
    var label = there.getOrDefault("RATE", crossConnect.kind().substring(CRS.length()));
    var aid = there.getOrDefault("AID", crossConnect.key());
    var isStillThere =
        Stream.of(aid.split("[,&]", -1))
            .flatMap(end -> PathAid.find(end).stream())
            .map(PathAid::facility)
            .limit(1)
            .flatMap(facility -> crossConnects(facility, Rate.ofLabel(label, isSdh)).stream())
            .anyMatch(each -> each.aid().equals(aid) && each.owner().equals(crossConnect.owner()));
    return isStillThere
        ? element.edit(InputCommand.of("DLT-CRS-" + label).at(aid))
        : new Outcome.Denied(
            "IIAC", "there is no " + aid + " of " + crossConnect.owner() + "'s any more");
  }
}
