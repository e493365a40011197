package org.touchpaper.tl1.element;

import java.util.Locale;
import java.util.Map;
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
    XCONNECT("(config-if-xconn)"),
    POLICY_MAP("(config-pmap)"),
    CLASS("(config-pmap-c)");

    private final String promptPart;

    Place(String promptPart) {
      this.promptPart = promptPart;
    }
  }

  private final Slots slots;
  private final Database database;
  private Place place = Place.GLOBAL;
  private String subject = "";
  private String policyClass = "";

  /** What was typed about a VLAN; the VLAN database is updated when its mode is left. */
  private @Nullable Entity pendingVlan;

  IosConfiguration(Shelf shelf) {
    this.slots = shelf.slots;
    this.database = shelf.database();
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
      place =
          switch (place) {
            case CLASS -> Place.POLICY_MAP;
            case XCONNECT -> Place.INTERFACE;
            case GLOBAL, VLAN, INTERFACE, POLICY_MAP -> Place.GLOBAL;
          };
      return "";
    }
    var output =
        switch (place) {
          case GLOBAL, XCONNECT -> null;
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
      case "mls" -> argument.equals("qos") ? police(!isNo) : Ios7600.INVALID;
      default -> Ios7600.INVALID;
    };
  }

  /** On as its site has started it; off is what it has to hold. */
  private String police(boolean isOn) {
    var off = new Entity("GLOBAL", "no mls qos", Map.of());
    if (isOn) {
      database.remove(off);
    } else {
      database.put(off);
    }
    return stand(Place.GLOBAL, "");
  }

  private String enterVlan(String number) {
    if (!IosNames.isVlan(number)) {
      return "% Invalid VLAN ID " + number + "\r\n";
    }
    stand(Place.VLAN, number);
    pendingVlan =
        database
            .find("VLAN", number)
            .orElseGet(
                () -> new Entity("VLAN", number, Map.of("NAME", IosNames.defaultVlanName(number))));
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
    var name = IosNames.interfaceName(text).filter(slots::hold);
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
      return ofVlan("NAME", name);
    }
    return switch (line) {
      case "no name" -> ofVlan("NAME", IosNames.defaultVlanName(subject));
      case "state suspend" -> ofVlan("STATE", "suspend");
      case "state active", "no state" -> ofVlan("STATE", "");
      case "shutdown" -> ofVlan("SHUTDOWN", "yes");
      case "no shutdown" -> ofVlan("SHUTDOWN", "");
      default -> null;
    };
  }

  private String ofVlan(String attribute, String value) {
    if (pendingVlan != null) {
      pendingVlan = pendingVlan.with(attribute, value);
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
      case "switchport",
          "no",
          "service-policy",
          "mls",
          "mtu",
          "description",
          "shutdown",
          "ip",
          "xconnect" -> {
        var isOfInterface = !line.matches("(no )?(vlan|interface|policy-map|mls qos$).*");
        var output = isOfInterface ? new IosInterface(database, subject).type(line) : null;
        if (words[0].equals("xconnect") && "".equals(output)) {
          place = Place.XCONNECT;
        }
        yield output;
      }
      default -> null;
    };
  }

  private @Nullable String policyMap(String line) {
    var name = IosNames.after(line, "class ");
    if (name.isPresent() && name.get().matches(NAME)) {
      policyClass = name.get();
      place = Place.CLASS;
      var known = policy().attributes().containsKey("class " + policyClass);
      return known ? "" : change("class " + policyClass, " ");
    }
    return IosNames.after(line, "no class ")
        .map(unwanted -> change("class " + unwanted, ""))
        .orElse(null);
  }

  private @Nullable String policyClass(String line) {
    if (POLICE.matcher(line).matches()) {
      return change("class " + policyClass, line);
    }
    if (line.startsWith("no police")) {
      return change("class " + policyClass, " ");
    }
    return line.startsWith("police") ? Ios7600.INCOMPLETE : policyMap(line);
  }

  private String stand(Place newPlace, String newSubject) {
    leaveVlan();
    place = newPlace;
    subject = newSubject;
    return "";
  }

  private Entity policy() {
    return database
        .find("POLICY-MAP", subject)
        .orElseGet(() -> new Entity("POLICY-MAP", subject, Map.of()));
  }

  private String change(String attribute, String value) {
    database.put(policy().with(attribute, value));
    return "";
  }
}
