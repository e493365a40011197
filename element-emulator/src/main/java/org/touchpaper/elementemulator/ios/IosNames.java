package org.touchpaper.elementemulator.ios;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Parses and formats names and numbers as IOS does. */
final class IosNames {

  private static final Pattern GIGABIT =
      Pattern.compile("(?i)gi(?:gabitethernet)? ?([1-9])/([1-9]|1\\d|2[0-4])");
  private static final Pattern TEN_GIGABIT =
      Pattern.compile("(?i)te(?:ngigabitethernet)? ?([1-9])/([1-4])");
  private static final Pattern VLAN = Pattern.compile("(?i)vlan ?(\\d{1,4})");

  static final String ALL_VLANS = "1-4094";

  private IosNames() {}

  /** The full name of an interface of this chassis, from any abbreviation. */
  static Optional<String> interfaceName(String text) {
    var gigabit = GIGABIT.matcher(text);
    if (gigabit.matches()) {
      return Optional.of("GigabitEthernet" + gigabit.group(1) + "/" + gigabit.group(2));
    }
    var tenGigabit = TEN_GIGABIT.matcher(text);
    if (tenGigabit.matches()) {
      return Optional.of("TenGigabitEthernet" + tenGigabit.group(1) + "/" + tenGigabit.group(2));
    }
    var vlan = VLAN.matcher(text);
    return vlan.matches() && isValidVlan(vlan.group(1))
        ? Optional.of("Vlan" + vlan.group(1))
        : Optional.empty();
  }

  /** The short form in {@code show vlan}. */
  static String shortName(String name) {
    return name.replace("TenGigabitEthernet", "Te")
        .replace("GigabitEthernet", "Gi")
        .replace("Vlan", "Vl");
  }

  static boolean isValidVlan(String number) {
    if (!number.matches("[1-9]\\d{0,3}")) {
      return false;
    }
    var n = Integer.parseInt(number);
    return n <= 4094 && (n < 1002 || n > 1005);
  }

  /** The VLANs of a list such as {@code 1,5-7}; empty if it is malformed. */
  static Optional<Set<Integer>> parseVlans(String list) {
    Set<Integer> vlans = new TreeSet<>();
    for (var item : list.isEmpty() ? List.<String>of() : List.of(list.split(",", -1))) {
      var ends = item.split("-", -1);
      if (ends.length > 2 || !isValidVlan(ends[0]) || !isValidVlan(ends[ends.length - 1])) {
        return Optional.empty();
      }
      for (var n = Integer.parseInt(ends[0]); n <= Integer.parseInt(ends[ends.length - 1]); n++) {
        vlans.add(n);
      }
    }
    return Optional.of(vlans);
  }

  /** Formats VLANs as IOS does, with three or more consecutive ones as a range. */
  static String formatVlans(Set<Integer> vlans) {
    var text = new StringBuilder();
    var remaining = new TreeSet<>(vlans);
    while (!remaining.isEmpty()) {
      var first = remaining.pollFirst();
      var last = first;
      while (remaining.remove(last + 1)) {
        last++;
      }
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (last > first) {
        text.append(last == first + 1 ? "," : "-").append(last);
      }
    }
    return text.toString();
  }

  static String defaultVlanName(String number) {
    return "VLAN" + "0".repeat(4 - number.length()) + number;
  }

  /** The rest of a line after these keywords. */
  static Optional<String> argumentAfter(String line, String keywords) {
    return line.startsWith(keywords)
        ? Optional.of(line.substring(keywords.length()).strip())
        : Optional.empty();
  }
}
