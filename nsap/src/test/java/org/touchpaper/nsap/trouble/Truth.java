package org.touchpaper.nsap.trouble;

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
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.MortalSegment;
import org.touchpaper.tl1.element.Entity;

/** Compares what the books say with what the elements hold, and what others have with before. */
final class Truth {

  private static final int ENOUGH = 5;
  private static final String IMPAIRED = "impaired: ";

  private final long seed;
  private final MortalSegment nsap;
  private final Chain chain;
  private final List<String> violations = new ArrayList<>();

  /** What others have on the elements, as it was last seen. */
  private final Map<String, Entity> theirs = new TreeMap<>();

  private final Set<String> wide = new HashSet<>();
  private long impaired;
  private long checks;

  Truth(long seed, MortalSegment nsap, Chain chain) {
    this.seed = seed;
    this.nsap = nsap;
    this.chain = chain;
  }

  /**
   * How circuits ended, how many had several groups, how many were over a dark port in a calm, and
   * how often it was compared.
   */
  record Counts(long beenUp, long wide, long impaired, long failed, long checks) {}

  private record Thing(
      String tid,
      String kind,
      String key,
      String owner,
      Map<String, String> attributes,
      String problem) {
    String text() {
      return tid + " " + kind + " " + key;
    }

    /** What is otherwise than booked, as {@code CTP=…}; empty if nothing is. */
    String differences(Entity held) {
      var other = new TreeMap<String, String>();
      attributes.forEach((name, wanted) -> {
        var there = name.equals("SERVICE") ? service(held) : held.get(name);
        if (!name.equals(Item.WORKS) && !there.equals(wanted)) {
          other.put(name, there);
        }
      });
      for (var label : List.of("ALIAS", "LBL")) {
        if (held.attributes().containsKey(label) && !held.get(label).equals(owner)) {
          other.put(label, held.get(label));
        }
      }
      return other.isEmpty() ? "" : other.toString();
    }

    private static String service(Entity held) {
      return held.get("PST").startsWith("IS") ? "IS" : "OOS";
    }
  }

  /** Those between attempts to bring them up or down. */
  Set<ConnectionId> listInDoubt() {
    return connections("attempts > 0 and data_plane in ('ACTIVATING', 'DEACTIVATING')");
  }

  /** The last version that was asked for, whatever became of it. */
  int lastVersion(ConnectionId id) {
    return nsap.sql()
        .sql("select max(version) from segment_version where connection_id = ?")
        .param(id.value())
        .query(Integer.class)
        .single();
  }

  /** What a circuit is called on the elements: as its last version there, or as its first. */
  private String nameOf(ConnectionId id) {
    return nsap.sql()
        .sql("select owner from segment_item where connection_id = ? order by wanted desc limit 1")
        .param(id.value())
        .query(String.class)
        .optional()
        .orElseGet(() -> CircuitName.of(id.value(), 1));
  }

  /** True if nothing is on its way up or down but what a stranger's things keep from it. */
  boolean isSettled() {
    return onTheirWay().isEmpty();
  }

  private Set<ConnectionId> onTheirWay() {
    return connections(
        """
        working or (data_plane in ('ACTIVATING', 'DEACTIVATING')
          and coalesce(problem, '') not like '%STRANGER%')
        """);
  }

  private Set<ConnectionId> connections(String which) {
    return nsap.sql()
        .sql("select connection_id from segment_connection where " + which)
        .query((row, _) -> new ConnectionId(row.getObject(1, UUID.class)))
        .set();
  }

  /** What is called up is there, but for what was lost without us. */
  void check(Instant now) {
    checks++;
    var holds = chain.holds();
    for (var thing : up()) {
      if (thing.kind().equals("GTP") && thing.key().endsWith("-2")) {
        wide.add(thing.owner());
      }
      var held = holds.get(thing.text());
      if (held != null) {
        checkAttributes(now + ", called up:", thing, held);
      } else if (!chain.isLost(thing.tid(), thing.key())) {
        violated(now + " " + thing.text() + " is called up and is not there", thing.owner());
      }
    }
    checkTheirs(now, holds);
  }

  private void checkAttributes(String when, Thing thing, Entity held) {
    var differences = thing.differences(held);
    if (!differences.isEmpty()) {
      violated(when + " " + thing.text() + " is not as booked: " + differences, thing.owner());
    }
  }

  /** What others have is as it was, but for what they did, or their element lost. */
  private void checkTheirs(Instant now, SortedMap<String, Entity> holds) {
    theirs.forEach((name, was) -> {
      var is = holds.get(name);
      if (is == null && !chain.isLost(name.substring(0, name.indexOf(' ')), was.name())) {
        violated(now + " somebody else's is gone: " + name, was.name());
      } else if (is != null && Neighbour.owns(was) && !is.equals(was)) {
        violated(now + " somebody else's was changed: " + was + " into " + is, was.name());
      }
    });
    theirs.clear();
    holds.forEach((name, held) -> {
      if (!isOurs(held)) {
        theirs.put(name, held);
      }
    });
  }

  private static boolean isOurs(Entity held) {
    return held.name().startsWith("TP-");
  }

  /** Every element holds what is up, and nothing else; and all is up that shall be. */
  void checkExactly(Instant now) {
    checks++;
    for (var id : onTheirWay()) {
      violated("after a calm, still on its way: " + id, nameOf(id));
    }
    var asleep =
        "lifecycle_state = 'CREATED' and provision_state = 'PROVISIONED' and data_plane ="
            + " 'INACTIVE' and starts_at <= '%s' and ends_at > '%s'".formatted(now, now);
    for (var id : connections(asleep)) {
      violated("after a calm, not up though it shall be: " + id, nameOf(id));
    }
    var holds = chain.holds();
    checkTheirs(now, holds);
    var left = ours(holds);
    for (var thing : up()) {
      var held = left.remove(thing.text());
      if (held == null) {
        violated("after a calm, missing: " + thing.text(), thing.owner());
      } else {
        checkAttributes("after a calm,", thing, held);
      }
    }
    left.keySet().forEach(name -> violated("after a calm, left over: " + name, nameIn(name)));
    checkImpaired();
  }

  /** A circuit over a port without signal says so, and no other does. */
  private void checkImpaired() {
    var circuits = up().stream().collect(Collectors.groupingBy(Thing::owner));
    circuits.forEach((owner, things) -> {
      var isOverDark = things.stream().anyMatch(this::isOnDark);
      var problem = things.getFirst().problem();
      if (isOverDark) {
        impaired++;
      }
      if (isOverDark && !problem.contains(IMPAIRED)) {
        violated("after a calm, over a port without signal and does not say so: " + owner, owner);
      } else if (!isOverDark && problem.contains(IMPAIRED)) {
        violated("after a calm, over no port without signal: " + owner + ": " + problem, owner);
      }
    });
  }

  private boolean isOnDark(Thing thing) {
    return thing.attributes().values().stream().anyMatch(at -> chain.isDark(thing.tid(), at));
  }

  private static SortedMap<String, Entity> ours(SortedMap<String, Entity> holds) {
    var ours = new TreeMap<>(holds);
    ours.values().removeIf(held -> !isOurs(held));
    return ours;
  }

  void checkAllGone() {
    ours(chain.holds())
        .keySet()
        .forEach(left -> violated("at the end, left over: " + left, nameIn(left)));
    var items = count("select count(*) from segment_item");
    if (items > 0) {
      violated("at the end " + items + " items are in the books", "TP-");
    }
  }

  private static String nameIn(String thing) {
    var at = thing.indexOf("TP-");
    return at < 0 ? thing : thing.substring(at, Math.min(at + 15, thing.length()));
  }

  private List<Thing> up() {
    return nsap.sql()
        .sql(
            """
            select i.element, i.kind, i.item_key, i.owner, i.attributes, coalesce(c.problem, '')
            from segment_item i join segment_connection c using (connection_id)
            where c.data_plane = 'ACTIVE' and i.wanted
            """)
        .query((row, _) ->
            new Thing(
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

  /** With the story of the circuit, as the elements heard it. */
  private void violated(String what, String name) {
    if (violations.size() < ENOUGH) {
      var story = chain.transcript(name);
      violations.add(
          "seed %d: %s".formatted(seed, what)
              + "\n    "
              + story.stream()
                  .skip(Math.max(story.size() - 60, 0))
                  .collect(Collectors.joining("\n    ")));
    }
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  Counts counts() {
    return new Counts(
        count("select count(*) from segment_connection where been_up"),
        wide.size(),
        impaired,
        count("select count(*) from segment_connection where lifecycle_state = 'FAILED'"),
        checks);
  }
}
