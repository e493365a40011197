package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.CoreDirector.EFLOW;
import static org.touchpaper.nsap.element.ciena.CoreDirector.GTP;
import static org.touchpaper.nsap.element.ciena.CoreDirector.VCG;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.tl1.message.NamedRow;

/**
 * Who has which time slots and VLANs of one CoreDirector. It knows groups and flows by their names
 * alone, so who has a slot stands in the list of all of them: that is read at most once in {@link
 * #FRESH}, however many circuits are set up meanwhile, and whoever it names is read again before he
 * is believed to have it still. Who came later than the list is found by the element's denial, and
 * so is whoever it does not tell of: that is not asked again before the next list.
 */
final class Occupancy {

  static final Duration FRESH = Duration.ofSeconds(30);

  /**
   * VLAN ids, one or a run of them, {@code 100&&199} as this element writes it or with a hyphen.
   */
  private static final Pattern RUN = Pattern.compile("(\\d{1,4})(?:(?:&&-?|-)(\\d{1,4}))?");

  private static final Logger log = LoggerFactory.getLogger(Occupancy.class);

  private final Retrieval retrieval;
  private final IntSupplier sessions;
  private final InstantSource clock;
  private final ReentrantLock reading = new ReentrantLock();

  /** After whom nobody need ask: we deleted them, or the element did not tell of them. */
  private final Set<Holder> passedOver = ConcurrentHashMap.newKeySet();

  private Index index = new Index(Instant.EPOCH, 0, true, Map.of());

  /** A group or flow. */
  private record Holder(String kind, String name) {}

  /**
   * What was read when, and in which session.
   *
   * @param whole false if the element did not tell of all kinds
   * @param holders by slot or VLAN, who has it
   */
  private record Index(Instant at, int session, boolean whole, Map<String, List<Holder>> holders) {}

  /** A slot or VLAN, and the row that says who has it. */
  record Taken(String what, String kind, NamedRow row) {}

  Occupancy(Retrieval retrieval, IntSupplier sessions, InstantSource clock) {
    this.retrieval = retrieval;
    this.sessions = sessions;
    this.clock = clock;
  }

  /** What others have of that which something with these attributes needs. */
  List<Taken> inTheWayOf(String kind, String name, Map<String, String> attributes) {
    var needed = needed(kind, attributes);
    if (needed.isEmpty()) {
      return List.of();
    }
    var known = holders();
    return needed.stream()
        .flatMap(what -> known.getOrDefault(what, List.of()).stream())
        .filter(holder -> !holder.name().equals(name))
        .filter(holder -> !passedOver.contains(holder))
        .distinct()
        .flatMap(holder -> now(holder, needed).stream())
        .toList();
  }

  private Optional<Taken> now(Holder holder, Set<String> needed) {
    return told(holder)
        .flatMap(row ->
            taken(holder.kind(), row.values())
                .filter(needed::contains)
                .findFirst()
                .map(what -> new Taken(what, holder.kind(), row)));
  }

  private Optional<NamedRow> told(Holder holder) {
    try {
      return retrieval.one(holder.kind(), holder.name());
    } catch (ElementUnreachable e) {
      log.info("whether {} is in the way is not known: {}", holder, e.getMessage());
      passedOver.add(holder);
      return Optional.empty();
    }
  }

  /** We deleted it, so nobody need ask after it. */
  void deleted(String kind, String name) {
    passedOver.add(new Holder(kind, name));
  }

  private Map<String, List<Holder>> holders() {
    reading.lock();
    try {
      if (!isFresh()) {
        passedOver.clear();
        index = read();
      }
      return index.holders();
    } finally {
      reading.unlock();
    }
  }

  private boolean isFresh() {
    return isOfThisSession()
        && Duration.between(index.at(), clock.instant()).abs().compareTo(FRESH) < 0;
  }

  /** To ask in vain may have cost the session, and the next one would be no better. */
  private boolean isOfThisSession() {
    return !index.whole() || (index.session() > 0 && index.session() == sessions.getAsInt());
  }

  private Index read() {
    var session = sessions.getAsInt();
    var holders = new HashMap<String, List<Holder>>();
    var isWhole = true;
    for (var kind : List.of(GTP, EFLOW, VCG)) {
      try {
        retrieval.all(kind).forEach(row -> note(kind, row, holders));
      } catch (ElementUnreachable e) {
        log.info("who has a {} is not known, but by denials: {}", kind, e.getMessage());
        isWhole = false;
      }
    }
    return new Index(clock.instant(), session, isWhole, holders);
  }

  /** One without a name could not be asked after. */
  private static void note(String kind, NamedRow row, Map<String, List<Holder>> holders) {
    if (!row.name().isEmpty()) {
      var holder = new Holder(kind, row.name());
      taken(kind, row.values())
          .forEach(what -> holders.computeIfAbsent(what, _ -> new ArrayList<>()).add(holder));
    }
  }

  /** What a thing of this kind leaves to nobody else. */
  private static Stream<String> taken(String kind, Map<String, String> attributes) {
    return switch (kind) {
      case GTP -> CtpList.points(attributes.getOrDefault("CTP", ""));
      case EFLOW -> vlans(attributes);
      case VCG -> tunnelled(attributes).stream().map(Occupancy::wholePort);
      default -> Stream.empty();
    };
  }

  private static Set<String> needed(String kind, Map<String, String> attributes) {
    var whole =
        kind.equals(EFLOW)
            ? ethernetPorts(attributes).map(Occupancy::wholePort)
            : Stream.<String>empty();
    return Stream.concat(taken(kind, attributes), whole)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * A flow leads VLANs of a port in, or out, or from one port to another; one that names none, all.
   */
  private static Stream<String> vlans(Map<String, String> flow) {
    var range = flow.getOrDefault("OUTERVLANIDRANGE", "");
    if (range.isBlank()) {
      return ethernetPorts(flow).map(Occupancy::wholePort);
    }
    var ids = new BitSet();
    Stream.of(range.split("(?<!&)&(?!&)", -1))
        .map(run -> RUN.matcher(run.strip()))
        .filter(Matcher::matches)
        .forEach(run -> set(ids, run));
    return ethernetPorts(flow)
        .flatMap(port -> ids.stream().mapToObj(id -> "VLAN " + id + " of " + port));
  }

  private static void set(BitSet ids, Matcher run) {
    var first = Integer.parseInt(run.group(1));
    var last = run.group(2) == null ? first : Integer.parseInt(run.group(2));
    if (first <= last) {
      ids.set(first, last + 1);
    }
  }

  private static Stream<String> ethernetPorts(Map<String, String> flow) {
    return Stream.of("INGRESSPORT", "EGRESSPORT")
        .filter(side -> !flow.getOrDefault(side + "TYPE", "").equalsIgnoreCase(VCG))
        .flatMap(side -> Stream.ofNullable(flow.get(side + "NAME")))
        .distinct();
  }

  private static String wholePort(String port) {
    return "all of " + port;
  }

  /** The port whose whole traffic goes into a group. */
  private static Optional<String> tunnelled(Map<String, String> group) {
    return Optional.ofNullable(group.get("TUNNELPEERNAME"))
        .filter(port -> !port.isEmpty())
        .filter(_ -> !group.getOrDefault("TUNNELPEERTYPE", "NONE").equalsIgnoreCase("NONE"));
  }
}
