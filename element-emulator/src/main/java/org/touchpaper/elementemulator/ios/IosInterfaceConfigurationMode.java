package org.touchpaper.elementemulator.ios;

import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;

/**
 * The configuration of one interface: VLANs, policies and other settings. According to Cisco's
 * "Interface and Hardware Component Command Reference" for the 7600, a port is not a switch port
 * before {@code switchport} alone was entered, and {@code no switchport} erases all layer 2
 * settings.
 */
record IosInterfaceConfigurationMode(PersistentElementDatabase database, String name) {

  private static final Pattern XCONNECT =
      Pattern.compile("xconnect (\\d+(?:\\.\\d+){3} \\d{1,10}) encapsulation mpls");
  private static final String ALLOWED_VLANS = "switchport trunk allowed vlan";

  String enterLine(String line) {
    if (line.matches("(no )?switchport.*")) {
      if (name.startsWith("Vlan")) {
        return Ios7600CliSession.INVALID;
      }
      if (!line.endsWith("switchport") && current().get("switchport").isEmpty()) {
        return "Command rejected: " + IosNames.shortName(name) + " not a switching port.\r\n";
      }
    }
    return applyLine(line);
  }

  private String applyLine(String line) {
    var access = IosNames.argumentAfter(line, "switchport access vlan ");
    if (access.isPresent()) {
      return setAccessVlan(access.get());
    }
    var allowed = IosNames.argumentAfter(line, "switchport trunk allowed vlan ");
    if (allowed.isPresent()) {
      return setAllowedVlans(allowed.get());
    }
    for (var direction : new String[] {"input", "output"}) {
      var policy = IosNames.argumentAfter(line, "service-policy " + direction + " ");
      if (policy.isPresent()) {
        return database.find("POLICY-MAP", policy.get()).isPresent()
            ? setAttribute("service-policy " + direction, policy.get())
            : "% policy map " + policy.get() + " not configured\r\n";
      }
      if (line.startsWith("no service-policy " + direction)) {
        return setAttribute("service-policy " + direction, "");
      }
    }
    return applySimpleLine(line);
  }

  private String applySimpleLine(String line) {
    var xconnect = XCONNECT.matcher(line);
    if (xconnect.matches() && name.startsWith("Vlan")) {
      return setXconnect(xconnect.group(1));
    }
    var description = IosNames.argumentAfter(line, "description ");
    if (description.isPresent()) {
      return setAttribute("description", description.get());
    }
    var mtu = IosNames.argumentAfter(line, "mtu ");
    if (mtu.isPresent()) {
      return mtu.get().matches("\\d{2,4}|9216")
          ? setAttribute("mtu", mtu.get())
          : Ios7600CliSession.INVALID;
    }
    if (line.startsWith("no switchport access vlan")) {
      return setAttribute("switchport access vlan", "");
    }
    return switch (line) {
      case "switchport", "switchport nonegotiate", "mls qos vlan-based", "shutdown" ->
          setAttribute(line, "yes");
      case "no switchport" -> removeSwitchport();
      case "no xconnect" -> setAttribute("xconnect", "");
      case "no switchport nonegotiate",
          "no mls qos vlan-based",
          "no shutdown",
          "no mtu",
          "no description",
          "no switchport mode",
          "no switchport trunk encapsulation",
          "no switchport trunk allowed vlan" ->
          setAttribute(line.substring(3), "");
      case "switchport mode access" -> setAttribute("switchport mode", "access");
      case "switchport mode trunk" ->
          current().get("switchport trunk encapsulation").isEmpty()
              ? "Command rejected: An interface whose trunk encapsulation is \"Auto\" can not be"
                  + " configured to \"trunk\" mode.\r\n"
              : setAttribute("switchport mode", "trunk");
      case "switchport trunk encapsulation dot1q" ->
          setAttribute("switchport trunk encapsulation", "dot1q");
      default -> Ios7600CliSession.INVALID;
    };
  }

  private String setAccessVlan(String number) {
    if (!IosNames.isValidVlan(number)) {
      return Ios7600CliSession.INVALID;
    }
    var output = "";
    if (database.find("VLAN", number).isEmpty() && !number.equals("1")) {
      database.put(
          new ManagedEntity("VLAN", number, Map.of("NAME", IosNames.defaultVlanName(number))));
      output = "% Access VLAN does not exist. Creating vlan " + number + "\r\n";
    }
    return output + setAttribute("switchport access vlan", number);
  }

  /** "[To] return the interface to the routed-interface status" erases all layer 2 settings. */
  private String removeSwitchport() {
    var routed = current();
    for (var attribute : current().attributes().keySet()) {
      if (attribute.startsWith("switchport")) {
        routed = routed.with(attribute, "");
      }
    }
    return save(routed);
  }

  /** The message by which IOS refuses a VC of another interface is not public. */
  private String setXconnect(String peerAndVc) {
    var user =
        database.list("INTERFACE").stream()
            .filter(entity -> !entity.name().equals(name))
            .filter(entity -> entity.get("xconnect").startsWith(peerAndVc + " "))
            .findFirst();
    return user.isPresent()
        ? "% VC " + peerAndVc + " is in use by " + user.get().name() + "\r\n"
        : setAttribute("xconnect", peerAndVc + " encapsulation mpls");
  }

  private String setAllowedVlans(String text) {
    var tokens = text.split(" ", 2);
    var given = IosNames.parseVlans(tokens.length == 2 ? tokens[1] : tokens[0]);
    // a trunk without a list carries all VLANs
    var configured = current().get(ALLOWED_VLANS);
    var allowed =
        IosNames.parseVlans(
                configured.isEmpty() ? IosNames.ALL_VLANS : configured.replace("none", ""))
            .orElseGet(TreeSet::new);
    if (text.equals("none") || text.equals("all")) {
      return setAttribute(ALLOWED_VLANS, text.equals("all") ? "" : "none");
    }
    if (given.isEmpty()) {
      return "Command rejected: Bad VLAN list.\r\n";
    }
    switch (tokens[0]) {
      case "add" -> allowed.addAll(given.get());
      case "remove" -> allowed.removeAll(given.get());
      default -> {
        if (tokens.length == 2) {
          return Ios7600CliSession.INVALID;
        }
        allowed = given.get();
      }
    }
    var printed = allowed.isEmpty() ? "none" : IosNames.formatVlans(allowed);
    return setAttribute(ALLOWED_VLANS, printed.equals(IosNames.ALL_VLANS) ? "" : printed);
  }

  private ManagedEntity current() {
    return database
        .find("INTERFACE", name)
        .orElseGet(() -> new ManagedEntity("INTERFACE", name, Map.of()));
  }

  private String setAttribute(String attribute, String value) {
    return save(current().with(attribute, value));
  }

  /** An interface without settings is not stored. */
  private String save(ManagedEntity changed) {
    if (changed.attributes().isEmpty() && !name.startsWith("Vlan")) {
      database.remove(changed);
    } else {
      database.put(changed);
    }
    return "";
  }
}
