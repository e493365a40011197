package org.touchpaper.nsap.element.cisco;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.Make;
import org.touchpaper.segment.element.Item;
import org.touchpaper.tl1.message.InputCommand;

/**
 * A circuit on a Cisco ONS 15454: its ports in service, and a cross-connect for each STS-1 where
 * the circuit is virtually concatenated, for its paths need not lie in a row; one for the whole
 * where it is contiguously concatenated, as between G1000-4 Ethernet cards. A port is named as its
 * paths begin, {@code STS-6} or {@code STS-16-2} ({@code VC4-6-1} in SDH), and {@code FAC-1-1} on a
 * G1000-4.
 */
public final class Ons15454 implements Make {

  static final String PORT = "PORT";

  /** A cross-connect's kind is this and its rate, as in the names of its commands. */
  static final String CRS = "CRS-";

  /**
   * Its sessions are told of alarms, but of changes only those that ask (Cisco ONS TL1 Command
   * Guide R7.0, ALW-MSG-DBCHG: a user who may retrieve may ask).
   */
  private static final InputCommand CHANGES = InputCommand.of("ALW-MSG-DBCHG");

  private final boolean isSdh;

  private Ons15454(boolean isSdh) {
    this.isSdh = isSdh;
  }

  public static Ons15454 sonet() {
    return new Ons15454(false);
  }

  /** In SDH it switches whole VC-4s, of three STS-1 slots each, and nothing smaller here. */
  public static Ons15454 sdh() {
    return new Ons15454(true);
  }

  @Override
  public String dialect() {
    return isSdh ? "ons15454sdh" : "ons15454";
  }

  @Override
  public Set<Signal> ended() {
    return Set.of(Signal.CONTIGUOUS);
  }

  @Override
  public Set<Signal> passed() {
    return isSdh ? Set.of(Signal.CONTIGUOUS) : Set.of(Signal.VIRTUAL, Signal.CONTIGUOUS);
  }

  @Override
  public Line open(Access access) {
    var session = access.tl1(CHANGES);
    return new Line(
        new Ons15454Driver(
            access.tid(),
            isSdh,
            session,
            access.marks(),
            new Settling(access.marks(), access.timing().clock(), access.inDoubtFor())),
        session);
  }

  @Override
  public List<Item> items(Crossing crossing) {
    var items = new ArrayList<Item>();
    Stream.of(crossing.hop().in(), crossing.hop().out())
        .map(end -> PathAid.ofPort(end.port()).facility())
        .distinct()
        .map(facility -> port(crossing, facility))
        .forEach(items::add);
    items.addAll(
        crossing.signal() == Signal.VIRTUAL ? eachSlot(crossing) : List.of(whole(crossing)));
    return items;
  }

  /** Several circuits share a port: each has its own share of keeping it in service. */
  private static Item port(Crossing crossing, String facility) {
    return new Item(
        crossing.node(),
        PORT,
        facility + " " + crossing.name(),
        crossing.name(),
        Map.of("STATE", "IS"));
  }

  private List<Item> eachSlot(Crossing crossing) {
    var in = crossing.hop().in();
    var out = crossing.hop().out();
    if (isSdh || in.onEthernet() || in.slots().size() != out.slots().size()) {
      throw new IllegalArgumentException("no STS-1 can be switched one by one at " + crossing);
    }
    return IntStream.range(0, in.slots().size())
        .mapToObj(i ->
            crossConnect(
                crossing,
                Rate.STS1,
                PathAid.of(in.port(), in.slots().get(i), false),
                PathAid.of(out.port(), out.slots().get(i), false)))
        .toList();
  }

  private Item whole(Crossing crossing) {
    var in = crossing.hop().in();
    var out = crossing.hop().out();
    var rate = Rate.ofWidth(Math.max(in.slots().size(), out.slots().size()));
    return crossConnect(crossing, rate, end(in, rate), end(out, rate));
  }

  private String end(Route.End end, Rate rate) {
    if (end.onEthernet()) {
      return PathAid.ofPort(end.port()).facility();
    }
    var first = end.slots().getFirst();
    var isInARow =
        end.slots().equals(IntStream.range(first, first + rate.width()).boxed().toList());
    if (!isInARow || !rate.mayBeginAt(first)) {
      throw new IllegalArgumentException(
          "no %s begins at %s with the slots %s".formatted(rate, end.port(), end.slots()));
    }
    return PathAid.of(end.port(), first, isSdh);
  }

  private Item crossConnect(Crossing crossing, Rate rate, String from, String to) {
    var label = rate.label(isSdh);
    return new Item(
        crossing.node(),
        CRS + label,
        from + "," + to,
        crossing.name(),
        Map.of("JOINS", from + "," + to, "RATE", label, "CCT", "2WAY", "SERVICE", "IS"));
  }
}
