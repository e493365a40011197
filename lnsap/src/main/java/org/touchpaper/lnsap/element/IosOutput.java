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
import org.touchpaper.lnsap.campus.InterfaceName;
import org.touchpaper.lnsap.element.IosReading.Pseudowire;
import org.touchpaper.lnsap.element.IosReading.Vlan;

/** Finds things in what IOS shows; nothing where the answer is not what was asked for. */
final class IosOutput {

  private static final Pattern POLICE = Pattern.compile("\\s*police (?:cir )?(\\d+)\\b.*");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

  private static final String POLICY_MAP = "Policy Map ";

  /** Local interface, local circuit, destination, VC id, status. */
  private static final Pattern PSEUDOWIRE =
      Pattern.compile(
          "(\\S+)\\s+(\\S.*?)\\s+(\\d+(?:\\.\\d+){3})\\s+(\\d+)\\s+([A-Za-z][A-Za-z ]*)");

  private IosOutput() {}

  /**
   * The ports by their full names, each with the word that {@code show interfaces status} has for
   * its link. Names of ports are cut off and may hold blanks, so the heading says where the status
   * stands.
   */
  static Optional<Map<String, String>> links(List<String> lines) {
    var links = new TreeMap<String, String>();
    var column = -1;
    for (var line : lines) {
      if (line.startsWith("Port ") && line.contains(" Status ")) {
        column = line.indexOf(" Status ") + 1;
      } else if (column > 0 && line.length() > column) {
        var port = InterfaceName.full(line.split(" ", 2)[0]);
        links.put(port, line.substring(column).split(" ", 2)[0]);
      }
    }
    return column < 0 ? Optional.empty() : Optional.of(links);
  }

  /** The rest of the first line that begins with these words. */
  static Optional<String> after(List<String> lines, String words) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> line.startsWith(words))
        .map(line -> line.substring(words.length()).strip())
        .findFirst();
  }

  /** A VLAN in {@code show vlan id}. */
  static Optional<Vlan> vlan(List<String> lines, String number) {
    return vlans(lines, number).map(found -> found.get(number));
  }

  /**
   * The VLANs whose number is like this; the heading says where name, status and ports stand. A
   * list of ports goes on in lines that hold nothing else.
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
        break; // what follows is told of the same VLANs
      } else if (status > 0 && line.length() > status) {
        var id = line.substring(0, name).strip();
        last = id.isEmpty() ? last : id;
        if (last.matches(number)) {
          var words = line.substring(status).split(" ", 2);
          var row = new Vlan(line.substring(name, status).strip(), words[0], ports(words));
          found.merge(last, row, IosOutput::goneOn);
        }
      }
    }
    return status < 0 ? Optional.empty() : Optional.of(found);
  }

  /** What follows the status. */
  private static List<String> ports(String[] words) {
    return Stream.of(words)
        .skip(1)
        .flatMap(ports -> Stream.of(ports.split(",", -1)))
        .map(InterfaceName::full)
        .filter(port -> !port.isEmpty())
        .toList();
  }

  private static Vlan goneOn(Vlan row, Vlan rest) {
    var ports = Stream.concat(row.ports().stream(), rest.ports().stream()).toList();
    return new Vlan(row.name(), row.status(), ports);
  }

  static boolean saysThereIsNoVlan(List<String> lines, String number) {
    var words =
        Pattern.compile("(% )?VLAN (id )?" + number + " not found in current VLAN database");
    return lines.stream().anyMatch(line -> words.matcher(line.strip()).lookingAt());
  }

  /** What IOS calls a VLAN that nobody named. */
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

  /** The rate of the policer of everything ({@code class-default}), bit/s. */
  static Optional<String> policedRate(List<String> lines) {
    return first(lines, POLICE).map(match -> match.group(1));
  }

  /**
   * An interface's own lines in {@code show running-config interface}, from its name to the end.
   */
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

  /** The names in {@code show ip interface brief}, which leaves out none. */
  static Optional<Set<String>> interfaces(List<String> lines) {
    return lines.stream().anyMatch(line -> line.matches("Interface +IP-Address .*"))
        ? Optional.of(lines.stream().map(line -> line.split(" ", 2)[0]).collect(Collectors.toSet()))
        : Optional.empty();
  }

  /** The rows of {@code show mpls l2transport vc}; it may have none, and then prints nothing. */
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

  private static Optional<MatchResult> first(List<String> lines, Pattern pattern) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(Matcher::toMatchResult)
        .findFirst();
  }
}
