package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER_BINDING;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.SUBINTERFACE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.openconfig.OpenConfigXmlBuilder.SubinterfaceRef;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PortAlarm;
import org.w3c.dom.Element;

/** Finds circuit items and port states in data of OpenConfig's models. Pure. */
record OpenConfigItemParser(String tid, Element data) {

  /** Port states without traffic (RFC 2863, section 3.1.14). */
  private static final Set<String> DOWN_STATES =
      Set.of("DOWN", "TESTING", "DORMANT", "NOT_PRESENT", "LOWER_LAYER_DOWN");

  static final String UNKNOWN_OWNER = "unknown owner (no description)";

  Optional<ConfigItem> findAt(ConfigItem.Key place) {
    return switch (place.kind()) {
      case L2P2P ->
          instances()
              .filter(element -> name(element).equals(place.key()))
              .findFirst()
              .map(OpenConfigItemParser.this::instance);
      case POLICER, POLICER_BINDING -> policers().findAt(place);
      default -> subinterface(place);
    };
  }

  private PolicerItemParser policers() {
    return new PolicerItemParser(tid, data);
  }

  /** The items with names of our form. */
  List<ConfigItem> listOwned() {
    var instanceItems = instances().map(OpenConfigItemParser.this::instance);
    var subinterfaceItems =
        interfaces()
            .flatMap(port ->
                subinterfaces(port)
                    .map(element -> {
                      var key = name(port) + "." + index(element);
                      return subinterface(new ConfigItem.Key(SUBINTERFACE, key), element);
                    }));
    return Stream.of(subinterfaceItems, instanceItems, policers().listAll())
        .flatMap(Function.identity())
        .filter(item -> CircuitNameFormat.isCircuitName(item.owner()))
        .toList();
  }

  /** An alarm for each port without traffic; none for an unknown state. */
  List<PortAlarm> alarms() {
    return interfaces()
        .flatMap(port ->
            SecureXml.textAt(port, "state", "oper-status")
                .filter(DOWN_STATES::contains)
                .map(status ->
                    new PortAlarm(name(port), "%s is %s on %s".formatted(name(port), status, tid)))
                .stream())
        .toList();
  }

  private Stream<Element> interfaces() {
    return SecureXml.elementsAt(data, "interfaces", "interface").stream();
  }

  private Stream<Element> instances() {
    return SecureXml.elementsAt(data, "network-instances", "network-instance").stream();
  }

  private static Stream<Element> subinterfaces(Element port) {
    return SecureXml.elementsAt(port, "subinterfaces", "subinterface").stream();
  }

  private static String name(Element listed) {
    return SecureXml.textAt(listed, "name").orElse("");
  }

  private static String index(Element subinterface) {
    return SecureXml.textAt(subinterface, "index").orElse("");
  }

  /**
   * The subinterface with this index, else one that uses its VLAN, else the port if it switches
   * that VLAN.
   */
  private Optional<ConfigItem> subinterface(ConfigItem.Key key) {
    var place = SubinterfaceRef.of(key.key());
    var port = interfaces().filter(element -> name(element).equals(place.port())).findFirst();
    if (port.isEmpty()) {
      return Optional.empty();
    }
    var named = subinterfaces(port.get()).filter(element -> index(element).equals(place.index()));
    var matching =
        subinterfaces(port.get())
            .filter(element -> UsedVlanRanges.of(element).contains(place.vlan()));
    return Stream.concat(named, matching)
        .findFirst()
        .map(element -> subinterface(key, element))
        .or(() -> switchedVlans(key, port.get(), place.vlan()));
  }

  private ConfigItem subinterface(ConfigItem.Key key, Element subinterface) {
    return item(key, subinterface, Map.of())
        .with("INDEX", index(subinterface))
        .with("VLAN", UsedVlanRanges.of(subinterface).singleVlan())
        .with("ENABLED", enabled(subinterface));
  }

  private Optional<ConfigItem> switchedVlans(ConfigItem.Key key, Element port, int vlan) {
    return UsedVlanRanges.ofSwitchedPort(port).contains(vlan)
        ? Optional.of(
            new ConfigItem(tid, key.kind(), key.key(), "the switched VLANs of " + name(port)))
        : Optional.empty();
  }

  private ConfigItem instance(Element instance) {
    var attributes = new HashMap<String, String>();
    for (var point : SecureXml.elementsAt(instance, "connection-points", "connection-point")) {
      var endpoint =
          SecureXml.elementsAt(point, "endpoints", "endpoint", "local", "config").stream()
              .findFirst();
      var side = SecureXml.textAt(point, "connection-point-id");
      if (endpoint.isPresent() && side.isPresent()) {
        attributes.put(
            side.get(),
            SecureXml.textAt(endpoint.get(), "interface").orElse("")
                + "."
                + SecureXml.textAt(endpoint.get(), "subinterface").orElse(""));
      }
    }
    attributes.put(
        "TYPE", SecureXml.textAt(instance, "config", "type").orElse("").replaceAll(".*:", ""));
    attributes.put("ENABLED", enabled(instance));
    return item(new ConfigItem.Key(L2P2P, name(instance)), instance, attributes);
  }

  private static String enabled(Element element) {
    return SecureXml.textAt(element, "config", "enabled").orElse("true");
  }

  private ConfigItem item(ConfigItem.Key key, Element described, Map<String, String> attributes) {
    var description = SecureXml.textAt(described, "config", "description");
    var owner = description.filter(text -> !text.isEmpty()).orElse(UNKNOWN_OWNER);
    return new ConfigItem(tid, key.kind(), key.key(), owner, attributes);
  }
}
