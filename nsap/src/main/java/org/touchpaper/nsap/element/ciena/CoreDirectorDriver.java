package org.touchpaper.nsap.element.ciena;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.touchpaper.nsap.element.ciena.CoreDirector.CRS;
import static org.touchpaper.nsap.element.ciena.CoreDirector.EFLOW;
import static org.touchpaper.nsap.element.ciena.CoreDirector.GTP;
import static org.touchpaper.nsap.element.ciena.CoreDirector.SERVICE;
import static org.touchpaper.nsap.element.ciena.CoreDirector.VCG;
import static org.touchpaper.tl1.message.InputCommand.parameter;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;
import org.touchpaper.tl1.session.Tl1Session;

/**
 * A Ciena CoreDirector over TL1 (releases 5 and 6): VCG, EFLOW, GTP and CRS-STSPC entities, each
 * known by the name it was entered under. An entity's owner is its label or alias.
 */
public final class CoreDirectorDriver implements ElementDriver {

  private static final InputCommand COMMON = InputCommand.of("RTRV-EQPT").at("COM");

  /** Of one kind, to be read one by one. */
  private static final int FEW = 12;

  private final String tid;
  private final Tl1Element element;
  private final Duration settle;
  private final Incarnation incarnation;

  /**
   * A driver on a session.
   *
   * @param settle how long after a lost answer the element may still carry the command out
   */
  public CoreDirectorDriver(String tid, Tl1Session session, Duration settle) {
    this.tid = tid;
    this.element = new Tl1Element(tid, session);
    this.settle = settle;
    this.incarnation = new Incarnation(tid, session::logins, this::lastRestart);
  }

  @Override
  public String element() {
    return tid;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of(VCG, EFLOW, GTP, CRS), settle);
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    return incarnation.read(() ->
        keys.stream().collect(groupingBy(Item.Key::kind)).entrySet().stream()
            .flatMap(each -> read(each.getKey(), each.getValue()).stream())
            .toList());
  }

  /** One by one if they are few; else all there are of the kind, in one answer. */
  private List<Item> read(String kind, List<Item.Key> keys) {
    if (keys.size() <= FEW) {
      return keys.stream().flatMap(key -> read(key).stream()).toList();
    }
    var wanted = keys.stream().map(Item.Key::key).collect(toSet());
    var all = InputCommand.of("RTRV-" + (kind.equals(CRS) ? "CRS-STSPC" : kind)).at("ALL");
    return element.rows(all, _ -> false).stream()
        .map(NamedRow::parse)
        .filter(row -> wanted.contains(row.name()))
        .map(row -> item(new Item.Key(kind, row.name()), row))
        .toList();
  }

  @Override
  public List<PortAlarm> alarms() {
    return element.alarms();
  }

  @Override
  public void watch(Consumer<Hint> watcher) {
    element.watch(watcher);
  }

  /**
   * When its control module last restarted, from the row that also tells its release. That field is
   * our emulated element's; one that has none cannot tell, and is never taken to have restarted.
   */
  private String lastRestart() {
    return element.rows(COMMON, Tl1Element.codes()).stream()
        .map(NamedRow::parse)
        .flatMap(row -> row.find("LASTRESTART").stream())
        .findFirst()
        .orElse("");
  }

  private Optional<Item> read(Item.Key key) {
    return item(key, element.rows(about("RTRV", key.kind(), key.key()), Tl1Element.codes("IENE")));
  }

  private Optional<Item> item(Item.Key key, List<String> rows) {
    return rows.stream()
        .map(NamedRow::parse)
        .filter(row -> row.name().equals(key.key()))
        .findFirst()
        .map(row -> item(key, row));
  }

  private Item item(Item.Key key, NamedRow row) {
    var attributes = new HashMap<>(row.values());
    attributes.computeIfPresent("CTP", (_, list) -> CtpList.normal(list));
    if (key.kind().equals(VCG)) {
      attributes.put(SERVICE, service(attributes.getOrDefault("PST", "")));
    }
    // an EFLOW has no field for a label: its name, which only we form like this, speaks for it
    var owner =
        row.find("ALIAS").or(() -> row.find("LBL")).orElseGet(() -> stem(key.kind(), row.name()));
    return new Item(tid, key.kind(), key.key(), owner, attributes);
  }

  /** A group that somebody took out of service (MA) carries nothing until it is entered anew. */
  private static String service(String primaryState) {
    return primaryState.startsWith("OOS") && primaryState.contains("MA") ? "OOS" : "IS";
  }

  private static String stem(String kind, String name) {
    return kind.equals(EFLOW) ? name.replaceFirst("-[AZ]-E-(IN|OUT)$", "") : "";
  }

  @Override
  public Outcome create(Item item) {
    return element.edit(enter(item));
  }

  private static InputCommand enter(Item item) {
    return switch (item.kind()) {
      case VCG ->
          about("ENT", VCG, item.key())
              // positions that stay empty are required (release 6)
              .block(
                  parameter("ALIAS", item.owner()),
                  "PST=IS",
                  of(item, "SUPPTTP"),
                  "CRCTYPE=CRC_32",
                  "",
                  "",
                  "FRAMINGMODE=GFP",
                  "TUNNELPEERTYPE=NONE",
                  "",
                  "GFPFCSENABLED=YES",
                  "",
                  "",
                  of(item, "GROUPMEM"),
                  "",
                  "");
      case EFLOW ->
          about("ENT", EFLOW, item.key())
              .block(
                  of(item, "INGRESSPORTTYPE"),
                  of(item, "INGRESSPORTNAME"),
                  "PKTTYPE=SINGLE_VLAN_TAG",
                  of(item, "OUTERVLANIDRANGE"),
                  "",
                  "PRIORITY=1&&8",
                  of(item, "EGRESSPORTTYPE"),
                  of(item, "EGRESSPORTNAME"),
                  "COSMAPPING=COS_PORT_DEFAULT");
      case GTP ->
          about("ENT", GTP, item.key()).block(parameter("LBL", item.owner()), "", of(item, "CTP"));
      case CRS ->
          InputCommand.of("ENT-CRS-STSPC")
              .at(of(item, "FROMENDPOINT") + "," + of(item, "TOENDPOINT"))
              .block(
                  parameter("NAME", item.key()),
                  "FROMTYPE=GTP",
                  "TOTYPE=GTP",
                  parameter("ALIAS", item.owner()));
      default -> throw new IllegalArgumentException("a CoreDirector holds no " + item.kind());
    };
  }

  private static String of(Item item, String attribute) {
    return parameter(attribute, item.attributes().getOrDefault(attribute, ""));
  }

  @Override
  public Outcome delete(Item item) {
    var delete = about("DLT", item.kind(), item.key());
    return element.edit(
        item.kind().equals(VCG)
            ? List.of(about("ED", VCG, item.key()).block("PST=OOS"), delete)
            : List.of(delete));
  }

  private static InputCommand about(String verb, String kind, String name) {
    return kind.equals(CRS)
        ? InputCommand.of(verb + "-CRS-STSPC").at(parameter("NAME", name))
        : InputCommand.of(verb + "-" + kind).at(name);
  }
}
