package org.touchpaper.nsap.element;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.EmulatedUnderTest;
import org.touchpaper.tl1.element.ControlPlane;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** An emulated element of some make that one circuit crosses. */
public final class MakeUnderTest extends EmulatedUnderTest {

  /** The name of the circuit. */
  public static final String NAME =
      CircuitName.of(UUID.fromString("0193b1d0-0000-7000-8000-000000000001"), 1);

  public static final Credentials LOGIN = Credentials.tl1("touchpaper", "lightpath");

  /** What is remembered of the elements under test. */
  public static final MarkTables MARKS = MarkTables.create();

  private final List<Item> wanted;
  private final String holder;
  private final List<InputCommand> theirs;

  /**
   * An element under test.
   *
   * @param make a make without state
   * @param holder what must be told of whoever gave these commands
   * @param theirs the commands by which somebody else takes what the circuit needs
   */
  public MakeUnderTest(
      Make make,
      Dialect dialect,
      Path folder,
      Crossing crossing,
      String holder,
      List<InputCommand> theirs)
      throws IOException {
    this(
        make,
        new Emulated(crossing.node(), dialect, folder, Clock.systemUTC()),
        make.items(crossing),
        holder,
        theirs);
  }

  /**
   * An element under test that shall hold these items.
   *
   * @param make a make without state
   * @param holder what must be told of whoever gave these commands
   * @param theirs the commands by which somebody else takes what the circuit needs
   */
  public MakeUnderTest(
      Make make, Emulated emulated, List<Item> wanted, String holder, List<InputCommand> theirs)
      throws IOException {
    super(emulated.start(), (endpoint, timing) -> drive(make, ports(wanted), endpoint, timing));
    this.wanted = wanted;
    this.holder = holder;
    this.theirs = theirs;
  }

  /** What is emulated. */
  public record Emulated(
      String tid, Dialect dialect, Path folder, Clock clock, ControlPlane plane) {

    /** One that signals to no other. */
    public Emulated(String tid, Dialect dialect, Path folder, Clock clock) {
      this(tid, dialect, folder, clock, new ControlPlane(List.of()));
    }

    private EmulatedElement start() throws IOException {
      return EmulatedElement.start(ElementConfig.demo(tid, dialect), folder, clock, plane);
    }
  }

  /** As a topology names them, where a key is made of two. */
  private static Set<String> ports(List<Item> wanted) {
    return wanted.stream()
        .flatMap(item -> Stream.of(item.key().split("[-,]", -1)))
        .collect(Collectors.toSet());
  }

  private static Driven drive(Make make, Set<String> ports, Endpoint endpoint, Timing timing) {
    var marks = MARKS.emptyFor(endpoint.tid());
    var access = new Access(endpoint, LOGIN, timing, TranscriptSink.NONE);
    var line = make.open(access.remembering(marks).among(ports));
    return new Driven(line.driver(), line.session());
  }

  @Override
  public List<Item> wanted() {
    return wanted;
  }

  @Override
  public String takenByOthers() {
    theirs.forEach(this::send);
    return holder;
  }

  /** A circuit of that name over an element, in at one end and out at the other. */
  public static Crossing crossing(
      String tid, Signal signal, int mbps, Route.End in, Route.End out) {
    return new Crossing(new Route.Hop(tid, in, out), signal, NAME, mbps);
  }

  /** An end on an Ethernet port or a fibre. */
  public static Route.End port(String aid) {
    return new Route.End(aid, 100, List.of());
  }

  /** An end in time slots of a line. */
  public static Route.End line(String port, Integer... slots) {
    return new Route.End(port, 0, List.of(slots));
  }

  /** This meets the next command that holds this text. */
  public void next(String text, Fault fault) {
    element.faults().next(text, fault);
  }

  /** True if every fault that waited has struck. */
  public boolean faultsAreSpent() {
    return element.faults().areSpent();
  }

  /** A port has lost its signal. */
  public void loseSignal(String port) {
    element.loseSignal(port);
  }

  /** Somebody else gives the element a command, which must be taken. */
  public void send(InputCommand command) {
    try (var others =
        Tl1Session.open(door(), LOGIN, Timing.usual(Clock.systemUTC()), TranscriptSink.NONE)) {
      var outcome = others.send(command);
      if (!(outcome instanceof Tl1Outcome.Completed)) {
        throw new IllegalStateException(command + ": " + outcome);
      }
    }
  }
}
