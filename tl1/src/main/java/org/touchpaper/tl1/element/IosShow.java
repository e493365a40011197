package org.touchpaper.tl1.element;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What IOS shows; what of EoMPLS is {@link IosPseudowires}'. */
final class IosShow {

  private static final DateTimeFormatter RESTARTED =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC' EEE MMM d yyyy", Locale.ROOT);

  private static final String ALLOWED = "switchport trunk allowed vlan";

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
      return enabled
          ? new IosRunningConfig(shelf)
              .show(running.get())
              .map(IosShow::lines)
              .orElse(Ios7600.INVALID)
          : Ios7600.INVALID;
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
    var pseudowires = after(what, "mpls l2transport vc");
    if (pseudowires.isPresent()) {
      return new IosPseudowires(shelf)
          .show(pseudowires.get())
          .map(IosShow::lines)
          .orElse(Ios7600.INVALID);
    }
    return switch (what) {
      case "version" -> version();
      case "mls qos" -> policing();
      case "ip interface brief" -> lines(new IosLinks(shelf).brief());
      default -> Ios7600.INVALID;
    };
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

  private String policing() {
    var isOff = database.find("GLOBAL", "no mls qos").isPresent();
    return lines(
        isOff
            ? List.of("QoS is disabled globally")
            : List.of("QoS is enabled globally", "QoS ip packet dscp rewrite enabled globally"));
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
    if (!which.isEmpty() && !which.equals("brief") && !which.startsWith("id ")) {
      return Ios7600.INVALID;
    }
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
      lines.add(
          "%-4s %-32s %-9s %s".formatted(each.name(), each.get("NAME"), status(each), ports(each)));
    }
    lines.add("");
    return lines(lines);
  }

  private static String status(Entity vlan) {
    var isSuspended = !vlan.get("STATE").isEmpty();
    if (vlan.get("SHUTDOWN").isEmpty()) {
      return isSuspended ? "suspended" : "active";
    }
    return isSuspended ? "sus/lshut" : "act/lshut";
  }

  private String ports(Entity vlan) {
    return database.list("INTERFACE").stream()
        .filter(each -> shelf.slots.hold(each.name()) && carries(each, vlan.name()))
        .map(each -> IosNames.shortName(each.name()))
        .collect(Collectors.joining(", "));
  }

  private static boolean carries(Entity port, String vlan) {
    if (port.get("switchport mode").equals("trunk")) {
      var list = port.get(ALLOWED);
      return IosNames.vlans(list.isEmpty() ? IosNames.EVERY_VLAN : list)
          .filter(vlans -> vlans.contains(Integer.valueOf(vlan)))
          .isPresent();
    }
    return port.get("switchport access vlan").equals(vlan);
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
