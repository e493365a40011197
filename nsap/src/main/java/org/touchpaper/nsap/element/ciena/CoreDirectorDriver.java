package org.touchpaper.nsap.element.ciena;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.touchpaper.nsap.element.ciena.CoreDirector.CRS;
import static org.touchpaper.nsap.element.ciena.CoreDirector.DTL;
import static org.touchpaper.nsap.element.ciena.CoreDirector.DTL_SET;
import static org.touchpaper.nsap.element.ciena.CoreDirector.EFLOW;
import static org.touchpaper.nsap.element.ciena.CoreDirector.GTP;
import static org.touchpaper.nsap.element.ciena.CoreDirector.SERVICE;
import static org.touchpaper.nsap.element.ciena.CoreDirector.SNC;
import static org.touchpaper.nsap.element.ciena.CoreDirector.VCG;
import static org.touchpaper.nsap.element.ciena.Entering.about;

import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Incarnation;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;
import org.touchpaper.tl1.session.Tl1Session;

/**
 * A Ciena CoreDirector over TL1 (releases 5 and 6): VCG, EFLOW, GTP, CRS-STSPC, DTL, DTL-SET and
 * SNC-STSPC entities, each known by the name it was entered under. An entity's owner is its label
 * or alias.
 */
public final class CoreDirectorDriver implements ElementDriver {

  private static final InputCommand COMMON = InputCommand.of("RTRV-EQPT").at("COM");

  /** What is in service or out of it, and is deleted only when it is out. */
  private static final Set<String> IN_OR_OUT = Set.of(VCG, SNC);

  private final String tid;
  private final Tl1Element element;
  private final Retrieval retrieval;
  private final Occupancy occupancy;
  private final Sncs sncs;
  private final Releases releases;
  private final Incarnation incarnation;

  /**
   * A driver on a session.
   *
   * @param signalling how long an SNC may take to come up or to be let go of
   * @param release how often to ask again for what is held by what was deleted just before
   * @param clock by which it is known how old a list of all there is has become
   */
  public CoreDirectorDriver(
      String tid, Tl1Session session, Patience signalling, Patience release, InstantSource clock) {
    this.tid = tid;
    this.element = new Tl1Element(tid, session);
    this.retrieval = new Retrieval(element);
    this.occupancy = new Occupancy(retrieval, session::logins, clock);
    this.sncs = new Sncs(element, retrieval, signalling);
    this.releases = new Releases(release, clock);
    this.incarnation = new Incarnation(tid, session::logins, this::lastRestart);
  }

  @Override
  public String element() {
    return tid;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of(VCG, EFLOW, GTP, CRS, DTL, DTL_SET, SNC));
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    var names = keys.stream().collect(groupingBy(Item.Key::kind, mapping(Item.Key::key, toList())));
    return incarnation.read(() ->
        names.entrySet().stream()
            .flatMap(each ->
                retrieval.named(each.getKey(), each.getValue()).stream()
                    .map(row -> item(each.getKey(), row)))
            .toList());
  }

  @Override
  public List<Obstacle> obstacles(Collection<Item> missing) {
    return missing.stream()
        .flatMap(item -> occupancy.inTheWayOf(item.kind(), item.key(), item.attributes()).stream())
        .map(taken -> new Obstacle(taken.what(), item(taken.kind(), taken.row())))
        .distinct()
        .toList();
  }

  /** An SNC has groups of its circuit's at its ends, which tell of it. */
  @Override
  public List<Item> listOurs() {
    return Stream.of(VCG, EFLOW, GTP, CRS)
        .flatMap(kind -> retrieval.all(kind).map(row -> item(kind, row)))
        .filter(item -> CircuitName.isOne(item.owner()))
        .toList();
  }

  @Override
  public List<PortAlarm> alarms() {
    return Stream.concat(element.alarms().stream().flatMap(Felt::where), sncs.failing().stream())
        .toList();
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
        .map(CoreDirectorRow::parse)
        .flatMap(row -> row.find("LASTRESTART").stream())
        .findFirst()
        .orElse("");
  }

  private Item item(String kind, NamedRow row) {
    var attributes = new HashMap<>(row.values());
    attributes.computeIfPresent("CTP", (_, list) -> CtpList.normal(list));
    if (IN_OR_OUT.contains(kind)) {
      attributes.put(SERVICE, service(primaryState(row)));
    }
    if (kind.equals(SNC)) { // a cross-connect ends in a group, whose name may look like such a list
      attributes.computeIfPresent("TOENDPOINT", (_, list) -> CtpList.normal(list));
    }
    works(kind, row).ifPresent(does -> attributes.put(Item.WORKS, does ? "YES" : "NO"));
    // others have no field for a label: their names, which only we form like this, speak for them
    var owner = row.find("ALIAS").or(() -> row.find("LBL")).orElseGet(() -> stem(kind, row.name()));
    return new Item(tid, kind, row.name(), owner, attributes);
  }

  /**
   * COMPLD is an acceptance: what carries traffic has to be in service. A group may be out of it by
   * itself (AU) while nothing connects it; a cross-connect that is carries nothing.
   */
  private Optional<Boolean> works(String kind, NamedRow row) {
    return switch (kind) {
      case SNC -> Optional.of(sncs.read(row));
      case CRS -> Optional.of(!primaryState(row).startsWith("OOS"));
      case GTP -> Optional.of(service(primaryState(row)).equals("IS"));
      default -> Optional.empty();
    };
  }

  private static String primaryState(NamedRow row) {
    return row.find("PST").orElse("");
  }

  /** A group that somebody took out of service (MA) carries nothing until it is entered anew. */
  private static String service(String primaryState) {
    return primaryState.startsWith("OOS") && primaryState.contains("MA") ? "OOS" : "IS";
  }

  private static String stem(String kind, String name) {
    return switch (kind) {
      case EFLOW -> name.replaceFirst("-[AZ]-E-(IN|OUT)$", "");
      case DTL -> name.replaceFirst("-DTL$", "");
      case DTL_SET -> name.replaceFirst("-DTL-SET$", "");
      default -> "";
    };
  }

  @Override
  public Outcome create(Item item) {
    return retrieval.after(element.edit(Entering.command(item)), item.kind(), 1);
  }

  @Override
  public Outcome activate(Item entered) {
    return entered.kind().equals(SNC) ? sncs.comeUp(entered.key()) : new Outcome.Done();
  }

  @Override
  public String complaint(Item idle) {
    return idle + " does not work: " + why(idle);
  }

  private String why(Item idle) {
    return idle.kind().equals(SNC)
        ? sncs.diagnosed(idle.key())
        : retrieval
            .one(idle.kind(), idle.key())
            .map(CoreDirectorDriver::state)
            .orElse("it is gone");
  }

  private static String state(NamedRow row) {
    return "PST=" + primaryState(row) + row.find("SST").map(",SST="::concat).orElse("");
  }

  @Override
  public Optional<Outcome> takeOut(Item item) {
    if (isOut(item)) {
      return Optional.empty();
    }
    var out = unlessHeld(item, about("ED", item.kind(), item.key()).block("PST=OOS"));
    releases.isAnswered(item, out);
    return Optional.of(out);
  }

  @Override
  public boolean isOut(Item read) {
    return !IN_OR_OUT.contains(read.kind()) || "OOS".equals(read.attributes().get(SERVICE));
  }

  @Override
  public Outcome delete(Item item) {
    if (item.kind().equals(SNC)) {
      sncs.awaitOutOfService(item.key());
    }
    var deleted = unlessHeld(item, about("DLT", item.kind(), item.key()));
    releases.isAnswered(item, deleted);
    if (deleted instanceof Outcome.Done) {
      occupancy.deleted(item.kind(), item.key());
    }
    return retrieval.after(deleted, item.kind(), -1);
  }

  /**
   * What was deleted just before may hold it for a while yet. And an SNC that another element set
   * up to end in a group holds it until that element deletes it: a refusal is a reason to wait for
   * that, and to try once more when nothing ends there.
   */
  private Outcome unlessHeld(Item item, InputCommand command) {
    var outcome = releases.await(item, () -> element.edit(command));
    return outcome instanceof Outcome.Denied && item.kind().equals(VCG) && sncs.letGoOf(item.key())
        ? element.edit(command)
        : outcome;
  }
}
