package org.touchpaper.tl1.element;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Configuration mode of one connection: where it stands, and what each line changes. */
final class IosConfiguration {

  private static final Pattern POLICE =
      Pattern.compile(
          "police (cir )?\\d{4,11}( (bc )?\\d{3,10}){0,2}( conform-action \\S+)?( exceed-action \\S+)?"
              + "( violate-action \\S+)?");
  private static final String NAME = "[A-Za-z0-9_.:/-]{1,64}";

  private enum Place {
    GLOBAL("(config)"),
    VLAN("(config-vlan)"),
    INTERFACE("(config-if)"),
    POLICY_MAP("(config-pmap)"),
    CLASS("(config-pmap-c)");

    private final String promptPart;

    Place(String promptPart) {
      this.promptPart = promptPart;
    }
  }

  private final Database database;
  private Place place = Place.GLOBAL;
  private String subject = "";
  private String policyClass = "";

  /** What was typed about a VLAN; the VLAN database is updated when its mode is left. */
  private @Nullable Entity pendingVlan;

  IosConfiguration(Database database) {
    this.database = database;
  }

  String promptPart() {
    return place.promptPart;
  }

  boolean isGlobal() {
    return place == Place.GLOBAL;
  }

  /** Carries a line out; returns what is printed. */
  String type(String line) {
    if (line.equals("exit")) {
      leaveVlan();
      place = place == Place.CLASS ? Place.POLICY_MAP : Place.GLOBAL;
      return "";
    }
    var output =
        switch (place) {
          case GLOBAL -> null;
          case VLAN -> vlan(line);
          case INTERFACE -> interfaceLine(line);
          case POLICY_MAP -> policyMap(line);
          case CLASS -> policyClass(line);
        };
    return output == null ? global(line) : output;
  }

  private String global(String line) {
    var isNo = line.startsWith("no ");
    var words = (isNo ? line.substring(3) : line).split(" ", 2);
    var argument = words.length == 2 ? words[1] : "";
    return switch (words[0].toLowerCase(Locale.ROOT)) {
      case "vlan" -> isNo ? noVlan(argument) : enterVlan(argument);
      case "interface", "int" -> isNo ? noInterface(argument) : enterInterface(argument);
      case "policy-map" -> isNo ? noPolicyMap(argument) : enterPolicyMap(argument);
      case "mls" -> argument.equals("qos") ? "" : Ios7600.INVALID;
      default -> Ios7600.INVALID;
    };
  }

  private String enterVlan(String number) {
    if (!IosNames.isVlan(number)) {
      return "% Invalid VLAN ID " + number + "\r\n";
    }
    stand(Place.VLAN, number);
    pendingVlan =
        database
            .find("VLAN", number)
            .orElseGet(() -> new Entity("VLAN", number, Map.of("NAME", defaultName(number))));
    return "";
  }

  private String noVlan(String number) {
    if (number.equals("1")) {
      return "% Default VLAN 1 may not be deleted.\r\n";
    }
    if (!IosNames.isVlan(number)) {
      return "% Invalid VLAN ID " + number + "\r\n";
    }
    database.find("VLAN", number).ifPresent(database::remove);
    return stand(Place.GLOBAL, "");
  }

  private String enterInterface(String text) {
    var name = IosNames.interfaceName(text);
    name.filter(each -> database.find("INTERFACE", each).isEmpty() && each.startsWith("Vlan"))
        .ifPresent(each -> database.put(new Entity("INTERFACE", each, Map.of("shutdown", "yes"))));
    return name.map(each -> stand(Place.INTERFACE, each)).orElse(Ios7600.INVALID);
  }

  private String noInterface(String text) {
    var name = IosNames.interfaceName(text).filter(each -> each.startsWith("Vlan"));
    if (name.isEmpty()) {
      return Ios7600.INVALID;
    }
    database.find("INTERFACE", name.get()).ifPresent(database::remove);
    return stand(Place.GLOBAL, "");
  }

  private String enterPolicyMap(String name) {
    if (!name.matches(NAME)) {
      return Ios7600.INVALID;
    }
    if (database.find("POLICY-MAP", name).isEmpty()) {
      database.put(new Entity("POLICY-MAP", name, Map.of()));
    }
    return stand(Place.POLICY_MAP, name);
  }

  private String noPolicyMap(String name) {
    var user =
        database.list("INTERFACE").stream()
            .filter(each -> each.attributes().entrySet().stream().anyMatch(a -> uses(a, name)))
            .findFirst();
    if (user.isPresent()) {
      return "% Policy-map " + name + " is being used by " + user.get().name() + "\r\n";
    }
    var found = database.find("POLICY-MAP", name);
    found.ifPresent(database::remove);
    stand(Place.GLOBAL, "");
    return found.isPresent() ? "" : "% policy map " + name + " not configured\r\n";
  }

  private static boolean uses(Map.Entry<String, String> attribute, String policyMap) {
    return attribute.getKey().startsWith("service-policy")
        && attribute.getValue().equals(policyMap);
  }

  private @Nullable String vlan(String line) {
    if (line.startsWith("name ")) {
      var name = line.substring(5);
      if (!name.matches("\\S{1,32}")) {
        return Ios7600.INVALID;
      }
      return nameVlan(name);
    }
    return line.equals("no name") ? nameVlan(defaultName(subject)) : null;
  }

  private String nameVlan(String name) {
    if (pendingVlan != null) {
      pendingVlan = pendingVlan.with("NAME", name);
    }
    return "";
  }

  /** Leaving configuration, or any of its modes, puts into force what was typed in it. */
  void leaveVlan() {
    if (pendingVlan != null) {
      database.put(pendingVlan);
      pendingVlan = null;
    }
  }

  private @Nullable String interfaceLine(String line) {
    var words = line.split(" ", 2);
    return switch (words[0]) {
      case "switchport", "no", "service-policy", "mls", "mtu", "description", "shutdown", "ip" -> {
        var isOfInterface = !line.matches("(no )?(vlan|interface|policy-map|mls qos$).*");
        yield isOfInterface ? onInterface(line) : null;
      }
      default -> null;
    };
  }

  private String onInterface(String line) {
    var access = after(line, "switchport access vlan ");
    if (access.isPresent()) {
      return accessVlan(access.get());
    }
    var allowed = after(line, "switchport trunk allowed vlan ");
    if (allowed.isPresent()) {
      return allowedVlans(allowed.get());
    }
    for (var direction : new String[] {"input", "output"}) {
      var policy = after(line, "service-policy " + direction + " ");
      if (policy.isPresent()) {
        return database.find("POLICY-MAP", policy.get()).isPresent()
            ? change("INTERFACE", "service-policy " + direction, policy.get())
            : "% policy map " + policy.get() + " not configured\r\n";
      }
      if (line.startsWith("no service-policy " + direction)) {
        return change("INTERFACE", "service-policy " + direction, "");
      }
    }
    return simple(line);
  }

  private String simple(String line) {
    var description = after(line, "description ");
    if (description.isPresent()) {
      return change("INTERFACE", "description", description.get());
    }
    var mtu = after(line, "mtu ");
    if (mtu.isPresent()) {
      return mtu.get().matches("\\d{2,4}|9216")
          ? change("INTERFACE", "mtu", mtu.get())
          : Ios7600.INVALID;
    }
    if (line.startsWith("no switchport access vlan")) {
      return change("INTERFACE", "switchport access vlan", "");
    }
    return switch (line) {
      case "switchport", "switchport nonegotiate", "mls qos vlan-based", "shutdown" ->
          change("INTERFACE", line, "yes");
      case "no switchport",
          "no switchport nonegotiate",
          "no mls qos vlan-based",
          "no shutdown",
          "no mtu",
          "no description",
          "no switchport mode",
          "no switchport trunk encapsulation",
          "no switchport trunk allowed vlan" ->
          change("INTERFACE", line.substring(3), "");
      case "switchport mode access", "switchport mode trunk" ->
          change("INTERFACE", "switchport mode", line.substring(16));
      case "switchport trunk encapsulation dot1q" ->
          change("INTERFACE", "switchport trunk encapsulation", "dot1q");
      default -> Ios7600.INVALID;
    };
  }

  private String accessVlan(String number) {
    if (!IosNames.isVlan(number)) {
      return Ios7600.INVALID;
    }
    var output = "";
    if (database.find("VLAN", number).isEmpty() && !number.equals("1")) {
      database.put(new Entity("VLAN", number, Map.of("NAME", defaultName(number))));
      output = "% Access VLAN does not exist. Creating vlan " + number + "\r\n";
    }
    return output + change("INTERFACE", "switchport access vlan", number);
  }

  private String allowedVlans(String text) {
    var words = text.split(" ", 2);
    var list = IosNames.vlans(words.length == 2 ? words[1] : words[0]);
    var now =
        IosNames.vlans(current().get("switchport trunk allowed vlan").replace("none", ""))
            .orElseGet(TreeSet::new);
    if (text.equals("none") || text.equals("all")) {
      return change("INTERFACE", "switchport trunk allowed vlan", text.equals("all") ? "" : "none");
    }
    if (list.isEmpty()) {
      return "Command rejected: Bad VLAN list.\r\n";
    }
    switch (words[0]) {
      case "add" -> now.addAll(list.get());
      case "remove" -> now.removeAll(list.get());
      default -> {
        if (words.length == 2) {
          return Ios7600.INVALID;
        }
        now = list.get();
      }
    }
    var printed = now.isEmpty() ? "none" : IosNames.list(now);
    return change("INTERFACE", "switchport trunk allowed vlan", printed);
  }

  private @Nullable String policyMap(String line) {
    var name = after(line, "class ");
    if (name.isPresent() && name.get().matches(NAME)) {
      policyClass = name.get();
      place = Place.CLASS;
      var known = current().attributes().containsKey("class " + policyClass);
      return known ? "" : change("POLICY-MAP", "class " + policyClass, " ");
    }
    return after(line, "no class ")
        .map(unwanted -> change("POLICY-MAP", "class " + unwanted, ""))
        .orElse(null);
  }

  private @Nullable String policyClass(String line) {
    if (POLICE.matcher(line).matches()) {
      return change("POLICY-MAP", "class " + policyClass, line);
    }
    if (line.startsWith("no police")) {
      return change("POLICY-MAP", "class " + policyClass, " ");
    }
    return line.startsWith("police") ? Ios7600.INCOMPLETE : policyMap(line);
  }

  private String stand(Place newPlace, String newSubject) {
    leaveVlan();
    place = newPlace;
    subject = newSubject;
    return "";
  }

  private Entity current() {
    var kind =
        switch (place) {
          case GLOBAL, VLAN -> "VLAN";
          case INTERFACE -> "INTERFACE";
          case POLICY_MAP, CLASS -> "POLICY-MAP";
        };
    return database.find(kind, subject).orElseGet(() -> new Entity(kind, subject, Map.of()));
  }

  /** An interface without any line of its own is not held. */
  private String change(String kind, String attribute, String value) {
    var changed = current().with(attribute, value);
    if (kind.equals("INTERFACE") && changed.attributes().isEmpty() && !subject.startsWith("Vlan")) {
      database.remove(changed);
    } else {
      database.put(changed);
    }
    return "";
  }

  private static String defaultName(String number) {
    return "VLAN" + "0".repeat(4 - number.length()) + number;
  }

  private static Optional<String> after(String line, String prefix) {
    return line.startsWith(prefix)
        ? Optional.of(line.substring(prefix.length()).strip())
        : Optional.empty();
  }
}
