package org.touchpaper.lnsap.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Plans the lines that add circuits to a port and remove them, from its running configuration. A
 * port that switches nothing is configured for its first circuit and restored after its last; a
 * mark at the end of its description, typed first and removed last, records that the configuration
 * is ours. On a port that its site configured only our VLANs are edited; a port in other use is
 * left alone. So every port ends as it was found.
 *
 * @param lines its lines, from {@link IosOutputParser#configuration}
 */
record SwitchPortCommandPlanner(String name, List<String> lines) {

  private static final String SWITCHPORT = "switchport";
  private static final String ALLOWED = "switchport trunk allowed vlan ";
  private static final String ADD = "add ";
  private static final String REMOVE = ALLOWED + "remove ";
  private static final String ACCESS_VLAN = "switchport access vlan ";
  private static final String DESCRIPTION = "description ";
  private static final String NO_DESCRIPTION = "no description";
  private static final String QOS = "mls qos vlan-based";
  private static final List<String> TRUNK =
      List.of(SWITCHPORT, "switchport trunk encapsulation dot1q", "switchport mode trunk", QOS);
  private static final List<String> ACCESS = List.of(SWITCHPORT, "switchport mode access", QOS);

  /** Lines of a port in other use, which must not be changed. */
  private static final Pattern OTHER_USE =
      Pattern.compile(
          "(ip address|ip unnumbered|ip vrf forwarding|vrf forwarding|ipv6 (address|enable)|xconnect"
              + "|channel-group|bridge-group|service-policy|encapsulation|service instance)\\b.*");

  /** The mark of a trunk, which several circuits share; an untagged port has its circuit's name. */
  private static final String SHARED = "touchpaper";

  private static final Pattern MARKED_DESCRIPTION =
      Pattern.compile("(.*?) ?\\[(" + SHARED + "|TP-[0-9A-F]{12})]");

  /** The text that IOS accepts; a question mark cannot be typed. */
  private static final Pattern ALLOWED_TEXT = Pattern.compile("[ -~&&[^?]]{0,240}");

  /** The port has another use, which circuits must not change. */
  static final class PortInUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortInUseException(String port, String line) {
      super(port + " is in other use: " + line, null, false, false);
    }
  }

  SwitchPortCommandPlanner {
    lines = List.copyOf(lines);
  }

  /** The VLANs of its list, which may continue over several lines; none without a list. */
  private Set<Integer> vlans() {
    return IosOutputParser.vlans(
        lines.stream()
            .filter(line -> line.startsWith(ALLOWED))
            .map(line -> line.substring(ALLOWED.length()))
            .toList());
  }

  boolean carries(String vlan) {
    return vlans().contains(Integer.valueOf(vlan));
  }

  Optional<String> accessVlan() {
    return IosOutputParser.findAfter(lines, ACCESS_VLAN);
  }

  /** True if we configured it, or began to, and it carries no circuit. */
  boolean isLeftOver() {
    return findMark().filter(SHARED::equals).isPresent() && vlans().isEmpty();
  }

  /** True if we configured it: then all VLANs it lists are our circuits'. */
  boolean isConfiguredByUs() {
    return findMark().isPresent();
  }

  /** The circuit of a port that we configured as untagged. */
  Optional<String> circuit() {
    return findMark().filter(mark -> !mark.equals(SHARED));
  }

  /** Its attributes as a trunk; empty if incomplete. */
  Map<String, String> trunkMode() {
    return lines.containsAll(TRUNK) ? Map.of("MODE", "trunk") : Map.of();
  }

  /** Its attributes as an untagged port; without a mode if incomplete. */
  Map<String, String> accessMode(String vlan) {
    return lines.containsAll(ACCESS)
        ? Map.of("VLAN", vlan, "MODE", "access")
        : Map.of("VLAN", vlan);
  }

  /** The lines that add a VLAN; none if it carries it. */
  List<String> linesToAddVlan(String vlan) {
    requireAbsent("switchport mode access");
    requireAbsent(ACCESS_VLAN);
    var hasList = lines.stream().anyMatch(line -> line.startsWith(ALLOWED));
    // without a list a trunk carries all VLANs, so the first VLAN is set, not added
    var listing = ALLOWED + (hasList ? ADD : "") + vlan;
    if (isConfiguredBySite(TRUNK) && !hasList) {
      throw new PortInUseException(
          name, "its trunk carries all VLANs; configure a list (\"" + ALLOWED + "none\")");
    }
    return linesToConfigure(TRUNK, carries(vlan) ? Optional.empty() : Optional.of(listing), SHARED);
  }

  /**
   * The lines that remove a VLAN, and restore the port after the last; none if it does not carry
   * it.
   */
  List<String> linesToRemoveVlan(String vlan) {
    var remaining = vlans();
    remaining.remove(Integer.valueOf(vlan));
    if (findMark().filter(SHARED::equals).isPresent() && remaining.isEmpty()) {
      return linesToDeconfigure();
    }
    return linesToUnlistVlan(vlan);
  }

  /** The lines that only remove a VLAN; none if it does not carry it. */
  List<String> linesToUnlistVlan(String vlan) {
    return carries(vlan) ? List.of("interface " + name, REMOVE + vlan) : List.of();
  }

  /** The lines that restore a port, except the last, which removes our mark. */
  static List<String> linesWithoutDescription(List<String> lines) {
    var remaining =
        lines.stream()
            .filter(line -> !line.startsWith(DESCRIPTION) && !line.equals(NO_DESCRIPTION))
            .toList();
    return remaining.size() > 1 ? remaining : List.of();
  }

  /** True if these lines, whenever executed, affect no other VLAN. */
  static boolean affectOnlyOwnVlan(List<String> lines) {
    return lines.stream()
        .skip(1)
        .allMatch(line -> line.startsWith(ALLOWED + ADD) || line.startsWith(REMOVE));
  }

  /** The lines that assign the port to an untagged VLAN; none if it is assigned. */
  List<String> linesToAssign(String vlan, String circuit) {
    requireAbsent("switchport mode trunk");
    requireAbsent(ALLOWED);
    var currentVlan = accessVlan();
    if (currentVlan.isPresent() && !currentVlan.get().equals(vlan)) {
      throw new PortInUseException(name, ACCESS_VLAN + currentVlan.get());
    }
    return linesToConfigure(
        ACCESS,
        currentVlan.isPresent() ? Optional.empty() : Optional.of(ACCESS_VLAN + vlan),
        circuit);
  }

  /** The lines that remove the untagged VLAN; none if it has none. */
  List<String> linesToUnassign() {
    if (circuit().isPresent()) {
      return linesToDeconfigure();
    }
    return accessVlan().isPresent()
        ? List.of("interface " + name, "no switchport access vlan")
        : List.of();
  }

  private void requireAbsent(String prefix) {
    lines.stream()
        .filter(line -> line.startsWith(prefix))
        .findFirst()
        .ifPresent(line -> {
          throw new PortInUseException(name, line);
        });
  }

  /**
   * True if the site configured it; false if we may. Fails if the site's configuration lacks a
   * required line.
   */
  private boolean isConfiguredBySite(List<String> required) {
    if (findMark().isPresent()) {
      return false;
    }
    if (lines.stream().noneMatch(line -> line.startsWith(SWITCHPORT) || line.equals(QOS))) {
      lines.stream()
          .filter(line -> OTHER_USE.matcher(line).matches())
          .findFirst()
          .ifPresent(line -> {
            throw new PortInUseException(name, line);
          });
      return false;
    }
    for (var line : required) {
      if (!lines.contains(line)) {
        throw new PortInUseException(name, "the site's configuration lacks \"" + line + "\"");
      }
    }
    return true;
  }

  /** Types {@code switchport} first, which enables the list, then the circuit's line. */
  private List<String> linesToConfigure(
      List<String> required, Optional<String> circuitLine, String mark) {
    var typed = new ArrayList<String>();
    if (!isConfiguredBySite(required)) {
      if (findMark().isEmpty()) {
        typed.add(markedDescription(mark));
      }
      required.stream().filter(line -> !lines.contains(line)).forEach(typed::add);
    }
    circuitLine.ifPresent(
        line -> typed.add(typed.indexOf(SWITCHPORT) < 0 ? 0 : typed.indexOf(SWITCHPORT) + 1, line));
    if (!typed.isEmpty()) {
      typed.addFirst("interface " + name);
    }
    return typed;
  }

  /** {@code no switchport} also removes the lines that depend on it. */
  private List<String> linesToDeconfigure() {
    var typed = new ArrayList<String>();
    typed.add("interface " + name);
    if (lines.contains(QOS)) {
      typed.add("no " + QOS);
    }
    if (lines.contains(SWITCHPORT)) {
      typed.add("no " + SWITCHPORT);
    }
    var match = MARKED_DESCRIPTION.matcher(description());
    typed.add(
        match.matches() && !match.group(1).isEmpty()
            ? DESCRIPTION + match.group(1)
            : NO_DESCRIPTION);
    return typed;
  }

  private String description() {
    return IosOutputParser.findAfter(lines, DESCRIPTION).orElse("");
  }

  private Optional<String> findMark() {
    var match = MARKED_DESCRIPTION.matcher(description());
    return match.matches() ? Optional.of(match.group(2)) : Optional.empty();
  }

  private String markedDescription(String mark) {
    var text = (description() + " [" + mark + "]").strip();
    if (!ALLOWED_TEXT.matcher(text).matches()) {
      throw new PortInUseException(
          name, "its description with our mark is too long or cannot be typed: " + text);
    }
    return DESCRIPTION + text;
  }
}
