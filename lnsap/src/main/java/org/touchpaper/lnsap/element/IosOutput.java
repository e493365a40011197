package org.touchpaper.lnsap.element;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds things in what IOS shows. */
final class IosOutput {

  private static final Pattern POLICE = Pattern.compile("\\s*police (?:cir )?(\\d+)\\b.*");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

  private IosOutput() {}

  /**
   * The ports without a link, by their full names, with the word that {@code show interfaces
   * status} has for that. Names of ports are cut off and may hold blanks, so the heading says where
   * the status stands; what has no such heading says nothing.
   */
  static Map<String, String> linksDown(List<String> lines) {
    var down = new TreeMap<String, String>();
    var column = -1;
    for (var line : lines) {
      if (line.startsWith("Port ") && line.contains(" Status ")) {
        column = line.indexOf(" Status ") + 1;
      } else if (column > 0 && line.length() > column) {
        var status = line.substring(column).split(" ", 2)[0];
        if (!status.equals("connected")) {
          down.put(fullName(line.split(" ", 2)[0]), status);
        }
      }
    }
    return down;
  }

  private static String fullName(String port) {
    return port.replaceFirst("^Te(?=\\d)", "TenGigabitEthernet")
        .replaceFirst("^Gi(?=\\d)", "GigabitEthernet")
        .replaceFirst("^Fa(?=\\d)", "FastEthernet");
  }

  /** The rest of the first line that begins with these words. */
  static Optional<String> after(List<String> lines, String words) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> line.startsWith(words))
        .map(line -> line.substring(words.length()).strip())
        .findFirst();
  }

  /** The name of a VLAN in {@code show vlan id}, nothing if it is not defined. */
  static Optional<String> vlanName(List<String> lines, String vlan) {
    var row = Pattern.compile("\\s*" + Pattern.quote(vlan) + "\\s+(\\S+)\\s+act\\S*.*");
    return first(lines, row).map(match -> match.group(1));
  }

  /** What IOS calls a VLAN that nobody named. */
  static String defaultVlanName(String vlan) {
    return "VLAN" + "0".repeat(4 - vlan.length()) + vlan;
  }

  /** The rate of the first policer in {@code show policy-map}, bit/s. */
  static Optional<String> policedRate(List<String> lines) {
    return first(lines, POLICE).map(match -> match.group(1));
  }

  /** Whether a list such as {@code 1,5-7} names a VLAN. */
  static boolean contains(String list, String vlan) {
    var wanted = Integer.parseInt(vlan);
    return RANGE
        .matcher(list)
        .results()
        .anyMatch(range -> {
          var low = Integer.parseInt(range.group(1));
          var high = range.group(2) == null ? low : Integer.parseInt(range.group(2));
          return low <= wanted && wanted <= high;
        });
  }

  private static Optional<MatchResult> first(List<String> lines, Pattern pattern) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(Matcher::toMatchResult)
        .findFirst();
  }
}
