package org.touchpaper.nsap.element.cisco;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The plugin for the Cisco ONS 15454. A circuit is its ports in service, and one cross-connect for
 * each STS-1 if the circuit is virtually concatenated, because its paths need not be adjacent; one
 * for all if it is contiguously concatenated, as between G1000-4 Ethernet cards. A port is named as
 * its paths begin, {@code STS-6} or {@code STS-16-2} ({@code VC4-6-1} in SDH), and {@code FAC-1-1}
 * on a G1000-4.
 */
public final class Ons15454Plugin implements ElementPlugin {

  static final String PORT = "PORT";

  /** The prefix of a cross-connect's kind; its rate follows, as in the command names. */
  static final String CRS = "CRS-";

  /**
   * Requests change reports; alarms are reported to every session (Cisco ONS TL1 Command Guide
   * R7.0, ALW-MSG-DBCHG, permitted to users who may retrieve).
   */
  private static final InputCommand REPORT_CHANGES = InputCommand.of("ALW-MSG-DBCHG");

  private final boolean isSdh;

  private Ons15454Plugin(boolean isSdh) {
    this.isSdh = isSdh;
  }

  public static Ons15454Plugin sonet() {
    return new Ons15454Plugin(false);
  }

  /** The SDH variant, which here switches VC-4s of three STS-1 slots and nothing smaller. */
  public static Ons15454Plugin sdh() {
    return new Ons15454Plugin(true);
  }

  @Override
  public String name() {
    return isSdh ? "ons15454sdh" : "ons15454";
  }

  @Override
  public Set<SignalType> terminatedSignals() {
    return Set.of(SignalType.CONTIGUOUS);
  }

  @Override
  public Set<SignalType> transitSignals() {
    return isSdh ? terminatedSignals() : Set.of(SignalType.VIRTUAL, SignalType.CONTIGUOUS);
  }

  @Override
  public DriverSession open(ElementSettings settings) {
    var session = settings.openTl1Session(profile -> profile.withReportRequest(REPORT_CHANGES));
    return new DriverSession(
        new Ons15454Driver(
            settings.tid(),
            isSdh,
            session,
            settings.notes(),
            new UncertainShutdownPortBlocker(
                settings.notes(), settings.timing().clock(), settings.uncertainEffectTimeout())),
        session);
  }

  @Override
  public List<ConfigItem> items(ElementHop elementHop) {
    var items = new ArrayList<ConfigItem>();
    Stream.of(elementHop.hop().in(), elementHop.hop().out())
        .map(end -> PathAid.ofPort(end.port()).facility())
        .distinct()
        .map(facility -> portItem(elementHop, facility))
        .forEach(items::add);
    items.addAll(
        elementHop.signal() == SignalType.VIRTUAL
            ? slotCrossConnects(elementHop)
            : List.of(concatenatedCrossConnect(elementHop)));
    return items;
  }

  /** Each circuit has its own item for a shared port, which keeps the port in service. */
  private static ConfigItem portItem(ElementHop elementHop, String facility) {
    return new ConfigItem(
        elementHop.node(),
        PORT,
        facility + " " + elementHop.name(),
        elementHop.name(),
        Map.of("STATE", "IS"));
  }

  private List<ConfigItem> slotCrossConnects(ElementHop elementHop) {
    var in = elementHop.hop().in();
    var out = elementHop.hop().out();
    if (isSdh || in.onEthernet() || in.slots().size() != out.slots().size()) {
      throw new IllegalArgumentException("cannot switch separate STS-1s at " + elementHop);
    }
    return IntStream.range(0, in.slots().size())
        .mapToObj(i ->
            crossConnect(
                elementHop,
                CrossConnectRate.STS1,
                PathAid.of(in.port(), in.slots().get(i), false),
                PathAid.of(out.port(), out.slots().get(i), false)))
        .toList();
  }

  private ConfigItem concatenatedCrossConnect(ElementHop elementHop) {
    var in = elementHop.hop().in();
    var out = elementHop.hop().out();
    var rate = CrossConnectRate.ofWidth(Math.max(in.slots().size(), out.slots().size()));
    return crossConnect(elementHop, rate, pathAid(in, rate), pathAid(out, rate));
  }

  private String pathAid(Route.End end, CrossConnectRate rate) {
    if (end.onEthernet()) {
      return PathAid.ofPort(end.port()).facility();
    }
    var first = end.slots().getFirst();
    var isInARow =
        end.slots().equals(IntStream.range(first, first + rate.width()).boxed().toList());
    if (!isInARow || !rate.canBeginAt(first)) {
      throw new IllegalArgumentException(
          "no valid %s at %s with the slots %s".formatted(rate, end.port(), end.slots()));
    }
    return PathAid.of(end.port(), first, isSdh);
  }

  private ConfigItem crossConnect(
      ElementHop elementHop, CrossConnectRate rate, String from, String to) {
    var label = rate.label(isSdh);
    return new ConfigItem(
        elementHop.node(),
        CRS + label,
        from + "," + to,
        elementHop.name(),
        Map.of("JOINS", from + "," + to, "RATE", label, "CCT", "2WAY", "SERVICE", "IS"));
  }
}
