package org.touchpaper.nsap.element.ciena;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PollPolicy;

/**
 * The plugin for the Ciena CoreDirector. A circuit is a channel group (GTP) for each side and a
 * cross-connect between them, or several of each, because a group has at most 48 members. Where the
 * circuit enters as a VLAN: an Ethernet group (VCG) and the flows between the VLAN and the group.
 * Where the links have OSRP numbers, elements in transit hold no items: the first element gets the
 * path as a transit list (DTL) and sets up a sub-network connection (SNC) to the group at the other
 * end.
 */
public final class CoreDirectorPlugin implements ElementPlugin {

  static final String VCG = "VCG";
  static final String EFLOW = "EFLOW";
  static final String GTP = "GTP";
  static final String CRS = "CRS";
  static final String DTL = "DTL";
  static final String DTL_SET = "DTL-SET";
  static final String SNC = "SNC";

  /** The time for an SNC to come up; DRAGON polls six times, ten seconds apart. */
  private static final PollPolicy SIGNALLING_POLL = new PollPolicy(120, Duration.ofMillis(500));

  /** Attribute of a VCG or an SNC: whether management has put it in service. */
  static final String SERVICE = "SERVICE";

  private final PollPolicy signallingPoll;
  private final Function<SessionTiming, PollPolicy> releasePollOf;

  /**
   * Creates it with ten attempts in four seconds (for an answer timeout of ten) to release what a
   * deleted entity held.
   */
  public CoreDirectorPlugin() {
    this(SIGNALLING_POLL, timing -> new PollPolicy(9, timing.answerTimeout().dividedBy(20)));
  }

  /** Creates it with other timeouts for SNCs and releases. */
  public CoreDirectorPlugin(PollPolicy poll) {
    this(poll, _ -> poll);
  }

  private CoreDirectorPlugin(
      PollPolicy signallingPoll, Function<SessionTiming, PollPolicy> releasePollOf) {
    this.signallingPoll = signallingPoll;
    this.releasePollOf = releasePollOf;
  }

  @Override
  public String name() {
    return "coredirector";
  }

  @Override
  public Set<SignalType> terminatedSignals() {
    return Set.of(SignalType.VIRTUAL);
  }

  @Override
  public DriverSession open(ElementSettings settings) {
    var session = settings.openTl1Session(profile -> profile);
    var timing = settings.timing();
    return new DriverSession(
        new CoreDirectorDriver(
            settings.tid(), session, signallingPoll, releasePollOf.apply(timing), timing.clock()),
        session);
  }

  @Override
  public List<ConfigItem> items(ElementHop elementHop) {
    var hop = elementHop.hop();
    var name = elementHop.name();
    var slotCount = Link.slotsFor(elementHop.mbps());
    var items = new ArrayList<ConfigItem>();
    items.addAll(sideItems(hop.node(), hop.in(), name, name + "-A", slotCount));
    items.addAll(sideItems(hop.node(), hop.out(), name, name + "-Z", slotCount));
    for (var part = 1; part <= Math.ceilDiv(slotCount, SignalType.MAX_MEMBERS); part++) {
      items.add(
          new ConfigItem(hop.node(), CRS, partName(name, part), name)
              .with("FROMENDPOINT", partName(name + "-A", part))
              .with("TOENDPOINT", partName(name + "-Z", part))
              .with(ConfigItem.WORKS_ATTRIBUTE, "YES"));
    }
    return items;
  }

  @Override
  public boolean canSignal() {
    return true;
  }

  @Override
  public List<ConfigItem> signalledItems(Route route, String name, int mbps) {
    var head = route.hops().getFirst();
    var end = route.hops().getLast();
    var slotCount = Link.slotsFor(mbps);
    var members = IntStream.rangeClosed(1, slotCount).boxed().toList();
    var items = new ArrayList<ConfigItem>();
    items.addAll(ethernetItems(end.node(), end.out(), name, name + "-Z", members));
    items.addAll(sideItems(head.node(), head.in(), name, name + "-A", slotCount));
    items.add(new ConfigItem(head.node(), DTL, name + "-DTL", name, transitList(route)));
    items.add(
        new ConfigItem(head.node(), DTL_SET, name + "-DTL-SET", name).with("WRKNM", name + "-DTL"));
    var groups = splitIntoGroups(members);
    for (var part = 1; part <= groups.size(); part++) {
      items.add(sncItem(head.node(), end.node(), name, part, groups.get(part - 1)));
    }
    return items;
  }

  private static ConfigItem sncItem(
      String head, String end, String name, int part, List<Integer> members) {
    return new ConfigItem(head, SNC, partName(name, part), name)
        .with("FROMENDPOINT", partName(name + "-A", part))
        .with("TOENDPOINT", CtpListFormat.of(name + "-Z-E", members))
        .with("RMNODE", end)
        .with("DTLSN", name + "-DTL-SET")
        .with(SERVICE, "IS")
        .with(ConfigItem.WORKS_ATTRIBUTE, "YES");
  }

  /** The first part, mostly the only one, has the circuit's name. */
  private static String partName(String name, int part) {
    return part == 1 ? name : name + "-" + part;
  }

  /** Splits members into groups of the maximum size. */
  private static List<List<Integer>> splitIntoGroups(List<Integer> members) {
    return IntStream.range(0, Math.ceilDiv(members.size(), SignalType.MAX_MEMBERS))
        .mapToObj(n ->
            members.subList(
                n * SignalType.MAX_MEMBERS,
                Math.min((n + 1) * SignalType.MAX_MEMBERS, members.size())))
        .toList();
  }

  private static Map<String, String> transitList(Route route) {
    var transitList = new TreeMap<String, String>();
    for (var i = 0; i < route.hops().size() - 1; i++) {
      var hop = route.hops().get(i);
      transitList.put("NODENAME" + (i + 1), hop.node());
      transitList.put("OSRPLTPID" + (i + 1), String.valueOf(hop.out().osrp()));
    }
    transitList.put("TERMNODENAME", route.hops().getLast().node());
    return transitList;
  }

  private static List<ConfigItem> sideItems(
      String node, Route.End end, String name, String group, int slotCount) {
    if (!end.onEthernet()) {
      return groupItems(node, name, group, end.port(), end.slots());
    }
    var members = IntStream.rangeClosed(1, slotCount).boxed().toList();
    var items = new ArrayList<>(ethernetItems(node, end, name, group, members));
    items.addAll(groupItems(node, name, group, group + "-E", members));
    return items;
  }

  /** The module of a port, {@code 1-A-9-1}, on which a group is created. */
  private static String module(String port) {
    return port.replaceFirst("^(\\d+-[A-Z]-\\d+-\\d+)-\\d+$", "$1");
  }

  /** The Ethernet group and its flows. */
  private static List<ConfigItem> ethernetItems(
      String node, Route.End end, String name, String group, List<Integer> members) {
    var ethernet = group + "-E";
    var vlan = Integer.toString(end.vlan());
    return List.of(
        new ConfigItem(node, VCG, ethernet, name)
            .with("SUPPTTP", module(end.port()))
            .with("GROUPMEM", CtpListFormat.ofNumbers(members))
            .with(SERVICE, "IS"),
        new ConfigItem(node, EFLOW, ethernet + "-IN", name)
            .with("INGRESSPORTTYPE", "ETTP")
            .with("INGRESSPORTNAME", end.port())
            .with("OUTERVLANIDRANGE", vlan)
            .with("EGRESSPORTTYPE", "VCG")
            .with("EGRESSPORTNAME", ethernet),
        new ConfigItem(node, EFLOW, ethernet + "-OUT", name)
            .with("INGRESSPORTTYPE", "VCG")
            .with("INGRESSPORTNAME", ethernet)
            .with("OUTERVLANIDRANGE", vlan)
            .with("EGRESSPORTTYPE", "ETTP")
            .with("EGRESSPORTNAME", end.port()));
  }

  private static List<ConfigItem> groupItems(
      String node, String name, String group, String parent, List<Integer> members) {
    var memberGroups = splitIntoGroups(members);
    return IntStream.rangeClosed(1, memberGroups.size())
        .mapToObj(part ->
            new ConfigItem(node, GTP, partName(group, part), name)
                .with("CTP", CtpListFormat.of(parent, memberGroups.get(part - 1)))
                .with(ConfigItem.WORKS_ATTRIBUTE, "YES"))
        .toList();
  }
}
