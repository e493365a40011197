package org.touchpaper.nsap.element;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1LoginRequirements;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.EmulatedElementUnderTest;
import org.touchpaper.tl1.message.InputCommand;

/** An emulated element with one circuit. */
public final class ElementPluginFixture extends EmulatedElementUnderTest {

  /** The circuit's name. */
  public static final String NAME =
      CircuitNameFormat.of(UUID.fromString("0193b1d0-0000-7000-8000-000000000001"), 1);

  public static final Credentials LOGIN = Credentials.tl1("touchpaper", "lightpath");

  /** The notes about the elements under test. */
  public static final ElementNoteTables NOTES = ElementNoteTables.create();

  private final List<ConfigItem> wanted;
  private final String holder;
  private final List<InputCommand> foreignCommands;

  /**
   * An element under test.
   *
   * @param type a stateless element type
   * @param holder the text that identifies the other party in a refusal
   * @param occupyCommands the commands by which the other party takes a resource of the circuit
   */
  public ElementPluginFixture(
      ElementPlugin type,
      ElementModel model,
      Path folder,
      ElementHop crossing,
      String holder,
      List<InputCommand> occupyCommands)
      throws IOException {
    this(
        type,
        new Emulated(crossing.node(), model, folder, Clock.systemUTC()),
        type.items(crossing),
        holder,
        occupyCommands);
  }

  /**
   * An element under test with these items.
   *
   * @param type a stateless element type
   * @param holder the text that identifies the other party in a refusal
   * @param occupyCommands the commands by which the other party takes a resource of the circuit
   */
  public ElementPluginFixture(
      ElementPlugin type,
      Emulated emulated,
      List<ConfigItem> wanted,
      String holder,
      List<InputCommand> occupyCommands)
      throws IOException {
    super(emulated.start(), (endpoint, timing) -> drive(type, ports(wanted), endpoint, timing));
    this.wanted = wanted;
    this.holder = holder;
    this.foreignCommands = occupyCommands;
  }

  /** The emulated element. */
  public record Emulated(
      String tid, ElementModel model, Path folder, Clock clock, ControlPlane plane) {

    /** Without signalling. */
    public Emulated(String tid, ElementModel model, Path folder, Clock clock) {
      this(tid, model, folder, clock, new ControlPlane(List.of()));
    }

    private EmulatedElement start() throws IOException {
      return EmulatedElement.start(ElementConfig.demo(tid, model), folder, clock, plane);
    }
  }

  /** The ports as in a topology, where a key contains two. */
  private static Set<String> ports(List<ConfigItem> wanted) {
    return wanted.stream()
        .flatMap(item -> Stream.of(item.key().split("[-,]", -1)))
        .collect(Collectors.toSet());
  }

  private static DriverSession drive(
      ElementPlugin type, Set<String> ports, ElementEndpoint endpoint, SessionTiming timing) {
    NOTES.empty();
    var line = type.open(settings(endpoint, timing, ports));
    return new DriverSession(line.driver(), line.session());
  }

  /** Settings for an emulated element. */
  public static ElementSettings settings(
      ElementEndpoint endpoint, SessionTiming timing, Set<String> ports) {
    return new ElementSettings(
        endpoint,
        LOGIN,
        timing,
        Tl1LoginRequirements.defaults(),
        TranscriptSink.NONE,
        NOTES.of(endpoint.tid()),
        ports,
        timing.totalTimeout());
  }

  @Override
  public List<ConfigItem> wanted() {
    return wanted;
  }

  @Override
  public String occupyByOther() {
    foreignCommands.forEach(this::send);
    return holder;
  }

  /** A circuit over an element, from one end to the other. */
  public static ElementHop elementHop(
      String tid, SignalType signal, int mbps, Route.End in, Route.End out) {
    return new ElementHop(new Route.Hop(tid, in, out), signal, NAME, mbps);
  }

  /** An end on an Ethernet port or a fibre. */
  public static Route.End port(String aid) {
    return new Route.End(aid, 100, List.of());
  }

  /** An end in time slots of a line. */
  public static Route.End line(String port, Integer... slots) {
    return new Route.End(port, 0, List.of(slots));
  }

  /** Injects a fault into the next command that contains this text. */
  public void injectOnce(String text, InjectedFault fault) {
    element.faults().injectOnce(text, fault);
  }

  /** True if all faults have been used. */
  public boolean areFaultsSpent() {
    return element.faults().isExhausted();
  }

  /** Removes a port's signal. */
  public void loseSignal(String port) {
    element.loseSignal(port);
  }

  /** Sends a command as another party, which must complete. */
  public void send(InputCommand command) {
    try (var others =
        Tl1Session.open(
            directEndpoint(),
            LOGIN,
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      var outcome = others.send(command);
      if (!(outcome instanceof Tl1Outcome.Completed)) {
        throw new IllegalStateException(command + ": " + outcome);
      }
    }
  }
}
