package org.touchpaper.elementemulator.ios;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;

/** The output of {@code show running-config}; {@code end} is its last line. */
record IosRunningConfig(ElementState state, PersistentElementDatabase database) {

  private static final String ALLOWED_VLANS = "switchport trunk allowed vlan";
  private static final int MAX_LIST_LENGTH = 76;

  IosRunningConfig(ElementState state) {
    this(state, state.database());
  }

  /** The whole configuration, or that of {@code interface} and a name; empty if it is missing. */
  Optional<List<String>> show(String section) {
    var body = new ArrayList<String>();
    if (section.startsWith("interface ")) {
      var name = IosNames.interfaceName(section.substring("interface ".length()).strip());
      if (name.filter(this::exists).isEmpty()) {
        return Optional.empty();
      }
      body.addAll(interfaceLines(name.orElseThrow()));
    } else if (section.isEmpty()) {
      body.add("hostname " + state.config.tid());
      body.add(database.find("GLOBAL", "no mls qos").isPresent() ? "no mls qos" : "mls qos");
      database.list("POLICY-MAP").forEach(entity -> body.addAll(policyMapLines(entity)));
      database.list("VLAN").forEach(entity -> body.addAll(vlanLines(entity)));
      database.list("INTERFACE").stream()
          .map(ManagedEntity::name)
          .filter(this::exists)
          .forEach(each -> body.addAll(interfaceLines(each)));
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
        : state.removedCardSlots.hasPort(name);
  }

  private List<String> interfaceLines(String name) {
    var lines = new ArrayList<String>();
    lines.add("interface " + name);
    var configured =
        database
            .find("INTERFACE", name)
            .orElseGet(() -> new ManagedEntity("INTERFACE", name, Map.of()));
    configured.attributes().entrySet().stream()
        .flatMap(attribute -> attributeLines(attribute.getKey(), attribute.getValue()).stream())
        .forEach(lines::add);
    if (configured.get("switchport").isEmpty()) {
      lines.add(" no ip address");
    }
    return lines;
  }

  private static List<String> attributeLines(String attribute, String value) {
    if (!attribute.equals(ALLOWED_VLANS)) {
      return List.of(" " + attribute + (value.equals("yes") ? "" : " " + value));
    }
    // a long list continues in an "add" line
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var item : value.split(",", -1)) {
      if (line.length() + item.length() > MAX_LIST_LENGTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? " " + ALLOWED_VLANS + (lines.isEmpty() ? " " : " add ") : ",");
      line.append(item);
    }
    lines.add(line.toString());
    return lines;
  }

  private static List<String> vlanLines(ManagedEntity vlan) {
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

  private static List<String> policyMapLines(ManagedEntity policyMap) {
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
