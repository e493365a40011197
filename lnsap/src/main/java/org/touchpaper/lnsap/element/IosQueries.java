package org.touchpaper.lnsap.element;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.touchpaper.elementsession.CliOutcome;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.RequestedDataMissingException;

/**
 * Runs show commands on a 7600. Missing output never means absence: an item is absent only if the
 * element states that, or a list lacks it. An error, truncated or unknown output is an {@link
 * ElementReadException} with the element's text.
 */
final class IosQueries {

  private static final int MAX_SHOWN = 200;

  private final String tid;
  private final Function<String, CliOutcome> terminal;

  IosQueries(String tid, CliSession session) {
    this(tid, session::show);
  }

  private IosQueries(String tid, Function<String, CliOutcome> terminal) {
    this.tid = tid;
    this.terminal = terminal;
  }

  /** A copy for one reading by one thread, which runs each command once. */
  IosQueries cached() {
    var answers = new HashMap<String, CliOutcome>();
    return new IosQueries(tid, command -> answers.computeIfAbsent(command, terminal));
  }

  /**
   * There is no port of this name. If its card was pulled, the port's configuration returns with
   * the card, so its items are unknown.
   */
  static final class PortMissingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortMissingException(String port) {
      super(message(port), null, false, false);
    }

    static String message(String port) {
      return "no port " + port + " (card removed or never present)";
    }
  }

  /**
   * A VLAN of the database, in any state.
   *
   * @param ports its ports by full names: {@code show vlan id} includes trunks, {@code show vlan
   *     brief} does not
   */
  record Vlan(String name, String status, List<String> ports) {
    Vlan {
      ports = List.copyOf(ports);
    }
  }

  /** A local end of a pseudowire, as listed by {@code show mpls l2transport vc}. */
  record Pseudowire(String localInterface, String peer, String vcId, String status) {
    boolean isUp() {
      return status.equalsIgnoreCase("UP");
    }
  }

  Optional<Vlan> vlan(String number) {
    var command = "show vlan id " + number;
    var output = run(command);
    var vlan = IosOutputParser.vlan(output.lines(), number);
    if (vlan.isEmpty() && !IosOutputParser.isVlanMissing(output.lines(), number)) {
      throw unparsable(command, output.lines());
    }
    return vlan;
  }

  /** All VLANs by number. */
  Map<String, Vlan> vlans() {
    var lines = show("show vlan brief");
    return IosOutputParser.vlans(lines, "\\d+")
        .orElseThrow(() -> unparsable("show vlan brief", lines));
  }

  List<String> policyMaps() {
    return IosOutputParser.policyMaps(show("show policy-map"));
  }

  Optional<List<String>> policyMap(String name) {
    var command = "show policy-map " + name;
    var output = run(command);
    if (!output.isError() && IosOutputParser.policyMaps(output.lines()).contains(name)) {
      return Optional.of(output.lines());
    }
    if (policyMaps().contains(name)) {
      throw unparsable(command, output.lines());
    }
    return Optional.empty();
  }

  /** The configuration of a VLAN's interface. */
  Optional<List<String>> vlanInterface(String number) {
    var name = "Vlan" + number;
    var command = "show running-config interface " + name;
    var output = run(command);
    var configuration = IosOutputParser.configuration(output.lines());
    if (!output.isError() && configuration.isPresent()) {
      return configuration;
    }
    if (interfaceExists(name)) {
      throw unparsable(command, output.lines());
    }
    return Optional.empty();
  }

  /**
   * The configuration of a port.
   *
   * @throws PortMissingException if there is no port of that name
   */
  SwitchPortCommandPlanner port(String name) {
    var command = "show running-config interface " + name;
    var output = run(command);
    if (output.isError() && !interfaceExists(name)) {
      throw new PortMissingException(name);
    }
    return IosOutputParser.configuration(requireNoError(command, output))
        .map(lines -> new SwitchPortCommandPlanner(name, lines))
        .orElseThrow(() -> unparsable(command, List.of()));
  }

  /** True if it is in the list of all interfaces. */
  boolean interfaceExists(String name) {
    var lines = show("show ip interface brief");
    return IosOutputParser.interfaces(lines)
        .orElseThrow(() -> unparsable("show ip interface brief", lines))
        .contains(name);
  }

  /** False if {@code mls qos} is off: policers are then accepted but have no effect. */
  boolean isPolicingEnabled() {
    var lines = show("show mls qos").stream().map(String::strip).toList();
    if (lines.contains("QoS is enabled globally")) {
      return true;
    }
    if (lines.contains("QoS is disabled globally")) {
      return false;
    }
    throw unparsable("show mls qos", lines);
  }

  List<Pseudowire> pseudowires() {
    var lines = show("show mpls l2transport vc");
    return IosOutputParser.pseudowires(lines)
        .orElseThrow(() -> unparsable("show mpls l2transport vc", lines));
  }

  /** The signalling details of a pseudowire that is not up. */
  String failureDetail(String vcId) {
    return show("show mpls l2transport vc " + vcId + " detail").stream()
        .map(String::strip)
        .filter(
            line -> line.toLowerCase(Locale.ROOT).matches("(signaling protocol|mpls vc labels).*"))
        .reduce((first, second) -> first + "; " + second)
        .orElse("it is not listed");
  }

  /** The LAN ports with their link status. */
  Map<String, String> links() {
    var lines = show("show interfaces status");
    return IosOutputParser.links(lines)
        .orElseThrow(() -> unparsable("show interfaces status", lines));
  }

  /** The traffic counters of all ports and policers. */
  IosTrafficCounterParser traffic() {
    var counters = show("show interfaces counters");
    var errors = show("show interfaces counters errors");
    return new IosTrafficCounterParser(
        IosTrafficCounterParser.ports(counters, errors)
            .orElseThrow(() -> unparsable("show interfaces counters", counters)),
        IosTrafficCounterParser.policed(show("show policy-map interface")));
  }

  /** The time of the last restart, to the second; empty if the clock was never set. */
  String lastRestart() {
    return IosOutputParser.findAfter(show("show version"), "System restarted at ").orElse("");
  }

  private record CommandOutput(List<String> lines, boolean isError) {}

  private List<String> show(String command) {
    return requireNoError(command, run(command));
  }

  private List<String> requireNoError(String command, CommandOutput output) {
    if (output.isError()) {
      throw new RequestedDataMissingException(tid, command + ": " + output.lines().getFirst());
    }
    return output.lines();
  }

  private CommandOutput run(String command) {
    return switch (terminal.apply(command)) {
      case CliOutcome.Accepted(var lines) -> new CommandOutput(lines, false);
      case CliOutcome.Rejected(_, var error, _) -> new CommandOutput(List.of(error), true);
      case CliOutcome.NotSent(var reason) -> throw new ElementReadException(tid, reason);
      case CliOutcome.Unknown(var reason, _) -> throw new ElementReadException(tid, reason);
    };
  }

  private RequestedDataMissingException unparsable(String command, List<String> lines) {
    var text = String.join(" / ", lines.stream().map(String::strip).toList()).strip();
    return new RequestedDataMissingException(
        tid,
        "the output of \"%s\" cannot be parsed: %s"
            .formatted(
                command,
                text.isBlank()
                    ? "(nothing)"
                    : text.substring(0, Math.min(MAX_SHOWN, text.length()))));
  }
}
