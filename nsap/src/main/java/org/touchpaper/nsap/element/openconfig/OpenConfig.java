package org.touchpaper.nsap.element.openconfig;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.Make;
import org.touchpaper.segment.element.Item;

/**
 * A circuit on an element that keeps OpenConfig's models and is reached over NETCONF: a
 * subinterface for its VLAN on each side, whose index is the VLAN, and a network instance of type
 * L2P2P that joins the two. It is reached over SSH, into the subsystem {@code netconf}. A port is
 * an interface's name. On a link, slot n stands for VLAN 1000 + n. One that keeps OpenConfig's QoS
 * too polices what customers send: a scheduler policy of one rate and two colours, attached to the
 * input of each subinterface on an Ethernet port without a classifier, so that it takes all (as
 * OpenConfig's feature profile DP-2.4 has it).
 */
public final class OpenConfig implements Make {

  static final String SUBINTERFACE = "SUBINTERFACE";
  static final String L2P2P = "L2P2P";
  static final String POLICER = "POLICER";
  static final String POLICED = "POLICED";
  private static final int VLAN_OF_SLOT_0 = 1_000;
  private static final int LAST_VLAN = 4_094;

  private final boolean polices;

  private OpenConfig(boolean polices) {
    this.polices = polices;
  }

  /** One that polices nothing. */
  public static OpenConfig plain() {
    return new OpenConfig(false);
  }

  /** One that polices where customers send. */
  public static OpenConfig policing() {
    return new OpenConfig(true);
  }

  @Override
  public String dialect() {
    return polices ? "openconfig-qos" : "openconfig";
  }

  @Override
  public Set<Signal> ended() {
    return Set.of(Signal.VLAN);
  }

  @Override
  public Set<Signal> passed() {
    return Set.of(Signal.VLAN);
  }

  @Override
  public Line open(Access access) {
    var session = new NetconfSession(access.endpoint(), access.timing(), access.transcript());
    var timing = access.timing();
    return new Line(new OpenConfigDriver(access.tid(), session, polices, timing.limit()), session);
  }

  @Override
  public List<Item> items(Crossing crossing) {
    var in = crossing.hop().in();
    var out = crossing.hop().out();
    var customers = Stream.of(in, out).filter(end -> polices && end.onEthernet()).toList();
    var items = new ArrayList<Item>();
    if (!customers.isEmpty()) {
      items.add(policer(crossing));
    }
    items.add(subinterface(crossing, in));
    items.add(subinterface(crossing, out));
    customers.forEach(end -> items.add(policed(crossing, end)));
    items.add(
        new Item(
            crossing.node(),
            L2P2P,
            crossing.name(),
            crossing.name(),
            Map.of("A", place(in), "Z", place(out), "TYPE", L2P2P, "ENABLED", "true")));
    return List.copyOf(items);
  }

  private static Item policer(Crossing crossing) {
    return new Item(
        crossing.node(),
        POLICER,
        crossing.name(),
        crossing.name(),
        Policing.attributes(crossing.mbps()));
  }

  private static Item policed(Crossing crossing, Route.End end) {
    return new Item(
        crossing.node(),
        POLICED,
        place(end),
        crossing.name(),
        Map.of("POLICY", crossing.name(), "AT", place(end)));
  }

  private static Item subinterface(Crossing crossing, Route.End end) {
    return new Item(
        crossing.node(),
        SUBINTERFACE,
        place(end),
        crossing.name(),
        Map.of("VLAN", Integer.toString(vlan(end)), "ENABLED", "true"));
  }

  private static String place(Route.End end) {
    return end.port() + "." + vlan(end);
  }

  private static int vlan(Route.End end) {
    var vlan = end.onEthernet() ? end.vlan() : VLAN_OF_SLOT_0 + end.slots().getFirst();
    if (vlan < 1 || vlan > LAST_VLAN) {
      throw new IllegalArgumentException("no VLAN at " + end);
    }
    return vlan;
  }
}
