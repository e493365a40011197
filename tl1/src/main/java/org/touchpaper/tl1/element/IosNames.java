package org.touchpaper.tl1.element;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Names and numbers as IOS reads and prints them. */
final class IosNames {

  private static final Pattern GIGABIT =
      Pattern.compile("(?i)gi(?:gabitethernet)? ?([1-9])/([1-9]|1\\d|2[0-4])");
  private static final Pattern TEN_GIGABIT =
      Pattern.compile("(?i)te(?:ngigabitethernet)? ?([1-9])/([1-4])");
  private static final Pattern VLAN = Pattern.compile("(?i)vlan ?(\\d{1,4})");

  static final String EVERY_VLAN = "1-4094";

  private IosNames() {}

  /** The full name of an interface this chassis has, however it was abbreviated. */
  static Optional<String> interfaceName(String text) {
    var gigabit = GIGABIT.matcher(text);
    if (gigabit.matches()) {
      return Optional.of("GigabitEthernet" + gigabit.group(1) + "/" + gigabit.group(2));
    }
    var ten = TEN_GIGABIT.matcher(text);
    if (ten.matches()) {
      return Optional.of("TenGigabitEthernet" + ten.group(1) + "/" + ten.group(2));
    }
    var vlan = VLAN.matcher(text);
    return vlan.matches() && isVlan(vlan.group(1))
        ? Optional.of("Vlan" + vlan.group(1))
        : Optional.empty();
  }

  /** The short form that {@code show vlan} prints. */
  static String shortName(String name) {
    return name.replace("TenGigabitEthernet", "Te")
        .replace("GigabitEthernet", "Gi")
        .replace("Vlan", "Vl");
  }

  static boolean isVlan(String number) {
    if (!number.matches("[1-9]\\d{0,3}")) {
      return false;
    }
    var n = Integer.parseInt(number);
    return n <= 4094 && (n < 1002 || n > 1005);
  }

  /** The VLANs of {@code 1,5-7}; empty if it is no such list. */
  static Optional<Set<Integer>> vlans(String list) {
    Set<Integer> vlans = new TreeSet<>();
    for (var item : list.isEmpty() ? List.<String>of() : List.of(list.split(",", -1))) {
      var ends = item.split("-", -1);
      if (ends.length > 2 || !isVlan(ends[0]) || !isVlan(ends[ends.length - 1])) {
        return Optional.empty();
      }
      for (var n = Integer.parseInt(ends[0]); n <= Integer.parseInt(ends[ends.length - 1]); n++) {
        vlans.add(n);
      }
    }
    return Optional.of(vlans);
  }

  /** Prints VLANs as IOS does, runs of three or more as a range. */
  static String list(Set<Integer> vlans) {
    var text = new StringBuilder();
    var left = new TreeSet<>(vlans);
    while (!left.isEmpty()) {
      var first = left.pollFirst();
      var last = first;
      while (left.remove(last + 1)) {
        last++;
      }
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (last > first) {
        text.append(last == first + 1 ? "," : "-").append(last);
      }
    }
    return text.toString();
  }

  /** What a VLAN is called until somebody names it. */
  static String defaultVlanName(String number) {
    return "VLAN" + "0".repeat(4 - number.length()) + number;
  }

  /** What follows the first words of a line. */
  static Optional<String> after(String line, String words) {
    return line.startsWith(words)
        ? Optional.of(line.substring(words.length()).strip())
        : Optional.empty();
  }
}
