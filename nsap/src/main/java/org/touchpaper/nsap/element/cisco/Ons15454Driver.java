package org.touchpaper.nsap.element.cisco;

import static org.touchpaper.nsap.element.cisco.Ons15454Plugin.CRS;
import static org.touchpaper.nsap.element.cisco.Ons15454Plugin.PORT;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.nsap.element.Tl1Driver;
import org.touchpaper.nsap.element.Tl1ElementClient;
import org.touchpaper.platform.ParallelCalls;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.SnapshotWithIncarnationReader;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The driver for a Cisco ONS 15454 over TL1 (Command Guides R3.3 to R6.0). A cross-connect's owner
 * is its CKTID; {@link SharedPortActivator} keeps the circuits of each port. No public document
 * describes how the element reports its last restart, so a restart is never detected.
 */
final class Ons15454Driver extends Tl1Driver {

  /** All cross-connects of a rate (Command Guide R3.3, RTRV-CRS). */
  private static final String ALL = "ALL";

  private final boolean isSdh;
  private final SharedPortActivator ports;
  private final SnapshotWithIncarnationReader incarnation;

  Ons15454Driver(
      String tid,
      boolean isSdh,
      Tl1Session session,
      DriverItemNoteRepository notes,
      UncertainShutdownPortBlocker uncertainShutdownPortBlocker) {
    super(tid, session);
    this.isSdh = isSdh;
    this.ports = new SharedPortActivator(element, notes, uncertainShutdownPortBlocker);
    this.incarnation = new SnapshotWithIncarnationReader(tid, session::loginCount, () -> "");
  }

  @Override
  public List<PortAlarm> alarms() {
    return element.alarms().stream().flatMap(Ons15454AlarmPortMapper::portAlarms).toList();
  }

  @Override
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    return incarnation.read(() -> readItems(keys));
  }

  private List<ConfigItem> readItems(Collection<ConfigItem.Key> keys) {
    var facilities = keys.stream().flatMap(Ons15454Driver::facilities).distinct().toList();
    var existing = crossConnects(facilities);
    var portStates =
        ports.read(
            keys.stream()
                .filter(key -> key.kind().equals(PORT))
                .map(Ons15454Driver::facility)
                .distinct()
                .toList(),
            facility ->
                existing.stream()
                    .filter(candidate -> CircuitNameFormat.isCircuitName(candidate.owner()))
                    .anyMatch(candidate -> candidate.isOn(facility)));
    return keys.stream()
        .flatMap(key ->
            (key.kind().equals(PORT)
                    ? port(key, portStates, existing)
                    : crossConnect(key, existing))
                .stream())
        .toList();
  }

  /** All cross-connects on these ports; any rate may conflict. */
  private List<CrossConnect> crossConnects(List<String> aids) {
    return ParallelCalls.invokeAll(
            aids.stream()
                .flatMap(aid ->
                    CrossConnectRate.all(isSdh).stream()
                        .<Supplier<List<CrossConnect>>>map(rate -> () -> crossConnects(aid, rate)))
                .toList())
        .stream()
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  private List<CrossConnect> crossConnects(String aid, CrossConnectRate rate) {
    var label = rate.label(isSdh);
    var retrieve = InputCommand.of("RTRV-CRS-" + label).withAid(aid);
    return element.retrieve(retrieve, Tl1ElementClient.hasCode("IIAC", "IENE")).stream()
        .map(row -> CrossConnect.parse(row, rate, label))
        .toList();
  }

  private static Stream<String> facilities(ConfigItem.Key key) {
    return key.kind().equals(PORT)
        ? Stream.of(facility(key))
        : Stream.of(key.key().split(",", -1)).map(aid -> PathAid.parse(aid).facility());
  }

  private static String facility(ConfigItem.Key port) {
    return port.key().substring(0, port.key().indexOf(' '));
  }

  private static String circuit(ConfigItem.Key port) {
    return port.key().substring(port.key().indexOf(' ') + 1);
  }

  @Override
  public List<ConfigItem> listOwned() {
    return crossConnects(List.of(ALL)).stream()
        .filter(candidate -> CircuitNameFormat.isCircuitName(candidate.owner()))
        .map(candidate -> candidate.toItem(element.tid()))
        .toList();
  }

  /**
   * The cross-connect at a place; a conflicting one takes precedence over the wanted one, and one
   * without our name over one with it.
   */
  private Optional<ConfigItem> crossConnect(ConfigItem.Key key, List<CrossConnect> existing) {
    var rate = CrossConnectRate.ofLabel(key.kind().substring(CRS.length()), isSdh);
    return existing.stream()
        .filter(candidate -> candidate.conflictsWith(key, rate))
        .min(
            Comparator.<CrossConnect, Boolean>comparing(
                    candidate -> CircuitNameFormat.isCircuitName(candidate.owner()))
                .thenComparing(candidate -> candidate.joins(key)))
        .map(candidate -> candidate.toItemAt(element.tid(), key));
  }

  /**
   * The port as an item of the circuit, which holds it by a note or by a cross-connect. A port that
   * was taken out of service under circuits does not match, but each circuit can still release it;
   * without circuits it is not an item.
   */
  private Optional<ConfigItem> port(
      ConfigItem.Key key, SharedPortActivator.PortStates portStates, List<CrossConnect> existing) {
    var owners =
        existing.stream()
            .filter(candidate -> candidate.isOn(facility(key)))
            .map(CrossConnect::owner)
            .filter(CircuitNameFormat::isCircuitName)
            .toList();
    var isHeld = portStates.holds().contains(key.key()) || owners.contains(circuit(key));
    var isInService = portStates.isInService(facility(key));
    var state = Map.of("STATE", isInService ? "IS" : "OOS");
    return isHeld && (isInService || !owners.isEmpty())
        ? Optional.of(new ConfigItem(element.tid(), PORT, key.key(), circuit(key), state))
        : Optional.empty();
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    return exclusively(() -> item.kind().equals(PORT) ? holdPort(item) : enterCrossConnect(item));
  }

  private EditOutcome holdPort(ConfigItem port) {
    var facility = facility(port.place());
    return ports.hold(
        facility,
        circuit(port.place()),
        () -> crossConnects(List.of(facility)).stream().map(CrossConnect::owner).toList());
  }

  private EditOutcome enterCrossConnect(ConfigItem crossConnect) {
    return element.edit(
        InputCommand.of("ENT-" + crossConnect.kind())
            .withAid(crossConnect.key())
            .withBlock("2WAY")
            .withBlock("CKTID=\"" + crossConnect.owner() + "\""));
  }

  @Override
  public EditOutcome delete(ConfigItem item) {
    return exclusively(
        () -> item.kind().equals(PORT) ? releasePort(item) : deleteCrossConnect(item));
  }

  private EditOutcome releasePort(ConfigItem port) {
    var facility = facility(port.place());
    return ports.release(
        facility, circuit(port.place()), () -> !crossConnects(List.of(facility)).isEmpty());
  }

  /**
   * DLT-CRS names only the ends, not the owner, so the owner is read again after all earlier edits.
   */
  private EditOutcome deleteCrossConnect(ConfigItem crossConnect) {
    var attributes = crossConnect.attributes();
    var label = attributes.getOrDefault("RATE", crossConnect.kind().substring(CRS.length()));
    var aid = attributes.getOrDefault("AID", crossConnect.key());
    var isStillThere =
        Stream.of(aid.split("[,&]", -1))
            .flatMap(end -> PathAid.find(end).stream())
            .map(PathAid::facility)
            .limit(1)
            .flatMap(facility ->
                crossConnects(facility, CrossConnectRate.ofLabel(label, isSdh)).stream())
            .anyMatch(candidate ->
                candidate.aid().equals(aid) && candidate.owner().equals(crossConnect.owner()));
    return isStillThere
        ? element.edit(InputCommand.of("DLT-CRS-" + label).withAid(aid))
        : new EditOutcome.Denied("IIAC", aid + " of " + crossConnect.owner() + " does not exist");
  }
}
