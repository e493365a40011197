package org.touchpaper.lnsap;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.MortalSegment;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Entity;
import org.touchpaper.tl1.element.Mishap;

/** Compares what an L-NSAP's books say with what its edge holds, and others' VLANs with before. */
final class EdgeTruth {

  private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");
  private static final String ALLOWED = "switchport trunk allowed vlan";
  private static final int ENOUGH = 5;

  private final MortalSegment lnsap;
  private final EmulatedElement edge;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Entity> theirs = new TreeMap<>();
  private Map<String, Integer> lostBefore = Map.of();
  private final Set<String> emptied = new HashSet<>();
  private long restarts;
  private int beenUp;

  EdgeTruth(MortalSegment lnsap, EmulatedElement edge) {
    this.lnsap = lnsap;
    this.edge = edge;
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  /** How often something that was called up was found there. */
  int beenUp() {
    return beenUp;
  }

  /** What is called up is there, but for what went without us; what others have is as it was. */
  void check(Instant now) {
    for (var item : up()) {
      var other = difference(item);
      if (other.isEmpty()) {
        beenUp++;
      } else if (!wentWithoutUs(item)) {
        violated(now + " called up: " + item + " " + other, item.owner());
      }
    }
    checkTheirs(now);
  }

  /** Asked after the edge was: it may restart at any moment. */
  private boolean wentWithoutUs(Item item) {
    noticeRestart();
    return emptied.contains(item.owner()) || edge.lost().contains(vlan(item));
  }

  /** What was up when the edge lost everything is made again in the course of time. */
  private void noticeRestart() {
    var now = edge.faults().struck().getOrDefault(Mishap.RESTART_EMPTY, 0L);
    if (now > restarts) {
      restarts = now;
      theirs.clear();
      up().forEach(item -> emptied.add(item.owner()));
    }
  }

  /** The edge holds what is called up, and nothing else but what others have. */
  void checkExactly(Instant now) {
    for (var item : up()) {
      var other = difference(item);
      if (!other.isEmpty()) {
        violated(now + " after a calm: " + item + " " + other, item.owner());
      }
    }
    var wanted = new HashSet<String>();
    var listed = new HashMap<String, Set<Integer>>();
    for (var item : up()) {
      wanted.add(place(item));
      if (item.kind().equals("TRUNK")) {
        listed.computeIfAbsent(place(item), _ -> new TreeSet<>()).add(Integer.valueOf(vlan(item)));
      }
    }
    for (var held : edge.holds()) {
      var name = held.kind() + " " + held.name();
      if (!wanted.contains(name) && !isTheirs(held)) {
        violated(now + " after a calm, left over: " + held, held.name());
      } else if (listed.containsKey(name) && !vlans(held).equals(listed.get(name))) {
        violated(now + " after a calm, other VLANs on " + held, held.name());
      }
    }
    checkTheirs(now);
    emptied.clear();
  }

  private void checkTheirs(Instant now) {
    var gone = theirs.values().stream().filter(was -> !find("VLAN", was.name()).equals(was));
    var missed = gone.toList();
    noticeRestart();
    var losses = edge.losses();
    missed.forEach(was -> {
      var isLost = !Objects.equals(losses.get(was.name()), lostBefore.get(was.name()));
      if (theirs.containsKey(was.name()) && !isLost) {
        violated(now + " somebody else's is gone or changed: " + was, was.get("NAME"));
      }
    });
    theirs.clear();
    lostBefore = edge.losses(); // what goes after this is looked for the next time
    edge.holds().stream().filter(EdgeTruth::isTheirs).forEach(it -> theirs.put(it.name(), it));
  }

  private static boolean isTheirs(Entity held) {
    return held.kind().equals("VLAN") && held.get("NAME").startsWith("STRANGER-");
  }

  /** What is otherwise than it should be; empty if nothing is. */
  private String difference(Item item) {
    var held = find(place(item));
    var isSo =
        switch (item.kind()) {
          case "VLAN" ->
              held.get("NAME").equals(item.owner())
                  && held.get("STATE").isEmpty()
                  && held.get("SHUTDOWN").isEmpty();
          case "POLICY-MAP" -> held.get("class class-default").startsWith("police ");
          case "SVI" ->
              held.get("service-policy input").equals(item.owner())
                  && held.get("service-policy output").equals(item.owner())
                  && held.get("shutdown").isEmpty();
          case "TRUNK" ->
              held.get("switchport mode").equals("trunk")
                  && vlans(held).contains(Integer.valueOf(vlan(item)));
          default ->
              held.get("switchport mode").equals("access")
                  && held.get("switchport access vlan").equals(vlan(item));
        };
    return isSo ? "" : "is " + held;
  }

  private static String place(Item item) {
    return switch (item.kind()) {
      case "SVI" -> "INTERFACE Vlan" + item.key();
      case "TRUNK" -> "INTERFACE " + item.key().split(" ", 2)[0];
      case "ACCESS" -> "INTERFACE " + item.key();
      default -> item.kind() + " " + item.key();
    };
  }

  private static String vlan(Item item) {
    return switch (item.kind()) {
      case "TRUNK" -> item.key().split(" ", 2)[1];
      case "ACCESS" -> item.attributes().getOrDefault("VLAN", "");
      default -> item.key();
    };
  }

  private static Set<Integer> vlans(Entity port) {
    var vlans = new TreeSet<Integer>();
    RANGE
        .matcher(port.get(ALLOWED))
        .results()
        .forEach(range -> {
          var first = Integer.parseInt(range.group(1));
          var last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
          IntStream.rangeClosed(first, last).forEach(vlans::add);
        });
    return vlans;
  }

  private Entity find(String kindAndName) {
    var words = kindAndName.split(" ", 2);
    return find(words[0], words[1]);
  }

  private Entity find(String kind, String name) {
    return edge.holds().stream()
        .filter(each -> each.kind().equals(kind) && each.name().equals(name))
        .findFirst()
        .orElse(new Entity(kind, name, Map.of()));
  }

  private List<Item> up() {
    return lnsap
        .sql()
        .sql(
            """
            select i.element, i.kind, i.item_key, i.owner, i.attributes from segment_item i
            join segment_connection c using (connection_id)
            where c.data_plane = 'ACTIVE' and i.wanted
            """)
        .query((row, _) -> {
          var attributes = new TreeMap<String, String>();
          var flat = (String[]) row.getArray(5).getArray();
          for (var i = 0; i < flat.length; i += 2) {
            attributes.put(flat[i], flat[i + 1]);
          }
          return new Item(
              row.getString(1), row.getString(2), row.getString(3), row.getString(4), attributes);
        })
        .list();
  }

  /** With the story of it, as the edge heard it. */
  void violated(String what, String name) {
    if (violations.size() < ENOUGH) {
      var story = edge.transcript().stream().map(Object::toString).toList();
      violations.add(
          what
              + " ("
              + name
              + ")\n    "
              + story.stream().skip(Math.max(story.size() - 150, 0)).collect(joining("\n    ")));
    }
  }
}
