package org.touchpaper.lnsap.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A port as its running configuration shows it, and what is typed to put circuits on it and to take
 * them off again. A port that switches nothing is dressed for its first circuit and undressed after
 * its last; a mark at the end of its description, the first to come and the last to go, says that
 * its dress is ours. On a port that its site dressed only our VLANs come and go, and one in other
 * use is left alone: so every port ends as it was found.
 *
 * @param lines its own, as {@link IosOutput#configuration} finds them
 */
record SwitchPort(String name, List<String> lines) {

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

  /** What a port does that switches nothing, and should go on doing. */
  private static final Pattern OTHER_USE =
      Pattern.compile(
          "(ip address|ip unnumbered|ip vrf forwarding|vrf forwarding|ipv6 (address|enable)|xconnect"
              + "|channel-group|bridge-group|service-policy|encapsulation|service instance)\\b.*");

  /** Several circuits share a trunk; an untagged port has one, whose name marks it. */
  private static final String SHARED = "touchpaper";

  private static final Pattern MARKED =
      Pattern.compile("(.*?) ?\\[(" + SHARED + "|TP-[0-9A-F]{12})]");

  /** What IOS takes; a question mark cannot be typed. */
  private static final Pattern TYPABLE = Pattern.compile("[ -~&&[^?]]{0,240}");

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

  /** The VLANs that its list names, which may go on over several lines; none without a list. */
  private Set<Integer> vlans() {
    return IosOutput.vlans(
        lines.stream()
            .filter(line -> line.startsWith(ALLOWED))
            .map(line -> line.substring(ALLOWED.length()))
            .toList());
  }

  boolean carries(String vlan) {
    return vlans().contains(Integer.valueOf(vlan));
  }

  Optional<String> accessVlan() {
    return IosOutput.after(lines, ACCESS_VLAN);
  }

  /** True if it is dressed by us, or half so, and carries no circuit: not yet, or no more. */
  boolean isLeftOver() {
    return mark().filter(SHARED::equals).isPresent() && vlans().isEmpty();
  }

  /** True if its dress is ours: then what it lists is our circuits'. */
  boolean isOurs() {
    return mark().isPresent();
  }

  /** The circuit it was dressed for as an untagged port. */
  Optional<String> circuit() {
    return mark().filter(mark -> !mark.equals(SHARED));
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

  /** The lines that put a VLAN onto it, beside others; none if it carries it. */
  List<String> carrying(String vlan) {
    checkNo("switchport mode access");
    checkNo(ACCESS_VLAN);
    var hasList = lines.stream().anyMatch(line -> line.startsWith(ALLOWED));
    // without a list a trunk carries all there is, so the first VLAN is not added but set
    var listing = ALLOWED + (hasList ? ADD : "") + vlan;
    if (isDressedBySite(TRUNK) && !hasList) {
      throw new InOtherUse(
          name, "its trunk carries every VLAN; give it a list (\"" + ALLOWED + "none\")");
    }
    return dressed(TRUNK, carries(vlan) ? Optional.empty() : Optional.of(listing), SHARED);
  }

  /** The lines that take a VLAN off it; none if it carries it not. */
  List<String> without(String vlan) {
    var others = vlans();
    others.remove(Integer.valueOf(vlan));
    if (mark().filter(SHARED::equals).isPresent() && others.isEmpty()) {
      return undressed();
    }
    return unlisting(vlan);
  }

  /** The lines that take a VLAN off it and leave all else of it; none if it carries it not. */
  List<String> unlisting(String vlan) {
    return carries(vlan) ? List.of("interface " + name, REMOVE + vlan) : List.of();
  }

  /** The lines that undress a port, but for the last, which takes our mark off it. */
  static List<String> keepingItsMark(List<String> undressing) {
    var kept =
        undressing.stream()
            .filter(line -> !line.startsWith(DESCRIPTION) && !line.equals(NO_DESCRIPTION))
            .toList();
    return kept.size() > 1 ? kept : List.of();
  }

  /** True if these lines, carried out whenever, change nothing for any VLAN but their own. */
  static boolean isOfOneVlan(List<String> lines) {
    return lines.stream()
        .skip(1)
        .allMatch(line -> line.startsWith(ALLOWED + ADD) || line.startsWith(REMOVE));
  }

  /** The lines that give it to one untagged VLAN; none if it has it. */
  List<String> givenTo(String vlan, String circuit) {
    checkNo("switchport mode trunk");
    checkNo(ALLOWED);
    var has = accessVlan();
    if (has.isPresent() && !has.get().equals(vlan)) {
      throw new InOtherUse(name, ACCESS_VLAN + has.get());
    }
    return dressed(
        ACCESS, has.isPresent() ? Optional.empty() : Optional.of(ACCESS_VLAN + vlan), circuit);
  }

  /** The lines that take the untagged VLAN off it; none if it has none. */
  List<String> givenBack() {
    if (circuit().isPresent()) {
      return undressed();
    }
    return accessVlan().isPresent()
        ? List.of("interface " + name, "no switchport access vlan")
        : List.of();
  }

  private void checkNo(String other) {
    lines.stream()
        .filter(line -> line.startsWith(other))
        .findFirst()
        .ifPresent(line -> {
          throw new InOtherUse(name, line);
        });
  }

  /** False if it is ours to dress; a port that its site dressed in less than this is refused. */
  private boolean isDressedBySite(List<String> dress) {
    if (mark().isPresent()) {
      return false;
    }
    if (lines.stream().noneMatch(line -> line.startsWith(SWITCHPORT) || line.equals(QOS))) {
      lines.stream()
          .filter(line -> OTHER_USE.matcher(line).matches())
          .findFirst()
          .ifPresent(line -> {
            throw new InOtherUse(name, line);
          });
      return false;
    }
    for (var line : dress) {
      if (!lines.contains(line)) {
        throw new InOtherUse(name, "its site dressed it without \"" + line + "\"");
      }
    }
    return true;
  }

  /** {@code switchport} first, without which there is nothing to list, and then the circuit. */
  private List<String> dressed(List<String> dress, Optional<String> circuit, String mark) {
    var typed = new ArrayList<String>();
    if (!isDressedBySite(dress)) {
      if (mark().isEmpty()) {
        typed.add(marked(mark));
      }
      dress.stream().filter(line -> !lines.contains(line)).forEach(typed::add);
    }
    circuit.ifPresent(
        line -> typed.add(typed.indexOf(SWITCHPORT) < 0 ? 0 : typed.indexOf(SWITCHPORT) + 1, line));
    if (!typed.isEmpty()) {
      typed.addFirst("interface " + name);
    }
    return typed;
  }

  /** {@code no switchport} takes all that follows it along. */
  private List<String> undressed() {
    var typed = new ArrayList<String>();
    typed.add("interface " + name);
    if (lines.contains(QOS)) {
      typed.add("no " + QOS);
    }
    if (lines.contains(SWITCHPORT)) {
      typed.add("no " + SWITCHPORT);
    }
    var found = MARKED.matcher(description());
    typed.add(
        found.matches() && !found.group(1).isEmpty()
            ? DESCRIPTION + found.group(1)
            : NO_DESCRIPTION);
    return typed;
  }

  private String description() {
    return IosOutput.after(lines, DESCRIPTION).orElse("");
  }

  private Optional<String> mark() {
    var marked = MARKED.matcher(description());
    return marked.matches() ? Optional.of(marked.group(2)) : Optional.empty();
  }

  private String marked(String mark) {
    var text = (description() + " [" + mark + "]").strip();
    if (!TYPABLE.matcher(text).matches()) {
      throw new InOtherUse(
          name, "its description is too long, or cannot be typed, with our mark: " + text);
    }
    return DESCRIPTION + text;
  }
}
