package org.touchpaper.nsap.element.ciena;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.Make;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.segment.element.Item;

/**
 * A circuit on a Ciena CoreDirector: a channel group (GTP) for each side and a cross-connect
 * between them; where it enters as a VLAN, an Ethernet group (VCG) and the flows that lead the VLAN
 * into it and out.
 */
public final class CoreDirector implements Make {

  static final String VCG = "VCG";
  static final String EFLOW = "EFLOW";
  static final String GTP = "GTP";
  static final String CRS = "CRS";

  /** Of a VCG, whether it is in service by our will. */
  static final String SERVICE = "SERVICE";

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
    // an effect may appear as long after a lost answer as the answer itself might have taken
    return new Line(
        new CoreDirectorDriver(access.tid(), session, access.timing().answer()), session);
  }

  @Override
  public List<Item> items(Crossing crossing) {
    var hop = crossing.hop();
    var name = crossing.name();
    var width = Link.slotsFor(crossing.mbps());
    var items = new ArrayList<Item>();
    items.addAll(side(hop.node(), hop.in(), name, name + "-A", width));
    items.addAll(side(hop.node(), hop.out(), name, name + "-Z", width));
    items.add(
        new Item(
            hop.node(),
            CRS,
            name,
            name,
            Map.of("FROMENDPOINT", name + "-A", "TOENDPOINT", name + "-Z")));
    return items;
  }

  private static List<Item> side(String node, Route.End end, String name, String group, int width) {
    if (!end.onEthernet()) {
      return List.of(gtp(node, name, group, CtpList.of(end.port(), end.slots())));
    }
    var members = IntStream.rangeClosed(1, width).boxed().toList();
    var ethernet = group + "-E";
    var vlan = Integer.toString(end.vlan());
    return List.of(
        new Item(
            node,
            VCG,
            ethernet,
            name,
            Map.of("SUPPTTP", end.port(), "GROUPMEM", CtpList.ofNumbers(members), SERVICE, "IS")),
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
                end.port())),
        gtp(node, name, group, CtpList.of(ethernet, members)));
  }

  private static Item gtp(String node, String name, String group, String channels) {
    return new Item(node, GTP, group, name, Map.of("CTP", channels));
  }
}
