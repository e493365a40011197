package org.touchpaper.nsap.element.cisco;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.touchpaper.nsap.element.AtOnce;
import org.touchpaper.nsap.element.Marks;
import org.touchpaper.nsap.element.Tl1Element;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.NotTold;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.tl1.message.BlockRow;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The ports of one ONS 15454 that circuits need in service. Every circuit holds its ports, which is
 * a mark of ours. One that is found out of service is put in service, and named if it had no name;
 * how it was found is another mark. The last to let go of such a port leaves it as it was found;
 * what its site had in service is never edited. One in maintenance, or that somebody took out of
 * service under circuits of ours, stays out: its laser may be in front of an eye. One that may yet
 * be taken out by a command of ours, late, is nobody else's until {@link Settling} is over. Edits
 * come one at a time, from the look at a port to the last mark: whoever calls sees to that.
 */
final class Ports {

  /** The name of ports that we put in service and that had none: for people. */
  static final String NAME = "TOUCHPAPER";

  /** {@code facility circuit}. */
  private static final String HOLD = "HOLD";

  static final String FOUND = "FOUND";

  /** SROF, port having connection; SNVS, Cross Connect Exists (Command Guide R3.3). */
  private static final Pattern IN_USE = Pattern.compile("(?i)having connection|cross.?connect");

  private static final Pattern OPTICAL = Pattern.compile("(OC|STM)\\d{1,3}");

  private final Tl1Element element;
  private final Marks marks;
  private final Settling settling;

  Ports(Tl1Element element, Marks marks, Settling settling) {
    this.element = element;
    this.marks = marks;
    this.settling = settling;
  }

  /** A port as it is. */
  record Port(String facility, String type, String name, ServiceState state) {
    boolean isInService() {
      return state.isInService();
    }
  }

  /** What stands now, and who holds what of it: {@code facility circuit}. */
  record Standing(Map<String, Port> ports, Set<String> held) {
    boolean isInService(String facility) {
      var port = ports.get(facility);
      return port != null && port.isInService();
    }
  }

  /**
   * Reads.
   *
   * @param carriesOurs whether a cross-connect of ours is on a port
   */
  Standing read(Collection<String> facilities, Predicate<String> carriesOurs) {
    var ports =
        AtOnce.all(facilities.stream().<Callable<Port>>map(it -> () -> read(it)).toList()).stream()
            .collect(Collectors.toMap(Port::facility, Function.identity()));
    ports.values().stream()
        .filter(port -> !port.isInService())
        .filter(port -> !carriesOurs.test(port.facility())) // taken out under a circuit
        .forEach(this::tidy);
    var held = facilities.isEmpty() ? Set.<String>of() : marks.list(HOLD).keySet();
    return new Standing(ports, held);
  }

  /** What is out of service nobody keeps in service, and has nothing to be put back from. */
  private void tidy(Port out) {
    holders(out.facility()).forEach(hold -> marks.forgetGone(HOLD, hold));
    marks.forgetGone(FOUND, out.facility());
  }

  private List<String> holders(String facility) {
    return marks.list(HOLD).keySet().stream()
        .filter(hold -> hold.startsWith(facility + " "))
        .toList();
  }

  private Port read(String facility) {
    var card = only(InputCommand.of("RTRV-EQPT").at(PathAid.parse(facility).equipment())).at(1, 0);
    var type = typeOfPorts(card);
    var row = only(InputCommand.of("RTRV-" + type).at(facility));
    return new Port(
        facility, type, row.find("NAME").orElse(""), ServiceState.in(row, row.blocks().size() - 1));
  }

  /** As commands about its ports are named: those of an OC12-4 are OC12s, of a G1K-4 G1000s. */
  static String typeOfPorts(String card) {
    var optical = OPTICAL.matcher(card);
    if (optical.lookingAt()) {
      return optical.group();
    }
    return card.startsWith("G1") ? "G1000" : card;
  }

  private BlockRow only(InputCommand command) {
    return element.rows(command, Tl1Element.codes()).stream()
        .findFirst()
        .map(BlockRow::parse)
        .orElseThrow(() -> new NotTold(element.tid(), command.code() + " gave no row"));
  }

  /**
   * A circuit needs the port in service from now on.
   *
   * @param owners of the cross-connects on it, whosever
   */
  Outcome hold(String facility, String circuit, Supplier<List<String>> owners) {
    var port = read(facility);
    if (port.isInService()) {
      return settling.keepsOff(facility, circuit).orElseGet(() -> keepInService(port, circuit));
    }
    settling.isOver(facility);
    return objection(port, circuit, owners.get()).orElseGet(() -> putInService(port, circuit));
  }

  /** Where nobody of ours kept it so, its site has put it in service since it was found. */
  private Outcome keepInService(Port port, String circuit) {
    if (holders(port.facility()).isEmpty() && !port.name().equals(NAME)) {
      marks.forget(FOUND, port.facility());
    }
    return held(port.facility(), circuit);
  }

  private Outcome held(String facility, String circuit) {
    marks.put(HOLD, facility + " " + circuit, "");
    return new Outcome.Done();
  }

  /** Whoever took it out of service knows why. */
  private static Optional<Outcome> objection(Port port, String circuit, List<String> owners) {
    var others =
        owners.stream()
            .filter(CircuitName::isOne)
            .filter(owner -> !owner.equals(circuit))
            .distinct()
            .sorted()
            .collect(Collectors.joining(" and "));
    var what = port.facility() + " (" + port.state() + ")";
    if (!others.isEmpty()) {
      return Optional.of(
          new Outcome.Denied(
              "TAKEN OUT",
              what
                  + " was taken out of service by somebody while it carries "
                  + others
                  + "; it carries more once it is put back in service there"));
    }
    return port.state().isInMaintenance()
        ? Optional.of(
            new Outcome.Denied(
                "MAINTENANCE",
                what
                    + " is in maintenance, so somebody may be at work on it; circuits get it once"
                    + " it is put in service or disabled there"))
        : Optional.empty();
  }

  /** No circuit of ours is on it, so whoever else holds it does so in vain. */
  private Outcome putInService(Port port, String circuit) {
    var before = marks.list(HOLD).containsKey(port.facility() + " " + circuit);
    var earlier = Optional.ofNullable(marks.list(FOUND).get(port.facility()));
    var found = earlier.filter(_ -> port.name().equals(NAME)).orElse(port.state().toString());
    holders(port.facility()).forEach(hold -> marks.forget(HOLD, hold));
    mark(port.facility(), found, circuit);
    var outcome = Optional.<Outcome>empty();
    try {
      var name = port.name().isEmpty() ? "NAME=\"" + NAME + "\"" : "";
      outcome = Optional.of(edit(port, name, port.state().inService()));
      return outcome.get();
    } finally {
      var isNotDone = outcome.filter(it -> !(it instanceof Outcome.Denied)).isEmpty();
      if (!isNotDone) { // anew: it may have waited longer than marks of nothing are kept
        mark(port.facility(), found, circuit);
      } else if (!before) { // whoever puts it in service then does it for himself
        marks.forget(HOLD, port.facility() + " " + circuit);
        earlier.ifPresentOrElse(
            state -> marks.put(FOUND, port.facility(), state),
            () -> marks.forget(FOUND, port.facility()));
      }
    }
  }

  private void mark(String facility, String found, String circuit) {
    marks.put(FOUND, facility, found);
    held(facility, circuit);
  }

  private Outcome edit(Port port, String name, String state) {
    return element.edit(
        InputCommand.of("ED-" + port.type())
            .at(port.facility())
            .block("")
            .block(name)
            .block(state.split(",", -1)));
  }

  /**
   * A circuit needs the port no more.
   *
   * @param carries whether any cross-connect is on it, whosever
   */
  Outcome letGo(String facility, String circuit, BooleanSupplier carries) {
    var port = read(facility);
    var isLast = holders(facility).stream().allMatch(hold -> hold.equals(facility + " " + circuit));
    var found = Optional.ofNullable(marks.list(FOUND).get(facility)).map(ServiceState::parse);
    var isOurs = found.isPresent() || port.name().equals(NAME);
    if (isLast && isOurs && port.isInService() && !carries.getAsBoolean()) {
      var back = tellToGo(port, found.orElse(new ServiceState("OOS", "")), circuit);
      if (!(back instanceof Outcome.Done)) {
        return back;
      }
    }
    marks.forget(HOLD, facility + " " + circuit);
    return new Outcome.Done();
  }

  /** Whatever else goes wrong, it may have been sent: then the mark stays open. */
  private Outcome tellToGo(Port port, ServiceState asFound, String circuit) {
    var before = settling.begin(port.facility(), circuit);
    try {
      var back = putBack(port, asFound);
      if (back instanceof Outcome.Unknown) {
        settling.isInDoubt(port.facility(), circuit);
      } else {
        settling.isKnown(port.facility(), before);
      }
      return back;
    } catch (ElementUnreachable e) { // so it was not
      settling.isKnown(port.facility(), before);
      throw e;
    }
  }

  /** Done as well if it is in use by what we do not ask about, such as a VT1: then it stays. */
  private Outcome putBack(Port port, ServiceState asFound) {
    var outcome = edit(port, port.name().equals(NAME) ? "NAME=\"\"" : "", asFound.again());
    return switch (outcome) {
      case Outcome.Denied(_, var text) when IN_USE.matcher(text).find() -> new Outcome.Done();
      case Outcome.Done _ -> completed(port.facility(), asFound);
      case Outcome.Denied _, Outcome.Unknown _ -> outcome;
    };
  }

  /** What was completed and does not show may yet come, and take the port from whoever has it. */
  private Outcome completed(String facility, ServiceState asFound) {
    try {
      if (!isBack(facility, asFound)) {
        return new Outcome.Unknown("completed, but " + facility + " is in service");
      }
    } catch (ElementUnreachable e) {
      return new Outcome.Unknown("completed, and not seen since: " + e.getMessage());
    }
    marks.forget(FOUND, facility);
    return new Outcome.Done();
  }

  /** With a good signal a port that awaits one may be in service at once. */
  private boolean isBack(String facility, ServiceState asFound) {
    return asFound.awaitsSignal() || !read(facility).isInService();
  }
}
