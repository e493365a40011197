package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.EFLOW;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.GTP;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.VCG;

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
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.tl1.message.NamedRow;

/**
 * The holders of the time slots and VLANs of one CoreDirector. The element retrieves groups and
 * flows by name only, so holders are found in its lists, which are read at most once in {@link
 * #MAX_AGE}; a holder found is read again before it counts. Newer holders, and those missing in the
 * lists, are found by the element's denials. A holder that cannot be read is ignored until the next
 * list.
 */
final class SlotHolderFinder {

  static final Duration MAX_AGE = Duration.ofSeconds(30);

  /** A VLAN id or a range, {@code 100&&199} in this element's notation or with a hyphen. */
  private static final Pattern RUN = Pattern.compile("(\\d{1,4})(?:(?:&&-?|-)(\\d{1,4}))?");

  private static final Logger log = LoggerFactory.getLogger(SlotHolderFinder.class);

  private final CoreDirectorReader reader;
  private final IntSupplier loginCount;
  private final InstantSource clock;
  private final ReentrantLock readLock = new ReentrantLock();

  /** Holders to ignore: we deleted them, or they could not be read. */
  private final Set<Holder> ignoredHolders = ConcurrentHashMap.newKeySet();

  private Index index = new Index(Instant.EPOCH, 0, true, Map.of());

  /** The name of a group or flow. */
  private record Holder(String kind, String name) {}

  /**
   * The holders as read.
   *
   * @param session the login in which they were read
   * @param complete false if a kind could not be read
   * @param holders by slot or VLAN
   */
  private record Index(
      Instant readAt, int session, boolean complete, Map<String, List<Holder>> holders) {}

  /** A slot or VLAN, and the row of its holder. */
  record Conflict(String resource, String kind, NamedRow row) {}

  SlotHolderFinder(CoreDirectorReader reader, IntSupplier loginCount, InstantSource clock) {
    this.reader = reader;
    this.loginCount = loginCount;
    this.clock = clock;
  }

  /** The holders of resources that an entity with these attributes needs. */
  List<Conflict> findConflicts(String kind, String name, Map<String, String> attributes) {
    var needed = neededResources(kind, attributes);
    if (needed.isEmpty()) {
      return List.of();
    }
    var holdersByResource = holders();
    return needed.stream()
        .flatMap(resource -> holdersByResource.getOrDefault(resource, List.of()).stream())
        .filter(holder -> !holder.name().equals(name))
        .filter(holder -> !ignoredHolders.contains(holder))
        .distinct()
        .flatMap(holder -> findCurrentConflict(holder, needed).stream())
        .toList();
  }

  private Optional<Conflict> findCurrentConflict(Holder holder, Set<String> needed) {
    return readHolder(holder)
        .flatMap(row ->
            resourcesOf(holder.kind(), row.values())
                .filter(needed::contains)
                .findFirst()
                .map(resource -> new Conflict(resource, holder.kind(), row)));
  }

  private Optional<NamedRow> readHolder(Holder holder) {
    try {
      return reader.find(holder.kind(), holder.name());
    } catch (ElementReadException e) {
      log.info("cannot check the conflict with {}: {}", holder, e.getMessage());
      ignoredHolders.add(holder);
      return Optional.empty();
    }
  }

  /** Ignores an entity that we deleted. */
  void recordDeletion(String kind, String name) {
    ignoredHolders.add(new Holder(kind, name));
  }

  private Map<String, List<Holder>> holders() {
    readLock.lock();
    try {
      if (!isFresh()) {
        ignoredHolders.clear();
        index = read();
      }
      return index.holders();
    } finally {
      readLock.unlock();
    }
  }

  private boolean isFresh() {
    return isFromThisSession()
        && Duration.between(index.readAt(), clock.instant()).abs().compareTo(MAX_AGE) < 0;
  }

  /**
   * An incomplete index is kept for later sessions: the failed query may itself have ended the
   * session.
   */
  private boolean isFromThisSession() {
    return !index.complete() || (index.session() > 0 && index.session() == loginCount.getAsInt());
  }

  private Index read() {
    var session = loginCount.getAsInt();
    var holders = new HashMap<String, List<Holder>>();
    var isComplete = true;
    for (var kind : List.of(GTP, EFLOW, VCG)) {
      try {
        reader.listAll(kind).forEach(row -> indexHolder(kind, row, holders));
      } catch (ElementReadException e) {
        log.info("cannot list {}; conflicts are found by denials only: {}", kind, e.getMessage());
        isComplete = false;
      }
    }
    return new Index(clock.instant(), session, isComplete, holders);
  }

  /** A holder without a name is left out, because it cannot be read again. */
  private static void indexHolder(String kind, NamedRow row, Map<String, List<Holder>> holders) {
    if (!row.name().isEmpty()) {
      var holder = new Holder(kind, row.name());
      resourcesOf(kind, row.values())
          .forEach(
              resource -> holders.computeIfAbsent(resource, _ -> new ArrayList<>()).add(holder));
    }
  }

  /** The resources that an entity occupies. */
  private static Stream<String> resourcesOf(String kind, Map<String, String> attributes) {
    return switch (kind) {
      case GTP -> CtpListFormat.points(attributes.getOrDefault("CTP", ""));
      case EFLOW -> vlanResources(attributes);
      case VCG -> tunnelledPort(attributes).stream().map(SlotHolderFinder::wholePort);
      default -> Stream.empty();
    };
  }

  private static Set<String> neededResources(String kind, Map<String, String> attributes) {
    var wholePorts =
        kind.equals(EFLOW)
            ? ethernetPorts(attributes).map(SlotHolderFinder::wholePort)
            : Stream.<String>empty();
    return Stream.concat(resourcesOf(kind, attributes), wholePorts)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The VLANs of the ports of a flow; a flow without VLANs takes all. */
  private static Stream<String> vlanResources(Map<String, String> flow) {
    var range = flow.getOrDefault("OUTERVLANIDRANGE", "");
    if (range.isBlank()) {
      return ethernetPorts(flow).map(SlotHolderFinder::wholePort);
    }
    var ids = new BitSet();
    Stream.of(range.split("(?<!&)&(?!&)", -1))
        .map(run -> RUN.matcher(run.strip()))
        .filter(Matcher::matches)
        .forEach(run -> addRange(ids, run));
    return ethernetPorts(flow)
        .flatMap(port -> ids.stream().mapToObj(id -> "VLAN " + id + " of " + port));
  }

  private static void addRange(BitSet ids, Matcher run) {
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

  /** The port whose entire traffic enters a group. */
  private static Optional<String> tunnelledPort(Map<String, String> group) {
    return Optional.ofNullable(group.get("TUNNELPEERNAME"))
        .filter(port -> !port.isEmpty())
        .filter(_ -> !group.getOrDefault("TUNNELPEERTYPE", "NONE").equalsIgnoreCase("NONE"));
  }
}
