package org.touchpaper.lnsap.element;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.NotTold;
import org.touchpaper.tl1.session.CliOutcome;
import org.touchpaper.tl1.session.CliSession;

/**
 * What a 7600 shows, read so that silence is never taken for absence: that a thing is not there has
 * to be said in so many words, or by a list in which it is missing. What is an error, is cut off or
 * is not understood is an {@link ElementUnreachable} that carries the element's words.
 */
final class IosReading {

  private static final int WORDS_SHOWN = 200;

  private final String tid;
  private final Function<String, CliOutcome> terminal;

  IosReading(String tid, CliSession session) {
    this(tid, session::show);
  }

  private IosReading(String tid, Function<String, CliOutcome> terminal) {
    this.tid = tid;
    this.terminal = terminal;
  }

  /** The same, for one reading by one thread: nothing is asked twice. */
  IosReading once() {
    var answers = new HashMap<String, CliOutcome>();
    return new IosReading(tid, command -> answers.computeIfAbsent(command, terminal));
  }

  /**
   * There is no port of that name now. If its card was pulled, what is configured on it is there
   * again when the card is, so nobody can tell what it holds.
   */
  static final class NotThere extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotThere(String port) {
      super(words(port), null, false, false);
    }

    static String words(String port) {
      return "no port " + port + " (its card was pulled, or never there)";
    }
  }

  /**
   * A VLAN of the database, whatever state it is in.
   *
   * @param ports that are in it, by their full names: {@code show vlan id} lists the trunks that
   *     carry it, too, {@code show vlan brief} does not
   */
  record Vlan(String name, String status, List<String> ports) {
    Vlan {
      ports = List.copyOf(ports);
    }
  }

  /** An end of a pseudowire here, as {@code show mpls l2transport vc} lists it. */
  record Pseudowire(String localInterface, String peer, String vcId, String status) {
    boolean isUp() {
      return status.equalsIgnoreCase("UP");
    }
  }

  Optional<Vlan> vlan(String number) {
    var command = "show vlan id " + number;
    var shown = ask(command);
    var vlan = IosOutput.vlan(shown.lines(), number);
    if (vlan.isEmpty() && !IosOutput.saysThereIsNoVlan(shown.lines(), number)) {
      throw notUnderstood(command, shown.lines());
    }
    return vlan;
  }

  /** All by number. */
  Map<String, Vlan> vlans() {
    var lines = show("show vlan brief");
    return IosOutput.vlans(lines, "\\d+")
        .orElseThrow(() -> notUnderstood("show vlan brief", lines));
  }

  List<String> policyMaps() {
    return IosOutput.policyMaps(show("show policy-map"));
  }

  Optional<List<String>> policyMap(String name) {
    var command = "show policy-map " + name;
    var shown = ask(command);
    if (!shown.isError() && IosOutput.policyMaps(shown.lines()).contains(name)) {
      return Optional.of(shown.lines());
    }
    if (policyMaps().contains(name)) {
      throw notUnderstood(command, shown.lines());
    }
    return Optional.empty();
  }

  /** What is configured of a VLAN's interface. */
  Optional<List<String>> vlanInterface(String number) {
    var name = "Vlan" + number;
    var command = "show running-config interface " + name;
    var shown = ask(command);
    var whole = IosOutput.configuration(shown.lines());
    if (!shown.isError() && whole.isPresent()) {
      return whole;
    }
    if (isThere(name)) {
      throw notUnderstood(command, shown.lines());
    }
    return Optional.empty();
  }

  /**
   * A port as it is configured.
   *
   * @throws NotThere if there is none of that name now
   */
  SwitchPort port(String name) {
    var command = "show running-config interface " + name;
    var shown = ask(command);
    if (shown.isError() && !isThere(name)) {
      throw new NotThere(name);
    }
    return IosOutput.configuration(unlessError(command, shown))
        .map(lines -> new SwitchPort(name, lines))
        .orElseThrow(() -> notUnderstood(command, List.of()));
  }

  /** True if it is in the list of all interfaces. */
  boolean isThere(String name) {
    var lines = show("show ip interface brief");
    return IosOutput.interfaces(lines)
        .orElseThrow(() -> notUnderstood("show ip interface brief", lines))
        .contains(name);
  }

  /** False if {@code mls qos} is off: every policer is then configured, and none polices. */
  boolean polices() {
    var lines = show("show mls qos").stream().map(String::strip).toList();
    if (lines.contains("QoS is enabled globally")) {
      return true;
    }
    if (lines.contains("QoS is disabled globally")) {
      return false;
    }
    throw notUnderstood("show mls qos", lines);
  }

  List<Pseudowire> pseudowires() {
    var lines = show("show mpls l2transport vc");
    return IosOutput.pseudowires(lines)
        .orElseThrow(() -> notUnderstood("show mpls l2transport vc", lines));
  }

  /** What it says of a pseudowire that does not work: which end has not signalled what. */
  String complaint(String vcId) {
    return show("show mpls l2transport vc " + vcId + " detail").stream()
        .map(String::strip)
        .filter(
            line -> line.toLowerCase(Locale.ROOT).matches("(signaling protocol|mpls vc labels).*"))
        .reduce((first, second) -> first + "; " + second)
        .orElse("it is not listed");
  }

  /** The LAN ports there are, each with the word for the state of its link. */
  Map<String, String> links() {
    var lines = show("show interfaces status");
    return IosOutput.links(lines).orElseThrow(() -> notUnderstood("show interfaces status", lines));
  }

  /** When it restarted, to the second; an element whose clock was never set does not tell. */
  String restarted() {
    return IosOutput.after(show("show version"), "System restarted at ").orElse("");
  }

  private record Shown(List<String> lines, boolean isError) {}

  private List<String> show(String command) {
    return unlessError(command, ask(command));
  }

  private List<String> unlessError(String command, Shown shown) {
    if (shown.isError()) {
      throw new NotTold(tid, command + ": " + shown.lines().getFirst());
    }
    return shown.lines();
  }

  private Shown ask(String command) {
    return switch (terminal.apply(command)) {
      case CliOutcome.Accepted(var lines) -> new Shown(lines, false);
      case CliOutcome.Rejected(_, var error, _) -> new Shown(List.of(error), true);
      case CliOutcome.NotSent(var reason) -> throw new ElementUnreachable(tid, reason);
      case CliOutcome.Unknown(var reason, _) -> throw new ElementUnreachable(tid, reason);
    };
  }

  private NotTold notUnderstood(String command, List<String> lines) {
    var words = String.join(" / ", lines.stream().map(String::strip).toList()).strip();
    return new NotTold(
        tid,
        "the answer to \"%s\" is not understood: %s"
            .formatted(
                command,
                words.isBlank()
                    ? "(nothing)"
                    : words.substring(0, Math.min(WORDS_SHOWN, words.length()))));
  }
}
