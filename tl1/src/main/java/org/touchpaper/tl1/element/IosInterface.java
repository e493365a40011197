package org.touchpaper.tl1.element;

import java.util.Map;
import java.util.TreeSet;

/** An interface being configured: its VLANs, its policies, and what else a line can say of it. */
record IosInterface(Database database, String name) {

  /** Carries a line out; returns what is printed. */
  String type(String line) {
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
      case "no switchport",
          "no switchport nonegotiate",
          "no mls qos vlan-based",
          "no shutdown",
          "no mtu",
          "no description",
          "no switchport mode",
          "no switchport trunk encapsulation",
          "no switchport trunk allowed vlan" ->
          change(line.substring(3), "");
      case "switchport mode access", "switchport mode trunk" ->
          change("switchport mode", line.substring(16));
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

  private String allowedVlans(String text) {
    var words = text.split(" ", 2);
    var list = IosNames.vlans(words.length == 2 ? words[1] : words[0]);
    var now =
        IosNames.vlans(current().get("switchport trunk allowed vlan").replace("none", ""))
            .orElseGet(TreeSet::new);
    if (text.equals("none") || text.equals("all")) {
      return change("switchport trunk allowed vlan", text.equals("all") ? "" : "none");
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
    return change("switchport trunk allowed vlan", printed);
  }

  private Entity current() {
    return database
        .find("INTERFACE", name)
        .orElseGet(() -> new Entity("INTERFACE", name, Map.of()));
  }

  /** An interface without any line of its own is not held. */
  private String change(String attribute, String value) {
    var changed = current().with(attribute, value);
    if (changed.attributes().isEmpty() && !name.startsWith("Vlan")) {
      database.remove(changed);
    } else {
      database.put(changed);
    }
    return "";
  }
}
