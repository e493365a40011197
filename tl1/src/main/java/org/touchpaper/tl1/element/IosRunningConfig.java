package org.touchpaper.tl1.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code show running-config} prints: an empty line is no line, and {@code end} is the last.
 */
record IosRunningConfig(Shelf shelf, Database database) {

  private static final String ALLOWED = "switchport trunk allowed vlan";
  private static final int LONGEST_LIST = 76;

  IosRunningConfig(Shelf shelf) {
    this(shelf, shelf.database());
  }

  /** All of it, or {@code interface} and a name; nothing if there is no such thing. */
  Optional<List<String>> show(String which) {
    var body = new ArrayList<String>();
    if (which.startsWith("interface ")) {
      var name = IosNames.interfaceName(which.substring("interface ".length()).strip());
      if (name.filter(this::exists).isEmpty()) {
        return Optional.empty();
      }
      body.addAll(ofInterface(name.orElseThrow()));
    } else if (which.isEmpty()) {
      body.add("hostname " + shelf.config.tid());
      body.add(database.find("GLOBAL", "no mls qos").isPresent() ? "no mls qos" : "mls qos");
      database.list("POLICY-MAP").forEach(each -> body.addAll(ofPolicyMap(each)));
      database.list("VLAN").forEach(each -> body.addAll(ofVlan(each)));
      database.list("INTERFACE").stream()
          .map(Entity::name)
          .filter(this::exists)
          .forEach(each -> body.addAll(ofInterface(each)));
    } else {
      return Optional.empty();
    }
    var lines = new ArrayList<>(List.of("Building configuration...", ""));
    var size = body.stream().mapToInt(line -> line.length() + 1).sum();
    lines.add("Current configuration : " + size + " bytes");
    lines.add("!");
    lines.addAll(body);
    lines.add("end");
    lines.add("");
    return Optional.of(lines);
  }

  private boolean exists(String name) {
    return name.startsWith("Vlan")
        ? database.find("INTERFACE", name).isPresent()
        : shelf.slots.hold(name);
  }

  private List<String> ofInterface(String name) {
    var lines = new ArrayList<String>();
    lines.add("interface " + name);
    var held =
        database.find("INTERFACE", name).orElseGet(() -> new Entity("INTERFACE", name, Map.of()));
    held.attributes().entrySet().stream()
        .flatMap(each -> ofAttribute(each.getKey(), each.getValue()).stream())
        .forEach(lines::add);
    if (held.get("switchport").isEmpty()) {
      lines.add(" no ip address");
    }
    return lines;
  }

  private static List<String> ofAttribute(String attribute, String value) {
    if (!attribute.equals(ALLOWED)) {
      return List.of(" " + attribute + (value.equals("yes") ? "" : " " + value));
    }
    // a long list goes on in a line that adds to it
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var item : value.split(",", -1)) {
      if (line.length() + item.length() > LONGEST_LIST) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? " " + ALLOWED + (lines.isEmpty() ? " " : " add ") : ",");
      line.append(item);
    }
    lines.add(line.toString());
    return lines;
  }

  private static List<String> ofVlan(Entity vlan) {
    var lines = new ArrayList<>(List.of("vlan " + vlan.name(), " name " + vlan.get("NAME")));
    if (!vlan.get("STATE").isEmpty()) {
      lines.add(" state suspend");
    }
    if (!vlan.get("SHUTDOWN").isEmpty()) {
      lines.add(" shutdown");
    }
    lines.add("!");
    return lines;
  }

  private static List<String> ofPolicyMap(Entity policyMap) {
    var lines = new ArrayList<String>();
    lines.add("policy-map " + policyMap.name());
    policyMap
        .attributes()
        .forEach((policyClass, police) -> {
          lines.add("  " + policyClass);
          if (!police.isBlank()) {
            lines.add("   " + police);
          }
        });
    lines.add("!");
    return lines;
  }
}
