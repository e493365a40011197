package org.touchpaper.elementemulator.ios;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;
import org.touchpaper.elementemulator.state.PortCounters;

/**
 * The {@code show} commands of IOS; {@link IosPseudowireStatusFormatter} contains those for EoMPLS.
 */
final class IosShowCommands {

  private static final DateTimeFormatter RESTART_TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC' EEE MMM d yyyy", Locale.ROOT);

  private static final Pattern SLOT = Pattern.compile("[A-Za-z]+(\\d+)/.*");
  private static final Pattern POLICE = Pattern.compile("police (?:cir )?(\\d+).*");

  private static final String ALLOWED_VLANS = "switchport trunk allowed vlan";

  private final ElementState state;
  private final PersistentElementDatabase database;

  IosShowCommands(ElementState state) {
    this.state = state;
    this.database = state.database();
  }

  String show(String arguments, boolean enabled) {
    var running =
        argumentAfter(arguments, "running-config").or(() -> argumentAfter(arguments, "run"));
    if (running.isPresent()) {
      return enabled
          ? new IosRunningConfig(state)
              .show(running.get())
              .map(IosShowCommands::joinLines)
              .orElse(Ios7600CliSession.INVALID)
          : Ios7600CliSession.INVALID;
    }
    var policyMap = argumentAfter(arguments, "policy-map");
    if (policyMap.isPresent()) {
      return policyMaps(policyMap.get());
    }
    var vlan = argumentAfter(arguments, "vlan");
    if (vlan.isPresent()) {
      return vlanTable(vlan.get());
    }
    var interfaces =
        argumentAfter(arguments, "interfaces").or(() -> argumentAfter(arguments, "interface"));
    if (interfaces.isPresent()) {
      return interfaceStatus(interfaces.get());
    }
    var pseudowires = argumentAfter(arguments, "mpls l2transport vc");
    if (pseudowires.isPresent()) {
      return new IosPseudowireStatusFormatter(state)
          .show(pseudowires.get())
          .map(IosShowCommands::joinLines)
          .orElse(Ios7600CliSession.INVALID);
    }
    return switch (arguments) {
      case "version" -> version();
      case "mls qos" -> mlsQos();
      case "ip interface brief" -> joinLines(new IosInterfaceStatusFormatter(state).brief());
      default -> Ios7600CliSession.INVALID;
    };
  }

  /** {@code counters}, {@code counters errors}, {@code status}, or {@code Gi3/1 status}. */
  private String interfaceStatus(String argument) {
    if (argument.equals("counters")) {
      return joinLines(new IosInterfaceStatusFormatter(state).counters());
    }
    if (argument.equals("counters errors")) {
      return joinLines(new IosInterfaceStatusFormatter(state).errors());
    }
    if (!argument.equals("status") && !argument.endsWith(" status")) {
      return Ios7600CliSession.INVALID;
    }
    var port = argument.substring(0, argument.length() - "status".length()).strip();
    var name = port.isEmpty() ? Optional.of("") : IosNames.interfaceName(port);
    return name.flatMap(new IosInterfaceStatusFormatter(state)::status)
        .map(IosShowCommands::joinLines)
        .orElse(Ios7600CliSession.INVALID);
  }

  private String mlsQos() {
    var isOff = database.find("GLOBAL", "no mls qos").isPresent();
    return joinLines(
        isOff
            ? List.of("QoS is disabled globally")
            : List.of("QoS is enabled globally", "QoS ip packet dscp rewrite enabled globally"));
  }

  private String version() {
    var uptime = Duration.between(state.startedAt(), state.clock.instant());
    return joinLines(
        List.of(
            "Cisco IOS Software, c7600 Software, Version 12.2(33)SRE (emulated)",
            "",
            state.config.tid() + " uptime is " + uptime.toMinutes() + " minutes",
            "System returned to ROM by power-on",
            "System restarted at "
                + RESTART_TIME.format(state.startedAt().atZone(ZoneOffset.UTC))));
  }

  private String vlanTable(String argument) {
    if (!argument.isEmpty() && !argument.equals("brief") && !argument.startsWith("id ")) {
      return Ios7600CliSession.INVALID;
    }
    var id = argumentAfter(argument, "id");
    var found =
        database.list("VLAN").stream()
            .filter(vlan -> id.isEmpty() || vlan.name().equals(id.get()))
            .toList();
    if (id.isPresent() && !IosNames.isValidVlan(id.get())) {
      return Ios7600CliSession.INVALID;
    }
    if (id.isPresent() && found.isEmpty()) {
      return "VLAN id " + id.get() + " not found in current VLAN database\r\n";
    }
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add("VLAN Name                             Status    Ports");
    lines.add("---- -------------------------------- --------- -------------------------------");
    for (var vlan : found) {
      lines.add(
          "%-4s %-32s %-9s %s".formatted(vlan.name(), vlan.get("NAME"), status(vlan), ports(vlan)));
    }
    lines.add("");
    return joinLines(lines);
  }

  private static String status(ManagedEntity vlan) {
    var isSuspended = !vlan.get("STATE").isEmpty();
    if (vlan.get("SHUTDOWN").isEmpty()) {
      return isSuspended ? "suspended" : "active";
    }
    return isSuspended ? "sus/lshut" : "act/lshut";
  }

  private String ports(ManagedEntity vlan) {
    return database.list("INTERFACE").stream()
        .filter(port -> state.removedCardSlots.hasPort(port.name()) && carries(port, vlan.name()))
        .map(port -> IosNames.shortName(port.name()))
        .collect(Collectors.joining(", "));
  }

  private static boolean carries(ManagedEntity port, String vlan) {
    if (port.get("switchport mode").equals("trunk")) {
      var list = port.get(ALLOWED_VLANS);
      return IosNames.parseVlans(list.isEmpty() ? IosNames.ALL_VLANS : list)
          .filter(vlans -> vlans.contains(Integer.valueOf(vlan)))
          .isPresent();
    }
    return port.get("switchport access vlan").equals(vlan);
  }

  private String policyMaps(String argument) {
    if (argument.equals("interface")) {
      return database.list("INTERFACE").stream()
          .filter(entity ->
              entity.attributes().keySet().stream()
                  .anyMatch(attribute -> attribute.startsWith("service-policy ")))
          .map(entity -> interfacePolicies(entity.name()))
          .collect(Collectors.joining("\r\n"));
    }
    var port = argumentAfter(argument, "interface").flatMap(IosNames::interfaceName);
    if (port.isPresent()) {
      return interfacePolicies(port.get());
    }
    var found =
        database.list("POLICY-MAP").stream()
            .filter(policyMap -> argument.isEmpty() || policyMap.name().equals(argument))
            .toList();
    if (found.isEmpty() && !argument.isEmpty()) {
      return "% policy map " + argument + " not configured\r\n";
    }
    var lines = new ArrayList<String>();
    for (var policyMap : found) {
      lines.add("  Policy Map " + policyMap.name());
      policyMap
          .attributes()
          .forEach((policyClass, police) -> {
            lines.add("    " + policyClass.replaceFirst("^class", "Class"));
            if (!police.isBlank()) {
              lines.add("     " + police);
            }
          });
    }
    return joinLines(lines);
  }

  private String interfacePolicies(String name) {
    var lines = new ArrayList<String>();
    lines.add(" " + name);
    for (var direction : List.of("input", "output")) {
      database
          .find("INTERFACE", name)
          .map(entity -> entity.get("service-policy " + direction))
          .filter(policy -> !policy.isEmpty())
          .ifPresent(policy -> {
            lines.add("  Service-policy " + direction + ": " + policy);
            if (direction.equals("input") && name.startsWith("Vlan")) {
              lines.addAll(policedTraffic(name.substring("Vlan".length()), policy));
            }
          });
    }
    return joinLines(lines);
  }

  /**
   * What the forwarding engine of each card has policed of a VLAN, as it came in by the card's
   * ports.
   */
  private List<String> policedTraffic(String vlan, String policy) {
    var rate =
        database.find("POLICY-MAP", policy).stream()
            .flatMap(policyMap -> policyMap.attributes().values().stream())
            .map(POLICE::matcher)
            .filter(Matcher::matches)
            .map(police -> police.group(1))
            .findFirst()
            .orElse("0");
    var circuit = database.find("VLAN", vlan).map(entity -> entity.get("NAME")).orElse("");
    var counts = state.portCounters.byPort(circuit);
    var bySlot = new TreeMap<String, PortCounters.Count>();
    for (var port : database.list("INTERFACE")) {
      var slot = SLOT.matcher(port.name());
      if (slot.matches()
          && state.removedCardSlots.hasPort(port.name())
          && port.attributes().containsKey("mls qos vlan-based")
          && carries(port, vlan)) {
        bySlot.merge(
            slot.group(1),
            counts.getOrDefault(port.name(), PortCounters.Count.ZERO),
            PortCounters.Count::plus);
      }
    }
    var lines = new ArrayList<String>();
    lines.add("    class-map: class-default (match-any)");
    lines.add("      Match: any");
    lines.add("      police :");
    lines.add("        " + rate + " bps");
    bySlot.forEach((slot, count) -> {
      lines.add("      Earl in slot " + slot + " :");
      lines.add("        " + count.bytesIn() + " bytes");
      lines.add("        5 minute offered rate 0 bps");
      lines.add(
          "        aggregate-forwarded %d bytes action: transmit"
              .formatted(count.bytesIn() - count.policedBytes()));
      lines.add("        exceeded " + count.policedBytes() + " bytes action: drop");
      lines.add("        aggregate-forward 0 bps exceed 0 bps");
    });
    return lines;
  }

  private static String joinLines(List<String> lines) {
    return lines.stream().map(line -> line + "\r\n").collect(Collectors.joining());
  }

  /** The text after a keyword, possibly blank; empty if the text begins otherwise. */
  private static Optional<String> argumentAfter(String text, String keyword) {
    if (text.equals(keyword)) {
      return Optional.of("");
    }
    return text.startsWith(keyword + " ")
        ? Optional.of(text.substring(keyword.length() + 1).strip())
        : Optional.empty();
  }
}
