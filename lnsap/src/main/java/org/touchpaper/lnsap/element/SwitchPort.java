package org.touchpaper.lnsap.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A port as its running configuration shows it, and what is typed to put circuits on it and to take
 * them off again. A port that switches nothing yet is dressed for its first circuit and undressed
 * after its last. The line that shows the circuit is the first to come and the last to go: a trunk
 * never carries more than it should, and one that is half dressed still reads as taken. On a trunk
 * that the site dressed in more than that, only our VLANs come and go; a port in other use is left
 * alone.
 */
record SwitchPort(String name, List<String> lines) {

  private static final String SWITCHPORT = "switchport";
  private static final String ALLOWED = "switchport trunk allowed vlan ";
  private static final String ACCESS_VLAN = "switchport access vlan ";
  private static final String QOS = "mls qos vlan-based";
  private static final List<String> TRUNK =
      List.of(SWITCHPORT, "switchport trunk encapsulation dot1q", "switchport mode trunk", QOS);
  private static final List<String> ACCESS = List.of(SWITCHPORT, "switchport mode access", QOS);

  /** The port does something else; circuits do not change what is not theirs. */
  static final class InOtherUse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InOtherUse(String port, String line) {
      super(port + " is in other use: " + line, null, false, false);
    }
  }

  SwitchPort {
    lines = List.copyOf(lines);
  }

  static SwitchPort shown(String name, List<String> running) {
    return new SwitchPort(name, running.stream().map(String::strip).toList());
  }

  /** The lines that put a VLAN onto it, beside others. */
  List<String> carrying(String vlan) {
    checkUnused("switchport mode access", ACCESS_VLAN, "ip address ");
    var list = IosOutput.after(lines, ALLOWED);
    if (list.isEmpty() && lines.contains("switchport mode trunk")) {
      throw new InOtherUse(name, "its trunk carries every VLAN");
    }
    // without a list a trunk carries all there is, so the first VLAN is not added but set
    return typed(ALLOWED + (list.isEmpty() ? "" : "add ") + vlan, TRUNK);
  }

  boolean carries(String vlan) {
    return IosOutput.after(lines, ALLOWED)
        .filter(list -> IosOutput.contains(list, vlan))
        .isPresent();
  }

  Optional<String> accessVlan() {
    return IosOutput.after(lines, ACCESS_VLAN);
  }

  /** What it is as a trunk; nothing while it is not wholly dressed as one. */
  Map<String, String> trunkMode() {
    return lines.containsAll(TRUNK) ? Map.of("MODE", "trunk") : Map.of();
  }

  /** What it is as an untagged port; without a mode while it is not wholly dressed. */
  Map<String, String> access(String vlan) {
    return lines.containsAll(ACCESS)
        ? Map.of("VLAN", vlan, "MODE", "access")
        : Map.of("VLAN", vlan);
  }

  /** The lines that take a VLAN off it; none if it carries it not. */
  List<String> without(String vlan) {
    if (!carries(vlan)) {
      return List.of();
    }
    var isLast = IosOutput.after(lines, ALLOWED).filter(vlan::equals).isPresent();
    return isLast && isOnly(TRUNK)
        ? undressed("switchport trunk allowed vlan")
        : List.of("interface " + name, ALLOWED + "remove " + vlan);
  }

  /** The lines that give it to one untagged VLAN. */
  List<String> givenTo(String vlan) {
    checkUnused("switchport mode trunk", ALLOWED, "ip address ");
    return typed(ACCESS_VLAN + vlan, ACCESS);
  }

  /** The lines that take the untagged VLAN off it; none if it has none. */
  List<String> givenBack() {
    if (accessVlan().isEmpty()) {
      return List.of();
    }
    return isOnly(ACCESS)
        ? undressed("switchport access vlan")
        : List.of("interface " + name, "no switchport access vlan");
  }

  private void checkUnused(String... others) {
    for (var other : others) {
      lines.stream()
          .filter(line -> line.startsWith(other))
          .findFirst()
          .ifPresent(line -> {
            throw new InOtherUse(name, line);
          });
    }
  }

  /** True if whatever it has to do with switching is of our making. */
  private boolean isOnly(List<String> dress) {
    return lines.stream()
        .filter(line -> line.startsWith(SWITCHPORT) || line.startsWith("mls "))
        .filter(line -> !line.startsWith(ALLOWED) && !line.startsWith(ACCESS_VLAN))
        .allMatch(dress::contains);
  }

  private List<String> typed(String first, List<String> dress) {
    if (!isOnly(dress)) {
      for (var line : dress) {
        if (!lines.contains(line)) {
          throw new InOtherUse(name, "the site dressed it without " + line);
        }
      }
      return List.of("interface " + name, first);
    }
    return Stream.concat(Stream.of("interface " + name, first), dress.stream()).toList();
  }

  private List<String> undressed(String last) {
    var typed = new ArrayList<String>();
    typed.add("interface " + name);
    for (var line : List.of(QOS, "switchport mode", "switchport trunk encapsulation")) {
      if (lines.stream().anyMatch(shown -> shown.startsWith(line))) {
        typed.add("no " + line);
      }
    }
    typed.add("no " + SWITCHPORT);
    typed.add("no " + last);
    return typed;
  }
}
