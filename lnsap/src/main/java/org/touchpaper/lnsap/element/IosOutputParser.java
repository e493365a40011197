package org.touchpaper.lnsap.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.lnsap.campus.InterfaceNameNormalizer;
import org.touchpaper.lnsap.element.IosQueries.Pseudowire;
import org.touchpaper.lnsap.element.IosQueries.Vlan;

/** Parses output of IOS show commands; empty if the output has another form. */
final class IosOutputParser {

  private static final Pattern POLICE = Pattern.compile("\\s*police (?:cir )?(\\d+)\\b.*");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

  private static final String POLICY_MAP = "Policy Map ";

  /** Local interface, local circuit, destination, VC id, status. */
  private static final Pattern PSEUDOWIRE =
      Pattern.compile(
          "(\\S+)\\s+(\\S.*?)\\s+(\\d+(?:\\.\\d+){3})\\s+(\\d+)\\s+([A-Za-z][A-Za-z ]*)");

  private IosOutputParser() {}

  /**
   * The link status of each port by full name, from {@code show interfaces status}. Port
   * descriptions are truncated and may contain blanks, so the heading defines the status column.
   */
  static Optional<Map<String, String>> links(List<String> lines) {
    var links = new TreeMap<String, String>();
    var column = -1;
    for (var line : lines) {
      if (line.startsWith("Port ") && line.contains(" Status ")) {
        column = line.indexOf(" Status ") + 1;
      } else if (column > 0 && line.length() > column) {
        var port = InterfaceNameNormalizer.full(line.split(" ", 2)[0]);
        links.put(port, line.substring(column).split(" ", 2)[0]);
      }
    }
    return column < 0 ? Optional.empty() : Optional.of(links);
  }

  /** The rest of the first line with this prefix. */
  static Optional<String> findAfter(List<String> lines, String prefix) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()).strip())
        .findFirst();
  }

  /** A VLAN from {@code show vlan id}. */
  static Optional<Vlan> vlan(List<String> lines, String number) {
    return vlans(lines, number).map(found -> found.get(number));
  }

  /**
   * The VLANs whose number matches; the heading defines the columns. A list of ports continues in
   * lines without other content.
   */
  static Optional<Map<String, Vlan>> vlans(List<String> lines, String number) {
    var found = new TreeMap<String, Vlan>();
    var name = -1;
    var status = -1;
    var last = "";
    for (var line : lines) {
      if (line.startsWith("VLAN Name ") && line.contains(" Status ")) {
        name = line.indexOf("Name");
        status = line.indexOf("Status");
      } else if (line.startsWith("VLAN Type ")) {
        break; // a second table of the same VLANs
      } else if (status > 0 && line.length() > status) {
        var id = line.substring(0, name).strip();
        last = id.isEmpty() ? last : id;
        if (last.matches(number)) {
          var fields = line.substring(status).split(" ", 2);
          var row = new Vlan(line.substring(name, status).strip(), fields[0], parsePorts(fields));
          found.merge(last, row, IosOutputParser::mergeContinuation);
        }
      }
    }
    return status < 0 ? Optional.empty() : Optional.of(found);
  }

  /** The ports, which follow the status. */
  private static List<String> parsePorts(String[] fields) {
    return Stream.of(fields)
        .skip(1)
        .flatMap(ports -> Stream.of(ports.split(",", -1)))
        .map(InterfaceNameNormalizer::full)
        .filter(port -> !port.isEmpty())
        .toList();
  }

  private static Vlan mergeContinuation(Vlan row, Vlan continuation) {
    var ports = Stream.concat(row.ports().stream(), continuation.ports().stream()).toList();
    return new Vlan(row.name(), row.status(), ports);
  }

  static boolean isVlanMissing(List<String> lines, String number) {
    var pattern =
        Pattern.compile("(% )?VLAN (id )?" + number + " not found in current VLAN database");
    return lines.stream().anyMatch(line -> pattern.matcher(line.strip()).lookingAt());
  }

  static String defaultVlanName(String vlan) {
    return "VLAN" + "0".repeat(4 - vlan.length()) + vlan;
  }

  static List<String> policyMaps(List<String> lines) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> line.startsWith(POLICY_MAP))
        .map(line -> line.substring(POLICY_MAP.length()))
        .toList();
  }

  /** The rate of the policer of all traffic ({@code class-default}), bit/s. */
  static Optional<String> policedRate(List<String> lines) {
    return findFirst(lines, POLICE).map(match -> match.group(1));
  }

  /** The lines of an interface in {@code show running-config interface}. */
  static Optional<List<String>> configuration(List<String> lines) {
    var stripped = lines.stream().map(String::strip).toList();
    var end = stripped.lastIndexOf("end");
    for (var i = 0; i < end; i++) {
      if (stripped.get(i).startsWith("interface ")) {
        return Optional.of(stripped.subList(i + 1, end));
      }
    }
    return Optional.empty();
  }

  /** The names in {@code show ip interface brief}, which lists all interfaces. */
  static Optional<Set<String>> interfaces(List<String> lines) {
    return lines.stream().anyMatch(line -> line.matches("Interface +IP-Address .*"))
        ? Optional.of(lines.stream().map(line -> line.split(" ", 2)[0]).collect(Collectors.toSet()))
        : Optional.empty();
  }

  /** The rows of {@code show mpls l2transport vc}; its output is empty if there are none. */
  static Optional<List<Pseudowire>> pseudowires(List<String> lines) {
    var rows = new ArrayList<Pseudowire>();
    for (var line : lines.stream().map(String::strip).toList()) {
      var row = PSEUDOWIRE.matcher(line);
      if (row.matches()) {
        rows.add(new Pseudowire(row.group(1), row.group(3), row.group(4), row.group(5)));
      } else if (!line.isEmpty() && !line.startsWith("Local intf ") && !line.startsWith("---")) {
        return Optional.empty();
      }
    }
    return Optional.of(rows);
  }

  /** The VLANs of lists such as {@code 1,5-7}. */
  static Set<Integer> vlans(List<String> lists) {
    var vlans = new TreeSet<Integer>();
    for (var list : lists) {
      RANGE
          .matcher(list)
          .results()
          .forEach(range -> {
            var low = Integer.parseInt(range.group(1));
            var high = range.group(2) == null ? low : Integer.parseInt(range.group(2));
            for (var vlan = low; vlan <= high; vlan++) {
              vlans.add(vlan);
            }
          });
    }
    return vlans;
  }

  private static Optional<MatchResult> findFirst(List<String> lines, Pattern pattern) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(Matcher::toMatchResult)
        .findFirst();
  }
}
