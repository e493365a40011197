package org.touchpaper.tl1.element;

import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * An interface being configured: its VLANs, its policies, and what else a line can say of it. As
 * Cisco's "Interface and Hardware Component Command Reference" has it of the 7600, a port switches
 * nothing before {@code switchport} alone was typed, and {@code no switchport} erases all of that.
 */
record IosInterface(Database database, String name) {

  private static final Pattern XCONNECT =
      Pattern.compile("xconnect (\\d+(?:\\.\\d+){3} \\d{1,10}) encapsulation mpls");
  private static final String ALLOWED = "switchport trunk allowed vlan";

  /** Carries a line out; returns what is printed. */
  String type(String line) {
    if (line.matches("(no )?switchport.*")) {
      if (name.startsWith("Vlan")) {
        return Ios7600.INVALID;
      }
      if (!line.endsWith("switchport") && current().get("switchport").isEmpty()) {
        return "Command rejected: " + IosNames.shortName(name) + " not a switching port.\r\n";
      }
    }
    return typeFit(line);
  }

  private String typeFit(String line) {
    var access = IosNames.after(line, "switchport access vlan ");
    if (access.isPresent()) {
      return accessVlan(access.get());
    }
    var allowed = IosNames.after(line, "switchport trunk allowed vlan ");
    if (allowed.isPresent()) {
      return allowedVlans(allowed.get());
    }
    for (var direction : new String[] {"input", "output"}) {
      var policy = IosNames.after(line, "service-policy " + direction + " ");
      if (policy.isPresent()) {
        return database.find("POLICY-MAP", policy.get()).isPresent()
            ? change("service-policy " + direction, policy.get())
            : "% policy map " + policy.get() + " not configured\r\n";
      }
      if (line.startsWith("no service-policy " + direction)) {
        return change("service-policy " + direction, "");
      }
    }
    return simple(line);
  }

  private String simple(String line) {
    var xconnect = XCONNECT.matcher(line);
    if (xconnect.matches() && name.startsWith("Vlan")) {
      return xconnect(xconnect.group(1));
    }
    var description = IosNames.after(line, "description ");
    if (description.isPresent()) {
      return change("description", description.get());
    }
    var mtu = IosNames.after(line, "mtu ");
    if (mtu.isPresent()) {
      return mtu.get().matches("\\d{2,4}|9216") ? change("mtu", mtu.get()) : Ios7600.INVALID;
    }
    if (line.startsWith("no switchport access vlan")) {
      return change("switchport access vlan", "");
    }
    return switch (line) {
      case "switchport", "switchport nonegotiate", "mls qos vlan-based", "shutdown" ->
          change(line, "yes");
      case "no switchport" -> route();
      case "no xconnect" -> change("xconnect", "");
      case "no switchport nonegotiate",
          "no mls qos vlan-based",
          "no shutdown",
          "no mtu",
          "no description",
          "no switchport mode",
          "no switchport trunk encapsulation",
          "no switchport trunk allowed vlan" ->
          change(line.substring(3), "");
      case "switchport mode access" -> change("switchport mode", "access");
      case "switchport mode trunk" ->
          current().get("switchport trunk encapsulation").isEmpty()
              ? "Command rejected: An interface whose trunk encapsulation is \"Auto\" can not be"
                  + " configured to \"trunk\" mode.\r\n"
              : change("switchport mode", "trunk");
      case "switchport trunk encapsulation dot1q" ->
          change("switchport trunk encapsulation", "dot1q");
      default -> Ios7600.INVALID;
    };
  }

  private String accessVlan(String number) {
    if (!IosNames.isVlan(number)) {
      return Ios7600.INVALID;
    }
    var output = "";
    if (database.find("VLAN", number).isEmpty() && !number.equals("1")) {
      database.put(new Entity("VLAN", number, Map.of("NAME", IosNames.defaultVlanName(number))));
      output = "% Access VLAN does not exist. Creating vlan " + number + "\r\n";
    }
    return output + change("switchport access vlan", number);
  }

  /** "[To] return the interface to the routed-interface status", all of layer 2 is erased. */
  private String route() {
    var routed = current();
    for (var attribute : current().attributes().keySet()) {
      if (attribute.startsWith("switchport")) {
        routed = routed.with(attribute, "");
      }
    }
    return hold(routed);
  }

  /** In which words IOS refuses a VC that another interface has is not public. */
  private String xconnect(String peerAndVc) {
    var user =
        database.list("INTERFACE").stream()
            .filter(each -> !each.name().equals(name))
            .filter(each -> each.get("xconnect").startsWith(peerAndVc + " "))
            .findFirst();
    return user.isPresent()
        ? "% VC " + peerAndVc + " is in use by " + user.get().name() + "\r\n"
        : change("xconnect", peerAndVc + " encapsulation mpls");
  }

  private String allowedVlans(String text) {
    var words = text.split(" ", 2);
    var list = IosNames.vlans(words.length == 2 ? words[1] : words[0]);
    // a trunk without a list carries every VLAN
    var held = current().get(ALLOWED);
    var now =
        IosNames.vlans(held.isEmpty() ? IosNames.EVERY_VLAN : held.replace("none", ""))
            .orElseGet(TreeSet::new);
    if (text.equals("none") || text.equals("all")) {
      return change(ALLOWED, text.equals("all") ? "" : "none");
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
    return change(ALLOWED, printed.equals(IosNames.EVERY_VLAN) ? "" : printed);
  }

  private Entity current() {
    return database
        .find("INTERFACE", name)
        .orElseGet(() -> new Entity("INTERFACE", name, Map.of()));
  }

  private String change(String attribute, String value) {
    return hold(current().with(attribute, value));
  }

  /** An interface without any line of its own is not held. */
  private String hold(Entity changed) {
    if (changed.attributes().isEmpty() && !name.startsWith("Vlan")) {
      database.remove(changed);
    } else {
      database.put(changed);
    }
    return "";
  }
}
