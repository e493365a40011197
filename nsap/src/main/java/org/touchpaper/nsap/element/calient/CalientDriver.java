package org.touchpaper.nsap.element.calient;

import static java.util.stream.Collectors.toMap;
import static org.touchpaper.nsap.element.calient.Calient.CRS;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.AtOnce;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;

/**
 * A Calient DiamondWave over TL1. A connection is entered (reserved), then activated; it is
 * cancelled, then deleted. Its name is its owner. "Completed" says nothing of light, which is
 * looked for; "Invalid Connection" says both that there is none and that one is in the way, so the
 * ports decide. No public document says how it tells of its last restart.
 */
final class CalientDriver implements ElementDriver {

  /** The group of all our connections. */
  private static final String GROUP = "TOUCHPAPER";

  private static final String FROM = "SRCPORT";
  private static final String TO = "DSTPORT";

  private static final String NO_LIGHT = "NO LIGHT";

  private final Tl1Element element;
  private final Patience patience;
  private final Set<String> ports;
  private final Incarnation incarnation;
  private final Map<String, String> dark = new ConcurrentSkipListMap<>();

  /**
   * A driver.
   *
   * @param ports those that circuits may use
   */
  CalientDriver(String tid, Tl1Session session, Patience patience, Set<String> ports) {
    this.element = new Tl1Element(tid, session);
    this.patience = patience;
    this.ports = Set.copyOf(ports);
    this.incarnation = new Incarnation(tid, session::logins, () -> "");
  }

  /** The two ports of a connection that goes both ways. */
  private record Ports(String source, String destination) {
    static Ports of(Item.Key key) {
      var dash = key.key().indexOf('-');
      return new Ports(key.key().substring(0, dash), key.key().substring(dash + 1));
    }

    String aid() {
      return source + "," + destination;
    }

    /** Light that goes both ways has no first end. */
    boolean areThoseOf(NamedRow connection) {
      var ends = List.of(connection.find(FROM).orElse(""), connection.find(TO).orElse(""));
      var isEitherWay = "2WAY".equals(connection.find("CONNTYPE").orElse(""));
      return ends.equals(List.of(source, destination))
          || (isEitherWay && ends.equals(List.of(destination, source)));
    }
  }

  @Override
  public String element() {
    return element.tid();
  }

  @Override
  public void watch(Consumer<Hint> watcher) {
    element.watch(watcher);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of(CRS));
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return incarnation.read(() -> {
      var items = keys.stream().flatMap(key -> read(key).stream()).toList();
      note(keys, items);
      return items;
    });
  }

  /**
   * What is dark stays so for whoever asks meanwhile: an alarm that goes and comes is told twice.
   */
  private void note(Collection<Item.Key> asked, List<Item> read) {
    var now =
        read.stream()
            .filter(item -> !"YES".equals(item.attributes().get(Item.WORKS)))
            .collect(
                toMap(
                    Item::key,
                    item -> item.attributes().getOrDefault("LIGHT", ""),
                    (one, _) -> one));
    dark.putAll(now);
    asked.stream().map(Item.Key::key).filter(key -> !now.containsKey(key)).forEach(dark::remove);
  }

  /** The connections that were dark when they were last read: to read all takes it a minute. */
  @Override
  public List<PortAlarm> alarms() {
    return dark.entrySet().stream()
        .map(each ->
            new PortAlarm(
                each.getKey(),
                "no light through %s of %s: %s"
                    .formatted(each.getKey(), element.tid(), each.getValue())))
        .toList();
  }

  /**
   * What is on either port, in either direction; what is not what we want is told first, and what
   * bears no name of ours before what does.
   */
  private Optional<Item> read(Item.Key key) {
    var ends = Ports.of(key);
    return on(List.of(ends.source(), ends.destination()))
        .min(
            Comparator.<NamedRow, Boolean>comparing(each -> CircuitName.isOne(owner(each)))
                .thenComparing(each -> name(key, each).equals(key.key())))
        .map(each -> item(key, each));
  }

  /** To ask for all there are would take it a minute, in which it says nothing. */
  private Stream<NamedRow> on(Collection<String> asked) {
    return AtOnce.all(
            asked.stream()
                .flatMap(port -> Stream.of(port + ",", "," + port))
                .<Callable<List<String>>>map(aid ->
                    () -> element.rows(InputCommand.of("RTRV-CRS").at(aid), CalientDriver::isNone))
                .toList())
        .stream()
        .flatMap(List::stream)
        .distinct()
        .map(CalientDriver::connection);
  }

  @Override
  public List<Item> listOurs() {
    return on(ports)
        .filter(each -> CircuitName.isOne(owner(each)))
        .map(each -> item(new Item.Key(CRS, each.name()), each))
        .toList();
  }

  private static boolean isNone(Tl1Outcome.Denied denied) {
    return denied.text().contains("Invalid Connection");
  }

  /** A row is {@code s-d:SRCPORT=…,DSTPORT=…,…}. */
  private static NamedRow connection(String row) {
    return NamedRow.parse(row.replaceFirst(":", ","));
  }

  private static String owner(NamedRow connection) {
    return connection.find("CONNNAME").orElse(connection.name());
  }

  private static String name(Item.Key key, NamedRow connection) {
    return connection.name().equals(key.key()) || Ports.of(key).areThoseOf(connection)
        ? key.key()
        : connection.name();
  }

  private Item item(Item.Key key, NamedRow connection) {
    var state = connection.find("AS").orElse("") + "/" + connection.find("OS").orElse("");
    var light = state.equals("IS/IS") ? connection.find("OC").orElse("") : state;
    return new Item(
        element.tid(),
        CRS,
        key.key(),
        owner(connection),
        Map.of(
            "CONNECTION",
            name(key, connection),
            "NAME",
            connection.name(),
            FROM,
            connection.find(FROM).orElse(""),
            TO,
            connection.find(TO).orElse(""),
            "GROUP",
            connection.find("GRPNAME").orElse(""),
            "AS",
            connection.find("AS").orElse(""),
            "STATE",
            state,
            "LIGHT",
            light,
            Item.WORKS,
            light.equals("OK") ? "YES" : "NO"));
  }

  @Override
  public Outcome create(Item item) {
    return element.edit(
        InputCommand.of("ENT-CRS")
            .at(Ports.of(item.place()).aid())
            .block(GROUP, "2WAY", item.owner()));
  }

  @Override
  public Outcome activate(Item entered) {
    var aid = Ports.of(entered.place()).aid();
    var activated = element.edit(InputCommand.of("ACT-CRS").at(aid).block(entered.key(), GROUP));
    return activated instanceof Outcome.Done ? lit(entered) : activated;
  }

  /** Activated it is already: what cannot be looked at now, or is not shown, may be so yet. */
  private Outcome lit(Item activated) {
    try {
      if (patience.until(() -> carriesLight(activated))) {
        return new Outcome.Done();
      }
      var there = read(activated.place());
      var words = "completed, but reads as " + there.map(Item::attributes);
      return there.filter(activated::isThereAs).isPresent()
          ? new Outcome.Denied(NO_LIGHT, words)
          : new Outcome.Unknown(NO_LIGHT + " " + words);
    } catch (ElementUnreachable e) {
      return new Outcome.Unknown("activated, and then: " + e.getMessage());
    }
  }

  @Override
  public String complaint(Item idle) {
    return idle + " is dark: " + read(idle.place()).map(Item::attributes);
  }

  private boolean carriesLight(Item item) {
    return read(item.place()).filter(item::isMetBy).isPresent();
  }

  /** What is only reserved is not cancelled. */
  @Override
  public Optional<Outcome> takeOut(Item item) {
    return isOut(item) ? Optional.empty() : Optional.of(element.edit(about("CANC-CRS", item)));
  }

  @Override
  public boolean isOut(Item read) {
    return read.attributes().getOrDefault("STATE", "").startsWith("UMA");
  }

  @Override
  public Outcome delete(Item item) {
    return element.edit(about("DLT-CRS", item));
  }

  /** By the ends and the group that it was read with, whoever gave it these. */
  private static InputCommand about(String code, Item item) {
    var from = item.attributes().getOrDefault(FROM, "");
    var to = item.attributes().getOrDefault(TO, "");
    // an empty half of an AID would stand for any port
    var aid = from.isEmpty() || to.isEmpty() ? Ports.of(item.place()).aid() : from + "," + to;
    var group = item.attributes().getOrDefault("GROUP", GROUP);
    return InputCommand.of(code).at(aid).block("", group, item.owner());
  }
}
