package org.touchpaper.nsap.trouble;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.kit.MortalSegment;

/** Compares what the books say with what the elements hold. */
final class Truth {

  private static final int ENOUGH = 5;

  private final long seed;
  private final MortalSegment nsap;
  private final Chain chain;
  private final List<String> violations = new ArrayList<>();
  private long checks;

  Truth(long seed, MortalSegment nsap, Chain chain) {
    this.seed = seed;
    this.nsap = nsap;
    this.chain = chain;
  }

  /** How circuits ended, and how often it was compared. */
  record Counts(long beenUp, long failed, long checks) {}

  private record Thing(String tid, String kind, String key, String owner) {
    String text() {
      return tid + " " + kind + " " + key;
    }
  }

  /** Those between attempts to bring them up or down. */
  Set<ConnectionId> listInDoubt() {
    return connections("attempts > 0 and data_plane in ('ACTIVATING', 'DEACTIVATING')");
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
      if (!holds.contains(thing.text()) && !chain.isLost(thing.tid(), thing.key())) {
        violated(now + " " + thing.text() + " is called up and is not there", thing.owner());
      }
    }
  }

  /** Every element holds what is up, and nothing else; and all is up that shall be. */
  void checkExactly(Instant now) {
    checks++;
    for (var id : onTheirWay()) {
      violated("after a calm, still on its way: " + id, CircuitName.of(id.value(), 1));
    }
    var asleep =
        "lifecycle_state = 'CREATED' and provision_state = 'PROVISIONED' and data_plane ="
            + " 'INACTIVE' and starts_at <= '%s' and ends_at > '%s'".formatted(now, now);
    for (var id : connections(asleep)) {
      violated("after a calm, not up though it shall be: " + id, CircuitName.of(id.value(), 1));
    }
    var expected = new TreeSet<String>();
    up().forEach(thing -> expected.add(thing.text()));
    var holds = chain.holds();
    for (var missing : minus(expected, holds)) {
      violated("after a calm, missing: " + missing, nameIn(missing));
    }
    for (var left : minus(holds, expected)) {
      violated("after a calm, left over: " + left, nameIn(left));
    }
  }

  void checkAllGone() {
    chain.holds().forEach(left -> violated("at the end, left over: " + left, nameIn(left)));
    var items = count("select count(*) from segment_item");
    if (items > 0) {
      violated("at the end " + items + " items are in the books", "TP-");
    }
  }

  private static Set<String> minus(Set<String> all, Set<String> some) {
    return all.stream()
        .filter(each -> !some.contains(each))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String nameIn(String thing) {
    var at = thing.indexOf("TP-");
    return at < 0 ? thing : thing.substring(at, Math.min(at + 15, thing.length()));
  }

  private List<Thing> up() {
    return nsap.sql()
        .sql(
            """
            select i.element, i.kind, i.item_key, i.owner from segment_item i
            join segment_connection c using (connection_id)
            where c.data_plane = 'ACTIVE' and i.wanted
            """)
        .query((row, _) ->
            new Thing(row.getString(1), row.getString(2), row.getString(3), row.getString(4)))
        .list();
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
        count("select count(*) from segment_connection where lifecycle_state = 'FAILED'"),
        checks);
  }
}
