package org.touchpaper.nsap.element.openconfig;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.elementsession.netconf.NetconfSession;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.segment.element.ConfigItem;

/**
 * The plugin for elements with OpenConfig's models over NETCONF (SSH subsystem {@code netconf}). It
 * realises a circuit as a subinterface for its VLAN on each side, whose index is the VLAN, and a
 * network instance of type L2P2P that connects them. A port is an interface name. On a link, slot n
 * stands for VLAN 1000 + n. An element with OpenConfig's QoS also polices customers' traffic: a
 * scheduler policy of one rate and two colours, attached to the input of each subinterface on an
 * Ethernet port without a classifier, so that it covers all traffic (as in OpenConfig's feature
 * profile DP-2.4).
 */
public final class OpenConfigPlugin implements ElementPlugin {

  public static final String SUBINTERFACE = "SUBINTERFACE";
  static final String L2P2P = "L2P2P";
  static final String POLICER = "POLICER";
  static final String POLICER_BINDING = "POLICED";
  private static final int VLAN_OF_SLOT_0 = 1_000;
  private static final int LAST_VLAN = 4_094;

  private final boolean hasPolicing;

  private OpenConfigPlugin(boolean hasPolicing) {
    this.hasPolicing = hasPolicing;
  }

  /** The variant without policing. */
  public static OpenConfigPlugin plain() {
    return new OpenConfigPlugin(false);
  }

  /** The variant that polices customers' traffic. */
  public static OpenConfigPlugin policing() {
    return new OpenConfigPlugin(true);
  }

  @Override
  public String name() {
    return hasPolicing ? "openconfig-qos" : "openconfig";
  }

  @Override
  public Set<SignalType> terminatedSignals() {
    return Set.of(SignalType.VLAN);
  }

  @Override
  public DriverSession open(ElementSettings settings) {
    var session = new NetconfSession(settings.endpoint(), settings.timing(), settings.transcript());
    var timing = settings.timing();
    return new DriverSession(
        new OpenConfigDriver(settings.tid(), session, hasPolicing, timing.totalTimeout()), session);
  }

  @Override
  public List<ConfigItem> items(ElementHop elementHop) {
    var in = elementHop.hop().in();
    var out = elementHop.hop().out();
    var customerEnds = Stream.of(in, out).filter(end -> hasPolicing && end.onEthernet()).toList();
    var items = new ArrayList<ConfigItem>();
    if (!customerEnds.isEmpty()) {
      items.add(
          PolicerConfigBuilder.addRate(
              item(elementHop, POLICER, elementHop.name()), elementHop.mbps()));
    }
    items.add(subinterface(elementHop, in));
    items.add(subinterface(elementHop, out));
    for (var end : customerEnds) {
      items.add(
          item(elementHop, POLICER_BINDING, place(end))
              .with("POLICY", elementHop.name())
              .with("AT", place(end)));
    }
    items.add(
        item(elementHop, L2P2P, elementHop.name())
            .with("A", place(in))
            .with("Z", place(out))
            .with("TYPE", L2P2P)
            .with("ENABLED", "true"));
    return List.copyOf(items);
  }

  private static ConfigItem item(ElementHop elementHop, String kind, String key) {
    return new ConfigItem(elementHop.node(), kind, key, elementHop.name());
  }

  private static ConfigItem subinterface(ElementHop elementHop, Route.End end) {
    return item(elementHop, SUBINTERFACE, place(end))
        .with("VLAN", Integer.toString(vlan(end)))
        .with("ENABLED", "true");
  }

  private static String place(Route.End end) {
    return end.port() + "." + vlan(end);
  }

  private static int vlan(Route.End end) {
    var vlan = end.onEthernet() ? end.vlan() : VLAN_OF_SLOT_0 + end.slots().getFirst();
    if (vlan < 1 || vlan > LAST_VLAN) {
      throw new IllegalArgumentException("no valid VLAN at " + end);
    }
    return vlan;
  }
}
