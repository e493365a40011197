package org.touchpaper.nsap.element.ciena;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.Make;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.tl1.session.Timing;

/**
 * A circuit on a Ciena CoreDirector: a channel group (GTP) for each side and a cross-connect
 * between them, or, as a group has 48 members at most, several of each; where it enters as a VLAN,
 * an Ethernet group (VCG) and the flows that lead the VLAN into it and out. Where the links have
 * OSRP numbers the elements on the way hold nothing of ours: the one at which the circuit begins is
 * given the way as a transit list (DTL) and sets up a sub-network connection (SNC) to the group at
 * the other end.
 */
public final class CoreDirector implements Make {

  static final String VCG = "VCG";
  static final String EFLOW = "EFLOW";
  static final String GTP = "GTP";
  static final String CRS = "CRS";
  static final String DTL = "DTL";
  static final String DTL_SET = "DTL-SET";
  static final String SNC = "SNC";

  /** An SNC takes a while: DRAGON looks six times, ten seconds apart. */
  private static final Patience OF_SIGNALLING = new Patience(120, Duration.ofMillis(500));

  /** Of a VCG or an SNC, whether it is in service by our will. */
  static final String SERVICE = "SERVICE";

  private final Patience signalling;
  private final Function<Timing, Patience> release;

  /**
   * One that is asked ten times in four seconds, where ten are its time to answer, to let go of
   * what a deleted thing was made of.
   */
  public CoreDirector() {
    this(OF_SIGNALLING, timing -> new Patience(9, timing.answer().dividedBy(20)));
  }

  /** One whose SNCs come up, and which lets go of all things, within another time. */
  public CoreDirector(Patience patience) {
    this(patience, _ -> patience);
  }

  private CoreDirector(Patience signalling, Function<Timing, Patience> release) {
    this.signalling = signalling;
    this.release = release;
  }

  @Override
  public String dialect() {
    return "coredirector";
  }

  @Override
  public Set<Signal> ended() {
    return Set.of(Signal.VIRTUAL);
  }

  @Override
  public Set<Signal> passed() {
    return Set.of(Signal.VIRTUAL);
  }

  @Override
  public Line open(Access access) {
    var session = access.tl1();
    var timing = access.timing();
    return new Line(
        new CoreDirectorDriver(
            access.tid(), session, signalling, release.apply(timing), timing.clock()),
        session);
  }

  @Override
  public List<Item> items(Crossing crossing) {
    var hop = crossing.hop();
    var name = crossing.name();
    var width = Link.slotsFor(crossing.mbps());
    var items = new ArrayList<Item>();
    items.addAll(side(hop.node(), hop.in(), name, name + "-A", width));
    items.addAll(side(hop.node(), hop.out(), name, name + "-Z", width));
    for (var part = 1; part <= Math.ceilDiv(width, Signal.MOST_MEMBERS); part++) {
      var ends =
          Map.of(
              "FROMENDPOINT",
              part(name + "-A", part),
              "TOENDPOINT",
              part(name + "-Z", part),
              Item.WORKS,
              "YES");
      items.add(new Item(hop.node(), CRS, part(name, part), name, ends));
    }
    return items;
  }

  @Override
  public boolean signals() {
    return true;
  }

  @Override
  public List<Item> signalled(Route route, String name, int mbps) {
    var head = route.hops().getFirst();
    var end = route.hops().getLast();
    var width = Link.slotsFor(mbps);
    var members = IntStream.rangeClosed(1, width).boxed().toList();
    var items = new ArrayList<Item>();
    items.addAll(ethernet(end.node(), end.out(), name, name + "-Z", members));
    items.addAll(side(head.node(), head.in(), name, name + "-A", width));
    items.add(new Item(head.node(), DTL, name + "-DTL", name, way(route)));
    items.add(
        new Item(head.node(), DTL_SET, name + "-DTL-SET", name, Map.of("WRKNM", name + "-DTL")));
    var parts = parts(members);
    for (var part = 1; part <= parts.size(); part++) {
      items.add(connection(head.node(), end.node(), name, part, parts.get(part - 1)));
    }
    return items;
  }

  private static Item connection(
      String head, String end, String name, int part, List<Integer> members) {
    return new Item(
        head,
        SNC,
        part(name, part),
        name,
        Map.of(
            "FROMENDPOINT",
            part(name + "-A", part),
            "TOENDPOINT",
            CtpList.of(name + "-Z-E", members),
            "RMNODE",
            end,
            "DTLSN",
            name + "-DTL-SET",
            SERVICE,
            "IS",
            Item.WORKS,
            "YES"));
  }

  /** The first, which mostly is the only one, has the name itself. */
  private static String part(String name, int part) {
    return part == 1 ? name : name + "-" + part;
  }

  /** As many as a group can have in each. */
  private static List<List<Integer>> parts(List<Integer> members) {
    return IntStream.range(0, Math.ceilDiv(members.size(), Signal.MOST_MEMBERS))
        .mapToObj(n ->
            members.subList(
                n * Signal.MOST_MEMBERS, Math.min((n + 1) * Signal.MOST_MEMBERS, members.size())))
        .toList();
  }

  private static Map<String, String> way(Route route) {
    var way = new TreeMap<String, String>();
    for (var i = 0; i < route.hops().size() - 1; i++) {
      var hop = route.hops().get(i);
      way.put("NODENAME" + (i + 1), hop.node());
      way.put("OSRPLTPID" + (i + 1), String.valueOf(hop.out().osrp()));
    }
    way.put("TERMNODENAME", route.hops().getLast().node());
    return way;
  }

  private static List<Item> side(String node, Route.End end, String name, String group, int width) {
    if (!end.onEthernet()) {
      return groups(node, name, group, end.port(), end.slots());
    }
    var members = IntStream.rangeClosed(1, width).boxed().toList();
    var items = new ArrayList<>(ethernet(node, end, name, group, members));
    items.addAll(groups(node, name, group, group + "-E", members));
    return items;
  }

  /** The module that a port is of, which is what a group is made on: {@code 1-A-9-1}. */
  private static String module(String port) {
    return port.replaceFirst("^(\\d+-[A-Z]-\\d+-\\d+)-\\d+$", "$1");
  }

  /** The group and its flows. */
  private static List<Item> ethernet(
      String node, Route.End end, String name, String group, List<Integer> members) {
    var ethernet = group + "-E";
    var vlan = Integer.toString(end.vlan());
    return List.of(
        new Item(
            node,
            VCG,
            ethernet,
            name,
            Map.of(
                "SUPPTTP",
                module(end.port()),
                "GROUPMEM",
                CtpList.ofNumbers(members),
                SERVICE,
                "IS")),
        new Item(
            node,
            EFLOW,
            ethernet + "-IN",
            name,
            Map.of(
                "INGRESSPORTTYPE",
                "ETTP",
                "INGRESSPORTNAME",
                end.port(),
                "OUTERVLANIDRANGE",
                vlan,
                "EGRESSPORTTYPE",
                "VCG",
                "EGRESSPORTNAME",
                ethernet)),
        new Item(
            node,
            EFLOW,
            ethernet + "-OUT",
            name,
            Map.of(
                "INGRESSPORTTYPE",
                "VCG",
                "INGRESSPORTNAME",
                ethernet,
                "OUTERVLANIDRANGE",
                vlan,
                "EGRESSPORTTYPE",
                "ETTP",
                "EGRESSPORTNAME",
                end.port())));
  }

  private static List<Item> groups(
      String node, String name, String group, String parent, List<Integer> members) {
    var parts = parts(members);
    return IntStream.rangeClosed(1, parts.size())
        .mapToObj(part ->
            new Item(
                node,
                GTP,
                part(group, part),
                name,
                Map.of("CTP", CtpList.of(parent, parts.get(part - 1)), Item.WORKS, "YES")))
        .toList();
  }
}
