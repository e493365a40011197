package org.touchpaper.elementemulator.ios;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;
import org.touchpaper.elementemulator.state.RemovedCardSlots;

/** The configuration mode of one connection: its present submode and the changes by each line. */
final class IosConfigurationMode {

  private static final Pattern POLICE =
      Pattern.compile(
          "police (cir )?\\d{4,11}( (bc )?\\d{3,10}){0,2}( conform-action \\S+)?( exceed-action \\S+)?"
              + "( violate-action \\S+)?");
  private static final String POLICY_NAME = "[A-Za-z0-9_.:/-]{1,64}";

  private enum Mode {
    GLOBAL("(config)"),
    VLAN("(config-vlan)"),
    INTERFACE("(config-if)"),
    XCONNECT("(config-if-xconn)"),
    POLICY_MAP("(config-pmap)"),
    CLASS("(config-pmap-c)");

    private final String promptPart;

    Mode(String promptPart) {
      this.promptPart = promptPart;
    }
  }

  private final RemovedCardSlots removedCardSlots;
  private final PersistentElementDatabase database;
  private Mode mode = Mode.GLOBAL;
  private String subject = "";
  private String policyClass = "";

  /** Uncommitted changes to a VLAN; leaving VLAN mode saves them. */
  private @Nullable ManagedEntity pendingVlan;

  IosConfigurationMode(ElementState state) {
    this.removedCardSlots = state.removedCardSlots;
    this.database = state.database();
  }

  String promptPart() {
    return mode.promptPart;
  }

  boolean isGlobal() {
    return mode == Mode.GLOBAL;
  }

  String enterLine(String line) {
    if (line.equals("exit")) {
      applyPendingVlan();
      mode =
          switch (mode) {
            case CLASS -> Mode.POLICY_MAP;
            case XCONNECT -> Mode.INTERFACE;
            case GLOBAL, VLAN, INTERFACE, POLICY_MAP -> Mode.GLOBAL;
          };
      return "";
    }
    var output =
        switch (mode) {
          case GLOBAL, XCONNECT -> null;
          case VLAN -> vlanLine(line);
          case INTERFACE -> interfaceLine(line);
          case POLICY_MAP -> policyMapLine(line);
          case CLASS -> policyClassLine(line);
        };
    return output == null ? globalLine(line) : output;
  }

  private String globalLine(String line) {
    var isNo = line.startsWith("no ");
    var tokens = (isNo ? line.substring(3) : line).split(" ", 2);
    var argument = tokens.length == 2 ? tokens[1] : "";
    return switch (tokens[0].toLowerCase(Locale.ROOT)) {
      case "vlan" -> isNo ? noVlan(argument) : enterVlan(argument);
      case "interface", "int" -> isNo ? noInterface(argument) : enterInterface(argument);
      case "policy-map" -> isNo ? noPolicyMap(argument) : enterPolicyMap(argument);
      case "mls" -> argument.equals("qos") ? setMlsQos(!isNo) : Ios7600CliSession.INVALID;
      default -> Ios7600CliSession.INVALID;
    };
  }

  /** On is the default and is not stored; off is. */
  private String setMlsQos(boolean isOn) {
    var disabled = new ManagedEntity("GLOBAL", "no mls qos", Map.of());
    if (isOn) {
      database.remove(disabled);
    } else {
      database.put(disabled);
    }
    return enterMode(Mode.GLOBAL, "");
  }

  private String enterVlan(String number) {
    if (!IosNames.isValidVlan(number)) {
      return "% Invalid VLAN ID " + number + "\r\n";
    }
    enterMode(Mode.VLAN, number);
    pendingVlan =
        database
            .find("VLAN", number)
            .orElseGet(() ->
                new ManagedEntity(
                    "VLAN", number, Map.of("NAME", IosNames.defaultVlanName(number))));
    return "";
  }

  private String noVlan(String number) {
    if (number.equals("1")) {
      return "% Default VLAN 1 may not be deleted.\r\n";
    }
    if (!IosNames.isValidVlan(number)) {
      return "% Invalid VLAN ID " + number + "\r\n";
    }
    database.find("VLAN", number).ifPresent(database::remove);
    return enterMode(Mode.GLOBAL, "");
  }

  private String enterInterface(String text) {
    var name = IosNames.interfaceName(text).filter(removedCardSlots::hasPort);
    name.filter(interfaceName ->
            database.find("INTERFACE", interfaceName).isEmpty() && interfaceName.startsWith("Vlan"))
        .ifPresent(interfaceName ->
            database.put(new ManagedEntity("INTERFACE", interfaceName, Map.of("shutdown", "yes"))));
    return name.map(interfaceName -> enterMode(Mode.INTERFACE, interfaceName))
        .orElse(Ios7600CliSession.INVALID);
  }

  private String noInterface(String text) {
    var name =
        IosNames.interfaceName(text).filter(interfaceName -> interfaceName.startsWith("Vlan"));
    if (name.isEmpty()) {
      return Ios7600CliSession.INVALID;
    }
    database.find("INTERFACE", name.get()).ifPresent(database::remove);
    return enterMode(Mode.GLOBAL, "");
  }

  private String enterPolicyMap(String name) {
    if (!name.matches(POLICY_NAME)) {
      return Ios7600CliSession.INVALID;
    }
    if (database.find("POLICY-MAP", name).isEmpty()) {
      database.put(new ManagedEntity("POLICY-MAP", name, Map.of()));
    }
    return enterMode(Mode.POLICY_MAP, name);
  }

  private String noPolicyMap(String name) {
    var user =
        database.list("INTERFACE").stream()
            .filter(entity ->
                entity.attributes().entrySet().stream()
                    .anyMatch(attribute -> uses(attribute, name)))
            .findFirst();
    if (user.isPresent()) {
      return "% Policy-map " + name + " is being used by " + user.get().name() + "\r\n";
    }
    var found = database.find("POLICY-MAP", name);
    found.ifPresent(database::remove);
    enterMode(Mode.GLOBAL, "");
    return found.isPresent() ? "" : "% policy map " + name + " not configured\r\n";
  }

  private static boolean uses(Map.Entry<String, String> attribute, String policyMap) {
    return attribute.getKey().startsWith("service-policy")
        && attribute.getValue().equals(policyMap);
  }

  private @Nullable String vlanLine(String line) {
    if (line.startsWith("name ")) {
      var name = line.substring(5);
      if (!name.matches("\\S{1,32}")) {
        return Ios7600CliSession.INVALID;
      }
      return setVlanAttribute("NAME", name);
    }
    return switch (line) {
      case "no name" -> setVlanAttribute("NAME", IosNames.defaultVlanName(subject));
      case "state suspend" -> setVlanAttribute("STATE", "suspend");
      case "state active", "no state" -> setVlanAttribute("STATE", "");
      case "shutdown" -> setVlanAttribute("SHUTDOWN", "yes");
      case "no shutdown" -> setVlanAttribute("SHUTDOWN", "");
      default -> null;
    };
  }

  private String setVlanAttribute(String attribute, String value) {
    if (pendingVlan != null) {
      pendingVlan = pendingVlan.with(attribute, value);
    }
    return "";
  }

  /** Leaving configuration mode or any submode saves the changes to a VLAN. */
  void applyPendingVlan() {
    if (pendingVlan != null) {
      database.put(pendingVlan);
      pendingVlan = null;
    }
  }

  private @Nullable String interfaceLine(String line) {
    var tokens = line.split(" ", 2);
    return switch (tokens[0]) {
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
        var output =
            isOfInterface
                ? new IosInterfaceConfigurationMode(database, subject).enterLine(line)
                : null;
        if (tokens[0].equals("xconnect") && "".equals(output)) {
          mode = Mode.XCONNECT;
        }
        yield output;
      }
      default -> null;
    };
  }

  private @Nullable String policyMapLine(String line) {
    var name = IosNames.argumentAfter(line, "class ");
    if (name.isPresent() && name.get().matches(POLICY_NAME)) {
      policyClass = name.get();
      mode = Mode.CLASS;
      var exists = currentPolicyMap().attributes().containsKey("class " + policyClass);
      return exists ? "" : setPolicyAttribute("class " + policyClass, " ");
    }
    return IosNames.argumentAfter(line, "no class ")
        .map(unwanted -> setPolicyAttribute("class " + unwanted, ""))
        .orElse(null);
  }

  private @Nullable String policyClassLine(String line) {
    if (POLICE.matcher(line).matches()) {
      return setPolicyAttribute("class " + policyClass, line);
    }
    if (line.startsWith("no police")) {
      return setPolicyAttribute("class " + policyClass, " ");
    }
    return line.startsWith("police") ? Ios7600CliSession.INCOMPLETE : policyMapLine(line);
  }

  private String enterMode(Mode newMode, String newSubject) {
    applyPendingVlan();
    mode = newMode;
    subject = newSubject;
    return "";
  }

  private ManagedEntity currentPolicyMap() {
    return database
        .find("POLICY-MAP", subject)
        .orElseGet(() -> new ManagedEntity("POLICY-MAP", subject, Map.of()));
  }

  private String setPolicyAttribute(String attribute, String value) {
    database.put(currentPolicyMap().with(attribute, value));
    return "";
  }
}
