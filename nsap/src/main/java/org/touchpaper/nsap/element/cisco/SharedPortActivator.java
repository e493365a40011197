package org.touchpaper.nsap.element.cisco;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.touchpaper.nsap.element.Tl1ElementClient;
import org.touchpaper.platform.ParallelCalls;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.RequestedDataMissingException;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.tl1.message.ColonSeparatedRow;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Keeps the ports of one ONS 15454 in service while circuits need them.
 *
 * <ul>
 *   <li>Each circuit holds its ports by a note. A port found out of service is put in service, and
 *       named if it has no name; a second note records its original state, which the last circuit
 *       restores. A port that its site put in service is never edited.
 *   <li>A port in maintenance, or taken out of service at the element under our circuits, stays
 *       out: its laser may be in front of an eye.
 *   <li>A port that a late command of ours may still take out of service cannot be used by other
 *       circuits until {@link UncertainShutdownPortBlocker} permits it.
 *   <li>Callers serialise edits, from reading a port to the last note.
 * </ul>
 */
record SharedPortActivator(
    Tl1ElementClient element,
    DriverItemNoteRepository notes,
    UncertainShutdownPortBlocker uncertainShutdownPortBlocker) {

  /** The name, for people, of ports that we put in service and that had none. */
  static final String NAME = "TOUCHPAPER";

  /** Note: {@code facility circuit}. */
  private static final String HOLD = "HOLD";

  static final String FOUND = "FOUND";

  /** SROF, port having connection; SNVS, Cross Connect Exists (Command Guide R3.3). */
  private static final Pattern IN_USE = Pattern.compile("(?i)having connection|cross.?connect");

  private static final Pattern OPTICAL = Pattern.compile("(OC|STM)\\d{1,3}");

  /** A port as read. */
  record Port(String facility, String type, String name, ServiceState state) {
    boolean isInService() {
      return state.isInService();
    }
  }

  /** The ports as read, and the holds as {@code facility circuit}. */
  record PortStates(Map<String, Port> ports, Set<String> holds) {
    boolean isInService(String facility) {
      var port = ports.get(facility);
      return port != null && port.isInService();
    }
  }

  /**
   * Reads ports.
   *
   * @param carriesOurs true if a cross-connect of ours is on the port
   */
  PortStates read(Collection<String> facilities, Predicate<String> carriesOurs) {
    var ports =
        ParallelCalls.invokeAll(
                facilities.stream().<Supplier<Port>>map(facility -> () -> read(facility)).toList())
            .stream()
            .collect(Collectors.toMap(Port::facility, Function.identity()));
    ports.values().stream()
        .filter(port -> !port.isInService())
        .filter(port -> !carriesOurs.test(port.facility())) // taken out of service under a circuit
        .forEach(this::removeStaleNotes);
    var holds = facilities.isEmpty() ? Set.<String>of() : notes.list(HOLD).keySet();
    return new PortStates(ports, holds);
  }

  /** A port out of service has no holds and no original state to restore. */
  private void removeStaleNotes(Port port) {
    holders(port.facility()).forEach(hold -> notes.removeIfStale(HOLD, hold));
    notes.removeIfStale(FOUND, port.facility());
  }

  private List<String> holders(String facility) {
    return notes.list(HOLD).keySet().stream()
        .filter(hold -> hold.startsWith(facility + " "))
        .toList();
  }

  private Port read(String facility) {
    var card =
        readSingleRow(InputCommand.of("RTRV-EQPT").withAid(PathAid.parse(facility).equipment()))
            .valueAt(1, 0);
    var type = typeOfPorts(card);
    var row = readSingleRow(InputCommand.of("RTRV-" + type).withAid(facility));
    return new Port(
        facility,
        type,
        row.findValue("NAME").orElse(""),
        ServiceState.in(row, row.blocks().size() - 1));
  }

  /** The port type in command names: OC12 for an OC12-4, G1000 for a G1K-4. */
  static String typeOfPorts(String card) {
    var optical = OPTICAL.matcher(card);
    if (optical.lookingAt()) {
      return optical.group();
    }
    return card.startsWith("G1") ? "G1000" : card;
  }

  private ColonSeparatedRow readSingleRow(InputCommand command) {
    return element.retrieve(command, Tl1ElementClient.hasCode()).stream()
        .findFirst()
        .map(ColonSeparatedRow::parse)
        .orElseThrow(() ->
            new RequestedDataMissingException(element.tid(), command.code() + " returned no row"));
  }

  /**
   * Holds the port in service for a circuit.
   *
   * @param owners the owners of all cross-connects on it
   */
  EditOutcome hold(String facility, String circuit, Supplier<List<String>> owners) {
    var port = read(facility);
    if (port.isInService()) {
      return uncertainShutdownPortBlocker
          .findDenial(facility, circuit)
          .orElseGet(() -> keepInService(port, circuit));
    }
    uncertainShutdownPortBlocker.clear(facility);
    return denialFor(port, circuit, owners.get()).orElseGet(() -> putInService(port, circuit));
  }

  /** Without holds, the site has put the port in service since its original state was noted. */
  private EditOutcome keepInService(Port port, String circuit) {
    if (holders(port.facility()).isEmpty() && !port.name().equals(NAME)) {
      notes.remove(FOUND, port.facility());
    }
    return recordHold(port.facility(), circuit);
  }

  private EditOutcome recordHold(String facility, String circuit) {
    notes.put(HOLD, facility + " " + circuit, "");
    return new EditOutcome.Done();
  }

  /** The refusal to put a port in service that was deliberately taken out. */
  private static Optional<EditOutcome> denialFor(Port port, String circuit, List<String> owners) {
    var circuits =
        owners.stream()
            .filter(CircuitNameFormat::isCircuitName)
            .filter(owner -> !owner.equals(circuit))
            .distinct()
            .sorted()
            .collect(Collectors.joining(" and "));
    var portText = port.facility() + " (" + port.state() + ")";
    if (!circuits.isEmpty()) {
      return Optional.of(
          new EditOutcome.Denied(
              "TAKEN OUT",
              portText
                  + " was taken out of service at the element while it carries "
                  + circuits
                  + "; put it back in service to use it for more circuits"));
    }
    return port.state().isInMaintenance()
        ? Optional.of(
            new EditOutcome.Denied(
                "MAINTENANCE",
                portText
                    + " is in maintenance; put it in service or disable it at the element before"
                    + " circuits can use it"))
        : Optional.empty();
  }

  /** Puts the port in service. No circuit of ours is on it, so other holds are obsolete. */
  private EditOutcome putInService(Port port, String circuit) {
    var wasHeld = notes.list(HOLD).containsKey(port.facility() + " " + circuit);
    var recordedState = Optional.ofNullable(notes.list(FOUND).get(port.facility()));
    var originalState =
        recordedState.filter(_ -> port.name().equals(NAME)).orElse(port.state().toString());
    holders(port.facility()).forEach(hold -> notes.remove(HOLD, hold));
    recordFoundStateAndHold(port.facility(), originalState, circuit);
    var outcome = Optional.<EditOutcome>empty();
    try {
      var name = port.name().isEmpty() ? "NAME=\"" + NAME + "\"" : "";
      outcome = Optional.of(edit(port, name, port.state().inServiceValue()));
      return outcome.get();
    } finally {
      var isNotDone = outcome.filter(result -> !(result instanceof EditOutcome.Denied)).isEmpty();
      if (!isNotDone) { // again: the edit may have taken longer than stale notes are kept
        recordFoundStateAndHold(port.facility(), originalState, circuit);
      } else if (!wasHeld) { // later changes are the site's own
        notes.remove(HOLD, port.facility() + " " + circuit);
        recordedState.ifPresentOrElse(
            state -> notes.put(FOUND, port.facility(), state),
            () -> notes.remove(FOUND, port.facility()));
      }
    }
  }

  private void recordFoundStateAndHold(String facility, String originalState, String circuit) {
    notes.put(FOUND, facility, originalState);
    recordHold(facility, circuit);
  }

  private EditOutcome edit(Port port, String name, String state) {
    return element.edit(
        InputCommand.of("ED-" + port.type())
            .withAid(port.facility())
            .withBlock("")
            .withBlock(name)
            .withBlock(state.split(",", -1)));
  }

  /**
   * Releases the port for a circuit.
   *
   * @param isCarryingTraffic true if any cross-connect is on it
   */
  EditOutcome release(String facility, String circuit, BooleanSupplier isCarryingTraffic) {
    var port = read(facility);
    var isLast = holders(facility).stream().allMatch(hold -> hold.equals(facility + " " + circuit));
    var originalState =
        Optional.ofNullable(notes.list(FOUND).get(facility)).map(ServiceState::parse);
    var isOurs = originalState.isPresent() || port.name().equals(NAME);
    if (isLast && isOurs && port.isInService() && !isCarryingTraffic.getAsBoolean()) {
      var outcome =
          takeOutOfService(port, originalState.orElse(new ServiceState("OOS", "")), circuit);
      if (!(outcome instanceof EditOutcome.Done)) {
        return outcome;
      }
    }
    notes.remove(HOLD, facility + " " + circuit);
    return new EditOutcome.Done();
  }

  /** Unless the command was certainly not sent, the shutdown stays noted as uncertain. */
  private EditOutcome takeOutOfService(Port port, ServiceState originalState, String circuit) {
    var earlier = uncertainShutdownPortBlocker.begin(port.facility(), circuit);
    try {
      var outcome = restore(port, originalState);
      if (outcome instanceof EditOutcome.Unknown) {
        uncertainShutdownPortBlocker.markUncertain(port.facility(), circuit);
      } else {
        uncertainShutdownPortBlocker.resolve(port.facility(), earlier);
      }
      return outcome;
    } catch (ElementReadException e) { // not sent
      uncertainShutdownPortBlocker.resolve(port.facility(), earlier);
      throw e;
    }
  }

  /** Also done if something else, such as a VT1, uses the port: then it stays in service. */
  private EditOutcome restore(Port port, ServiceState originalState) {
    var outcome =
        edit(port, port.name().equals(NAME) ? "NAME=\"\"" : "", originalState.commandValue());
    return switch (outcome) {
      case EditOutcome.Denied(_, var text) when IN_USE.matcher(text).find() ->
          new EditOutcome.Done();
      case EditOutcome.Done _ -> verifyRestored(port.facility(), originalState);
      case EditOutcome.Denied _, EditOutcome.Unknown _ -> outcome;
    };
  }

  /** A completed change that is not visible may still take effect under the next circuit. */
  private EditOutcome verifyRestored(String facility, ServiceState originalState) {
    try {
      if (!isRestored(facility, originalState)) {
        return new EditOutcome.Unknown("completed, but " + facility + " is still in service");
      }
    } catch (ElementReadException e) {
      return new EditOutcome.Unknown("completed, but not verified: " + e.getMessage());
    }
    notes.remove(FOUND, facility);
    return new EditOutcome.Done();
  }

  /** With a good signal a port in AINS may be in service at once. */
  private boolean isRestored(String facility, ServiceState originalState) {
    return originalState.awaitsSignal() || !read(facility).isInService();
  }
}
