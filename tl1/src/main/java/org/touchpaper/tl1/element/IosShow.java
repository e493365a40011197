package org.touchpaper.tl1.element;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What IOS shows. */
final class IosShow {

  private static final DateTimeFormatter RESTARTED =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC' EEE MMM d yyyy", Locale.ROOT);

  private final Shelf shelf;
  private final Database database;

  IosShow(Shelf shelf) {
    this.shelf = shelf;
    this.database = shelf.database();
  }

  /** The output of {@code show} and these words. */
  String show(String what, boolean enabled) {
    var running = after(what, "running-config").or(() -> after(what, "run"));
    if (running.isPresent()) {
      return enabled ? runningConfig(running.get()) : Ios7600.INVALID;
    }
    var policyMap = after(what, "policy-map");
    if (policyMap.isPresent()) {
      return policyMaps(policyMap.get());
    }
    var vlan = after(what, "vlan");
    if (vlan.isPresent()) {
      return vlans(vlan.get());
    }
    var interfaces = after(what, "interfaces").or(() -> after(what, "interface"));
    if (interfaces.isPresent()) {
      return links(interfaces.get());
    }
    return what.equals("version") ? version() : Ios7600.INVALID;
  }

  /** {@code status}, or {@code Gi3/1 status}. */
  private String links(String which) {
    if (!which.equals("status") && !which.endsWith(" status")) {
      return Ios7600.INVALID;
    }
    var port = which.substring(0, which.length() - "status".length()).strip();
    var name = port.isEmpty() ? Optional.of("") : IosNames.interfaceName(port);
    return name.flatMap(new IosLinks(shelf)::status).map(IosShow::lines).orElse(Ios7600.INVALID);
  }

  private String version() {
    var up = Duration.between(shelf.startedAt(), shelf.clock.instant());
    return lines(
        List.of(
            "Cisco IOS Software, c7600 Software, Version 12.2(33)SRE (emulated)",
            "",
            shelf.config.tid() + " uptime is " + up.toMinutes() + " minutes",
            "System returned to ROM by power-on",
            "System restarted at " + RESTARTED.format(shelf.startedAt().atZone(ZoneOffset.UTC))));
  }

  private String vlans(String which) {
    var id = after(which, "id");
    var found =
        database.list("VLAN").stream()
            .filter(each -> id.isEmpty() || each.name().equals(id.get()))
            .toList();
    if (id.isPresent() && !IosNames.isVlan(id.get())) {
      return Ios7600.INVALID;
    }
    if (id.isPresent() && found.isEmpty()) {
      return "VLAN id " + id.get() + " not found in current VLAN database\r\n";
    }
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add("VLAN Name                             Status    Ports");
    lines.add("---- -------------------------------- --------- -------------------------------");
    for (var each : found) {
      lines.add("%-4s %-32s active    %s".formatted(each.name(), each.get("NAME"), ports(each)));
    }
    lines.add("");
    return lines(lines);
  }

  private String ports(Entity vlan) {
    return database.list("INTERFACE").stream()
        .filter(each -> carries(each, vlan.name()))
        .map(each -> IosNames.shortName(each.name()))
        .collect(Collectors.joining(", "));
  }

  private static boolean carries(Entity port, String vlan) {
    if (port.get("switchport mode").equals("trunk")) {
      return IosNames.vlans(port.get("switchport trunk allowed vlan"))
          .filter(vlans -> vlans.contains(Integer.valueOf(vlan)))
          .isPresent();
    }
    return port.get("switchport access vlan").equals(vlan);
  }

  private String runningConfig(String which) {
    var lines = new ArrayList<String>();
    lines.add("Building configuration...");
    lines.add("");
    var body = new ArrayList<String>();
    var one = after(which, "interface");
    if (one.isPresent()) {
      var name = IosNames.interfaceName(one.get());
      if (name.isEmpty() || !exists(name.get())) {
        return Ios7600.INVALID;
      }
      body.addAll(ofInterface(name.get()));
    } else if (which.isEmpty()) {
      database.list("POLICY-MAP").forEach(each -> body.addAll(ofPolicyMap(each)));
      database.list("VLAN").forEach(each -> body.addAll(ofVlan(each)));
      database.list("INTERFACE").forEach(each -> body.addAll(ofInterface(each.name())));
    } else {
      return Ios7600.INVALID;
    }
    var size = body.stream().mapToInt(line -> line.length() + 1).sum();
    lines.add("Current configuration : " + size + " bytes");
    lines.add("!");
    lines.addAll(body);
    lines.add("end");
    lines.add("");
    return lines(lines);
  }

  private boolean exists(String name) {
    return !name.startsWith("Vlan") || database.find("INTERFACE", name).isPresent();
  }

  private List<String> ofInterface(String name) {
    var lines = new ArrayList<String>();
    lines.add("interface " + name);
    database.find("INTERFACE", name).stream()
        .flatMap(each -> each.attributes().entrySet().stream())
        .map(each ->
            " " + each.getKey() + (each.getValue().equals("yes") ? "" : " " + each.getValue()))
        .forEach(lines::add);
    return lines;
  }

  private static List<String> ofVlan(Entity vlan) {
    return List.of("vlan " + vlan.name(), " name " + vlan.get("NAME"), "!");
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

  private String policyMaps(String which) {
    var port = after(which, "interface").flatMap(IosNames::interfaceName);
    if (port.isPresent()) {
      return onInterface(port.get());
    }
    var found =
        database.list("POLICY-MAP").stream()
            .filter(each -> which.isEmpty() || each.name().equals(which))
            .toList();
    if (found.isEmpty() && !which.isEmpty()) {
      return "% policy map " + which + " not configured\r\n";
    }
    var lines = new ArrayList<String>();
    for (var each : found) {
      lines.add("  Policy Map " + each.name());
      each.attributes()
          .forEach((policyClass, police) -> {
            lines.add("    " + policyClass.replaceFirst("^class", "Class"));
            if (!police.isBlank()) {
              lines.add("     " + police);
            }
          });
    }
    return lines(lines);
  }

  private String onInterface(String name) {
    var lines = new ArrayList<String>();
    lines.add(" " + name);
    for (var direction : List.of("input", "output")) {
      database
          .find("INTERFACE", name)
          .map(each -> each.get("service-policy " + direction))
          .filter(policy -> !policy.isEmpty())
          .ifPresent(policy -> lines.add("  Service-policy " + direction + ": " + policy));
    }
    return lines(lines);
  }

  private static String lines(List<String> lines) {
    return lines.stream().map(line -> line + "\r\n").collect(Collectors.joining());
  }

  /** What follows a keyword; empty if nothing does, none if the text does not begin with it. */
  private static Optional<String> after(String text, String keyword) {
    if (text.equals(keyword)) {
      return Optional.of("");
    }
    return text.startsWith(keyword + " ")
        ? Optional.of(text.substring(keyword.length() + 1).strip())
        : Optional.empty();
  }
}
