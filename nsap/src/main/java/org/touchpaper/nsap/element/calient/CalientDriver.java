package org.touchpaper.nsap.element.calient;

import static java.util.stream.Collectors.toMap;
import static org.touchpaper.nsap.element.calient.CalientPlugin.CRS;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.nsap.element.Tl1Driver;
import org.touchpaper.platform.ParallelCalls;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.SnapshotWithIncarnationReader;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;

/**
 * The driver for a Calient DiamondWave over TL1. A connection is entered (reserved), then
 * activated; it is cancelled, then deleted. Its name is its owner. COMPLD does not mean that there
 * is light, so the state is read afterwards. "Invalid Connection" means both that there is none and
 * that one conflicts, so the ports decide. No public document describes how the element reports its
 * last restart.
 */
final class CalientDriver extends Tl1Driver {

  /** The group of our connections. */
  private static final String GROUP = "TOUCHPAPER";

  private static final String FROM = "SRCPORT";
  private static final String TO = "DSTPORT";

  private static final String NO_LIGHT = "NO LIGHT";

  private final PollPolicy lightPoll;
  private final Set<String> ports;
  private final SnapshotWithIncarnationReader incarnation;
  private final Map<String, String> dark = new ConcurrentSkipListMap<>();

  /**
   * Creates a driver.
   *
   * @param ports the ports that circuits may use
   */
  CalientDriver(String tid, Tl1Session session, PollPolicy lightPoll, Set<String> ports) {
    super(tid, session);
    this.lightPoll = lightPoll;
    this.ports = Set.copyOf(ports);
    this.incarnation = new SnapshotWithIncarnationReader(tid, session::loginCount, () -> "");
  }

  /** The two ports of a bidirectional connection. */
  private record PortPair(String source, String destination) {
    static PortPair of(ConfigItem.Key key) {
      var dash = key.key().indexOf('-');
      return new PortPair(key.key().substring(0, dash), key.key().substring(dash + 1));
    }

    String aid() {
      return source + "," + destination;
    }

    /** True if a connection has these ends; a bidirectional one in either order. */
    boolean matches(NamedRow connection) {
      var ends =
          List.of(connection.findValue(FROM).orElse(""), connection.findValue(TO).orElse(""));
      var isEitherWay = "2WAY".equals(connection.findValue("CONNTYPE").orElse(""));
      return ends.equals(List.of(source, destination))
          || (isEitherWay && ends.equals(List.of(destination, source)));
    }
  }

  @Override
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    return incarnation.read(() -> {
      var items = keys.stream().flatMap(key -> read(key).stream()).toList();
      recordDark(keys, items);
      return items;
    });
  }

  /**
   * Updates the dark connections without a gap: an alarm that clears and returns would be reported
   * twice.
   */
  private void recordDark(Collection<ConfigItem.Key> keys, List<ConfigItem> read) {
    var darkNow =
        read.stream()
            .filter(item -> !"YES".equals(item.attributes().get(ConfigItem.WORKS_ATTRIBUTE)))
            .collect(
                toMap(
                    ConfigItem::key,
                    item -> item.attributes().getOrDefault("LIGHT", ""),
                    (first, _) -> first));
    dark.putAll(darkNow);
    keys.stream()
        .map(ConfigItem.Key::key)
        .filter(key -> !darkNow.containsKey(key))
        .forEach(dark::remove);
  }

  /** The connections that were dark when last read; reading all takes the element a minute. */
  @Override
  public List<PortAlarm> alarms() {
    return dark.entrySet().stream()
        .map(entry ->
            new PortAlarm(
                entry.getKey(),
                "no light through %s of %s: %s"
                    .formatted(entry.getKey(), element.tid(), entry.getValue())))
        .toList();
  }

  /**
   * The connection on either port, in either direction; a conflicting one takes precedence over the
   * wanted one, and one without our name over one with it.
   */
  private Optional<ConfigItem> read(ConfigItem.Key key) {
    var ends = PortPair.of(key);
    return connectionsOn(List.of(ends.source(), ends.destination()))
        .min(
            Comparator.<NamedRow, Boolean>comparing(
                    connection -> CircuitNameFormat.isCircuitName(owner(connection)))
                .thenComparing(connection -> connectionKey(key, connection).equals(key.key())))
        .map(connection -> item(key, connection));
  }

  /** Queries by port: retrieving all takes the element a minute, in which it does not respond. */
  private Stream<NamedRow> connectionsOn(Collection<String> queriedPorts) {
    return ParallelCalls.invokeAll(
            queriedPorts.stream()
                .flatMap(port -> Stream.of(port + ",", "," + port))
                .<Supplier<List<String>>>map(aid ->
                    () ->
                        element.retrieve(
                            InputCommand.of("RTRV-CRS").withAid(aid),
                            CalientDriver::isNoConnection))
                .toList())
        .stream()
        .flatMap(List::stream)
        .distinct()
        .map(CalientDriver::parseConnection);
  }

  @Override
  public List<ConfigItem> listOwned() {
    return connectionsOn(ports)
        .filter(connection -> CircuitNameFormat.isCircuitName(owner(connection)))
        .map(connection -> item(new ConfigItem.Key(CRS, connection.name()), connection))
        .toList();
  }

  private static boolean isNoConnection(Tl1Outcome.Denied denied) {
    return denied.text().contains("Invalid Connection");
  }

  /** Parses a row {@code s-d:SRCPORT=…,DSTPORT=…,…}. */
  private static NamedRow parseConnection(String row) {
    return NamedRow.parse(row.replaceFirst(":", ","));
  }

  private static String owner(NamedRow connection) {
    return connection.findValue("CONNNAME").orElse(connection.name());
  }

  private static String connectionKey(ConfigItem.Key key, NamedRow connection) {
    return connection.name().equals(key.key()) || PortPair.of(key).matches(connection)
        ? key.key()
        : connection.name();
  }

  private ConfigItem item(ConfigItem.Key key, NamedRow connection) {
    var state = connection.findValue("AS").orElse("") + "/" + connection.findValue("OS").orElse("");
    var light = state.equals("IS/IS") ? connection.findValue("OC").orElse("") : state;
    return new ConfigItem(element.tid(), CRS, key.key(), owner(connection))
        .with("CONNECTION", connectionKey(key, connection))
        .with("NAME", connection.name())
        .with(FROM, connection.findValue(FROM).orElse(""))
        .with(TO, connection.findValue(TO).orElse(""))
        .with("GROUP", connection.findValue("GRPNAME").orElse(""))
        .with("AS", connection.findValue("AS").orElse(""))
        .with("STATE", state)
        .with("LIGHT", light)
        .with(ConfigItem.WORKS_ATTRIBUTE, light.equals("OK") ? "YES" : "NO");
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    return element.edit(
        InputCommand.of("ENT-CRS")
            .withAid(PortPair.of(item.place()).aid())
            .withBlock(GROUP, "2WAY", item.owner()));
  }

  @Override
  public EditOutcome activate(ConfigItem entered) {
    var aid = PortPair.of(entered.place()).aid();
    var activated =
        element.edit(InputCommand.of("ACT-CRS").withAid(aid).withBlock(entered.key(), GROUP));
    return activated instanceof EditOutcome.Done ? awaitLight(entered) : activated;
  }

  /**
   * Waits for light. The connection is already active: if it cannot be read or is missing, the
   * outcome is unknown.
   */
  private EditOutcome awaitLight(ConfigItem activated) {
    try {
      if (lightPoll.pollUntil(() -> carriesLight(activated))) {
        return new EditOutcome.Done();
      }
      var current = read(activated.place());
      var message = "completed, but the state is " + current.map(ConfigItem::attributes);
      return current.filter(activated::isPresentAs).isPresent()
          ? new EditOutcome.Denied(NO_LIGHT, message)
          : new EditOutcome.Unknown(NO_LIGHT + " " + message);
    } catch (ElementReadException e) {
      return new EditOutcome.Unknown("activated, then: " + e.getMessage());
    }
  }

  @Override
  public String faultOf(ConfigItem idle) {
    return idle + " has no light: " + read(idle.place()).map(ConfigItem::attributes);
  }

  private boolean carriesLight(ConfigItem item) {
    return read(item.place()).filter(item::isSatisfiedBy).isPresent();
  }

  /** A connection that is only reserved is not cancelled. */
  @Override
  public Optional<EditOutcome> takeOutOfService(ConfigItem item) {
    return isOutOfService(item)
        ? Optional.empty()
        : Optional.of(element.edit(commandFor("CANC-CRS", item)));
  }

  @Override
  public boolean isOutOfService(ConfigItem read) {
    return read.attributes().getOrDefault("STATE", "").startsWith("UMA");
  }

  @Override
  public EditOutcome delete(ConfigItem item) {
    return element.edit(commandFor("DLT-CRS", item));
  }

  /** Addresses a connection by the ends and the group it was read with. */
  private static InputCommand commandFor(String code, ConfigItem item) {
    var from = item.attributes().getOrDefault(FROM, "");
    var to = item.attributes().getOrDefault(TO, "");
    // an empty half of an AID matches any port
    var aid = from.isEmpty() || to.isEmpty() ? PortPair.of(item.place()).aid() : from + "," + to;
    var group = item.attributes().getOrDefault("GROUP", GROUP);
    return InputCommand.of(code).withAid(aid).withBlock("", group, item.owner());
  }
}
