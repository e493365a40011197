package org.touchpaper.nsap.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.KillableSegment;

/**
 * Compares the database with the elements' configuration, and foreign configuration with its
 * previous state.
 */
final class DatabaseElementConsistency {

  private static final int MAX_VIOLATIONS = 5;
  private static final String IMPAIRED = "impaired: ";

  private final long seed;
  private final KillableSegment nsap;
  private final EmulatedChain chain;
  private final List<String> violations = new ArrayList<>();

  /** The foreign configuration as last read. */
  private final Map<String, ManagedEntity> foreignItems = new TreeMap<>();

  private final Set<String> wide = new HashSet<>();
  private long impaired;
  private long checks;

  DatabaseElementConsistency(long seed, KillableSegment nsap, EmulatedChain chain) {
    this.seed = seed;
    this.nsap = nsap;
    this.chain = chain;
  }

  /**
   * Counts of outcomes, of circuits with several groups, of circuits over a port without signal in
   * a calm, and of checks.
   */
  record Counts(long beenUp, long wide, long impaired, long failed, long checks) {}

  private record ExpectedItem(
      String tid,
      String kind,
      String key,
      String owner,
      Map<String, String> attributes,
      String problem) {
    String text() {
      return tid + " " + kind + " " + key;
    }

    /** The difference from the booking, as {@code CTP=…}; empty if none. */
    String differences(ManagedEntity held) {
      var other = new TreeMap<String, String>();
      attributes.forEach((name, wanted) -> {
        var actual = name.equals("SERVICE") ? service(held) : held.get(name);
        if (!name.equals(ConfigItem.WORKS_ATTRIBUTE) && !actual.equals(wanted)) {
          other.put(name, actual);
        }
      });
      for (var label : List.of("ALIAS", "LBL")) {
        if (held.attributes().containsKey(label) && !held.get(label).equals(owner)) {
          other.put(label, held.get(label));
        }
      }
      return other.isEmpty() ? "" : other.toString();
    }

    private static String service(ManagedEntity held) {
      return held.get("PST").startsWith("IS") ? "IS" : "OOS";
    }
  }

  /** The circuits between attempts to activate or deactivate them. */
  Set<ConnectionId> listRetrying() {
    return connections("failed_attempts > 0 and data_plane in ('ACTIVATING', 'DEACTIVATING')");
  }

  /** The last version requested, whatever its outcome. */
  int lastVersion(ConnectionId id) {
    return nsap.sql()
        .sql("select max(version) from segment_version where connection_id = ?")
        .param(id.value())
        .query(Integer.class)
        .single();
  }

  /** The circuit's name on the elements: that of its last version there, or of its first. */
  private String nameOf(ConnectionId id) {
    return nsap.sql()
        .sql("select owner from segment_item where connection_id = ? order by wanted desc limit 1")
        .param(id.value())
        .query(String.class)
        .optional()
        .orElseGet(() -> CircuitNameFormat.of(id.value(), 1));
  }

  /** True if no circuit is in transition, except those blocked by foreign items. */
  boolean isSettled() {
    return listTransitional().isEmpty();
  }

  private Set<ConnectionId> listTransitional() {
    return connections(
        """
        commands_in_flight or (data_plane in ('ACTIVATING', 'DEACTIVATING')
          and coalesce(problem, '') not like '%THIRDPARTY%')
        """);
  }

  private Set<ConnectionId> connections(String which) {
    return nsap.sql()
        .sql("select connection_id from segment_connection where " + which)
        .query((row, _) -> new ConnectionId(row.getObject(1, UUID.class)))
        .set();
  }

  /** Active circuits are configured, except for losses not caused by us. */
  void check(Instant now) {
    checks++;
    var holds = chain.listHeld();
    for (var expected : listActiveItems()) {
      if (expected.kind().equals("GTP") && expected.key().endsWith("-2")) {
        wide.add(expected.owner());
      }
      var held = holds.get(expected.text());
      if (held != null) {
        checkAttributes(now + ", reported active:", expected, held);
      } else if (!chain.isLost(expected.tid(), expected.key())) {
        addViolation(
            now + " " + expected.text() + " is reported active but is missing", expected.owner());
      }
    }
    checkTheirs(now, holds);
  }

  private void checkAttributes(String when, ExpectedItem expected, ManagedEntity held) {
    var differences = expected.differences(held);
    if (!differences.isEmpty()) {
      addViolation(
          when + " " + expected.text() + " is not as booked: " + differences, expected.owner());
    }
  }

  /** Foreign configuration is unchanged, except for the owners' edits and losses. */
  private void checkTheirs(Instant now, SortedMap<String, ManagedEntity> holds) {
    foreignItems.forEach((name, was) -> {
      var is = holds.get(name);
      if (is == null && !chain.isLost(name.substring(0, name.indexOf(' ')), was.name())) {
        addViolation(now + " foreign item missing: " + name, was.name());
      } else if (is != null && ForeignCircuits.owns(was) && !is.equals(was)) {
        addViolation(now + " foreign item changed: " + was + " into " + is, was.name());
      }
    });
    foreignItems.clear();
    holds.forEach((name, held) -> {
      if (!isOurs(held)) {
        foreignItems.put(name, held);
      }
    });
  }

  private static boolean isOurs(ManagedEntity held) {
    return held.name().startsWith("TP-");
  }

  /** Every element holds exactly the active circuits, and all circuits that must be active are. */
  void checkExactly(Instant now) {
    checks++;
    for (var id : listTransitional()) {
      addViolation("after a calm, still in transition: " + id, nameOf(id));
    }
    var asleep =
        "lifecycle_state = 'CREATED' and provision_state = 'PROVISIONED' and data_plane ="
            + " 'INACTIVE' and starts_at <= '%s' and ends_at > '%s'".formatted(now, now);
    for (var id : connections(asleep)) {
      addViolation("after a calm, not active: " + id, nameOf(id));
    }
    var holds = chain.listHeld();
    checkTheirs(now, holds);
    var left = ours(holds);
    for (var expected : listActiveItems()) {
      var held = left.remove(expected.text());
      if (held == null) {
        addViolation("after a calm, missing: " + expected.text(), expected.owner());
      } else {
        checkAttributes("after a calm,", expected, held);
      }
    }
    left.keySet().forEach(name -> addViolation("after a calm, left over: " + name, nameIn(name)));
    checkImpaired();
  }

  /** A circuit is impaired exactly if it uses a port without signal. */
  private void checkImpaired() {
    var circuits = listActiveItems().stream().collect(Collectors.groupingBy(ExpectedItem::owner));
    circuits.forEach((owner, things) -> {
      var isOverDark = things.stream().anyMatch(this::isOnDark);
      var problem = things.getFirst().problem();
      if (isOverDark) {
        impaired++;
      }
      if (isOverDark && !problem.contains(IMPAIRED)) {
        addViolation(
            "after a calm, uses a port without signal but is not impaired: " + owner, owner);
      } else if (!isOverDark && problem.contains(IMPAIRED)) {
        addViolation(
            "after a calm, impaired but uses no port without signal: " + owner + ": " + problem,
            owner);
      }
    });
  }

  private boolean isOnDark(ExpectedItem expected) {
    return expected.attributes().values().stream().anyMatch(at -> chain.isDark(expected.tid(), at));
  }

  private static SortedMap<String, ManagedEntity> ours(SortedMap<String, ManagedEntity> holds) {
    var ours = new TreeMap<>(holds);
    ours.values().removeIf(held -> !isOurs(held));
    return ours;
  }

  void checkAllGone() {
    ours(chain.listHeld())
        .keySet()
        .forEach(left -> addViolation("at the end, left over: " + left, nameIn(left)));
    var items = count("select count(*) from segment_item");
    if (items > 0) {
      addViolation("at the end " + items + " items are in the database", "TP-");
    }
  }

  private static String nameIn(String expected) {
    var at = expected.indexOf("TP-");
    return at < 0 ? expected : expected.substring(at, Math.min(at + 15, expected.length()));
  }

  private List<ExpectedItem> listActiveItems() {
    return nsap.sql()
        .sql(
            """
            select i.element, i.kind, i.item_key, i.owner, i.attributes, coalesce(c.problem, '')
            from segment_item i join segment_connection c using (connection_id)
            where c.data_plane = 'ACTIVE' and i.wanted
            """)
        .query((row, _) ->
            new ExpectedItem(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                attributes((String[]) row.getArray(5).getArray()),
                row.getString(6)))
        .list();
  }

  private static Map<String, String> attributes(String[] flat) {
    var attributes = new TreeMap<String, String>();
    for (var i = 0; i < flat.length; i += 2) {
      attributes.put(flat[i], flat[i + 1]);
    }
    return attributes;
  }

  private long count(String query) {
    return nsap.sql().sql(query).query(Long.class).single();
  }

  /** Records a violation with the elements' transcript of the circuit. */
  private void addViolation(String what, String name) {
    if (violations.size() < MAX_VIOLATIONS) {
      var lines = chain.transcript(name);
      violations.add(
          "seed %d: %s".formatted(seed, what)
              + "\n    "
              + lines.stream()
                  .skip(Math.max(lines.size() - 60, 0))
                  .collect(Collectors.joining("\n    ")));
    }
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  Counts counts() {
    return new Counts(
        count("select count(*) from segment_connection where has_been_up"),
        wide.size(),
        impaired,
        count("select count(*) from segment_connection where lifecycle_state = 'FAILED'"),
        checks);
  }
}
