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
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.KillableSegment;

/**
 * Compares an L-NSAP's database with the edge's configuration, and foreign VLANs with their
 * previous state.
 */
final class DatabaseEdgeConsistency {

  private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");
  private static final String ALLOWED = "switchport trunk allowed vlan";
  private static final int MAX_VIOLATIONS = 5;

  private final KillableSegment lnsap;
  private final EmulatedElement edge;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, ManagedEntity> foreignVlans = new TreeMap<>();
  private Map<String, Integer> lostBefore = Map.of();
  private final Set<String> emptied = new HashSet<>();
  private long restarts;
  private int beenUp;

  DatabaseEdgeConsistency(KillableSegment lnsap, EmulatedElement edge) {
    this.lnsap = lnsap;
    this.edge = edge;
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  /** The number of active items found. */
  int beenUp() {
    return beenUp;
  }

  /**
   * Active items are configured, except for losses not caused by us; foreign items are unchanged.
   */
  void check(Instant now) {
    for (var item : listActiveItems()) {
      var other = difference(item);
      if (other.isEmpty()) {
        beenUp++;
      } else if (!isLostByElement(item)) {
        addViolation(now + " reported active: " + item + " " + other, item.owner());
      }
    }
    checkTheirs(now);
  }

  /** Call this after reading the edge, which may restart at any moment. */
  private boolean isLostByElement(ConfigItem item) {
    detectRestart();
    return emptied.contains(item.owner()) || edge.missingEntities().contains(vlan(item));
  }

  /** Items lost in a restart of the edge are recreated in time. */
  private void detectRestart() {
    var now = edge.faults().triggeredCounts().getOrDefault(FaultKind.RESTART_EMPTY, 0L);
    if (now > restarts) {
      restarts = now;
      foreignVlans.clear();
      listActiveItems().forEach(item -> emptied.add(item.owner()));
    }
  }

  /** The edge holds exactly the active items and the foreign ones. */
  void checkExactly(Instant now) {
    for (var item : listActiveItems()) {
      var other = difference(item);
      if (!other.isEmpty()) {
        addViolation(now + " after a calm: " + item + " " + other, item.owner());
      }
    }
    var wanted = new HashSet<String>();
    var listed = new HashMap<String, Set<Integer>>();
    for (var item : listActiveItems()) {
      wanted.add(place(item));
      if (item.kind().equals("TRUNK")) {
        listed.computeIfAbsent(place(item), _ -> new TreeSet<>()).add(Integer.valueOf(vlan(item)));
      }
    }
    for (var held : edge.listEntities()) {
      var name = held.kind() + " " + held.name();
      if (!wanted.contains(name) && !isTheirs(held)) {
        addViolation(now + " after a calm, left over: " + held, held.name());
      } else if (listed.containsKey(name) && !vlans(held).equals(listed.get(name))) {
        addViolation(now + " after a calm, other VLANs on " + held, held.name());
      }
    }
    checkTheirs(now);
    emptied.clear();
  }

  private void checkTheirs(Instant now) {
    var gone = foreignVlans.values().stream().filter(was -> !find("VLAN", was.name()).equals(was));
    var missed = gone.toList();
    detectRestart();
    var losses = edge.lossCounts();
    missed.forEach(was -> {
      var isLost = !Objects.equals(losses.get(was.name()), lostBefore.get(was.name()));
      if (foreignVlans.containsKey(was.name()) && !isLost) {
        addViolation(now + " foreign item missing or changed: " + was, was.get("NAME"));
      }
    });
    foreignVlans.clear();
    lostBefore = edge.lossCounts(); // later losses are found by the next check
    edge.listEntities().stream()
        .filter(DatabaseEdgeConsistency::isTheirs)
        .forEach(entity -> foreignVlans.put(entity.name(), entity));
  }

  private static boolean isTheirs(ManagedEntity held) {
    return held.kind().equals("VLAN") && held.get("NAME").startsWith("THIRDPARTY-");
  }

  /** The difference from the expected item; empty if none. */
  private String difference(ConfigItem item) {
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

  private static String place(ConfigItem item) {
    return switch (item.kind()) {
      case "SVI" -> "INTERFACE Vlan" + item.key();
      case "TRUNK" -> "INTERFACE " + item.key().split(" ", 2)[0];
      case "ACCESS" -> "INTERFACE " + item.key();
      default -> item.kind() + " " + item.key();
    };
  }

  private static String vlan(ConfigItem item) {
    return switch (item.kind()) {
      case "TRUNK" -> item.key().split(" ", 2)[1];
      case "ACCESS" -> item.attributes().getOrDefault("VLAN", "");
      default -> item.key();
    };
  }

  private static Set<Integer> vlans(ManagedEntity port) {
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

  private ManagedEntity find(String kindAndName) {
    var words = kindAndName.split(" ", 2);
    return find(words[0], words[1]);
  }

  private ManagedEntity find(String kind, String name) {
    return edge.listEntities().stream()
        .filter(entity -> entity.kind().equals(kind) && entity.name().equals(name))
        .findFirst()
        .orElse(new ManagedEntity(kind, name, Map.of()));
  }

  private List<ConfigItem> listActiveItems() {
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
          return new ConfigItem(
              row.getString(1), row.getString(2), row.getString(3), row.getString(4), attributes);
        })
        .list();
  }

  /** Records a violation with the edge's transcript of the circuit. */
  void addViolation(String what, String name) {
    if (violations.size() < MAX_VIOLATIONS) {
      var lines = edge.transcript().stream().map(Object::toString).toList();
      violations.add(
          what
              + " ("
              + name
              + ")\n    "
              + lines.stream().skip(Math.max(lines.size() - 150, 0)).collect(joining("\n    ")));
    }
  }
}
