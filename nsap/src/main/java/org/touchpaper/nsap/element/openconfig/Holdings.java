package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfig.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICED;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICER;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.SUBINTERFACE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.touchpaper.nsap.element.openconfig.Subtree.Place;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;
import org.w3c.dom.Element;

/** What data in OpenConfig's models hold of circuits, ours and others', and of ports. Pure. */
record Holdings(String tid, Element data) {

  /** States in which a port passes no packets (RFC 2863, section 3.1.14). */
  private static final Set<String> DOWN =
      Set.of("DOWN", "TESTING", "DORMANT", "NOT_PRESENT", "LOWER_LAYER_DOWN");

  static final String NOBODY = "somebody who described nothing";

  /** What sits at a place. */
  Optional<Item> at(Item.Key place) {
    return switch (place.kind()) {
      case L2P2P ->
          instances()
              .filter(each -> name(each).equals(place.key()))
              .findFirst()
              .map(Holdings.this::instance);
      case POLICER, POLICED -> policers().at(place);
      default -> subinterface(place);
    };
  }

  private Policers policers() {
    return new Policers(tid, data);
  }

  /** Whatever bears a name of the form of ours. */
  List<Item> ours() {
    var joins = instances().map(Holdings.this::instance);
    var ends =
        interfaces()
            .flatMap(port ->
                subinterfaces(port)
                    .map(each -> {
                      var key = name(port) + "." + index(each);
                      return subinterface(new Item.Key(SUBINTERFACE, key), each);
                    }));
    return Stream.of(ends, joins, policers().all())
        .flatMap(Function.identity())
        .filter(item -> CircuitName.isOne(item.owner()))
        .toList();
  }

  /**
   * The ports that pass nothing; of one whose state is not told, or not known, that is not said.
   */
  List<PortAlarm> portsDown() {
    return interfaces()
        .flatMap(port ->
            Xml.text(port, "state", "oper-status")
                .filter(DOWN::contains)
                .map(status ->
                    new PortAlarm(name(port), "%s is %s on %s".formatted(name(port), status, tid)))
                .stream())
        .toList();
  }

  private Stream<Element> interfaces() {
    return Xml.all(data, "interfaces", "interface").stream();
  }

  private Stream<Element> instances() {
    return Xml.all(data, "network-instances", "network-instance").stream();
  }

  private static Stream<Element> subinterfaces(Element port) {
    return Xml.all(port, "subinterfaces", "subinterface").stream();
  }

  private static String name(Element listed) {
    return Xml.text(listed, "name").orElse("");
  }

  private static String index(Element subinterface) {
    return Xml.text(subinterface, "index").orElse("");
  }

  /** What has its index; else what takes its VLAN under another, or for the port as a whole. */
  private Optional<Item> subinterface(Item.Key key) {
    var place = Place.of(key.key());
    var port = interfaces().filter(each -> name(each).equals(place.port())).findFirst();
    if (port.isEmpty()) {
      return Optional.empty();
    }
    var named = subinterfaces(port.get()).filter(each -> index(each).equals(place.index()));
    var taking = subinterfaces(port.get()).filter(each -> Tags.of(each).take(place.vlan()));
    return Stream.concat(named, taking)
        .findFirst()
        .map(each -> subinterface(key, each))
        .or(() -> switched(key, port.get(), place.vlan()));
  }

  private Item subinterface(Item.Key key, Element subinterface) {
    return item(
        key,
        Xml.text(subinterface, "config", "description"),
        Map.of(
            "INDEX",
            index(subinterface),
            "VLAN",
            Tags.of(subinterface).only(),
            "ENABLED",
            enabled(subinterface)));
  }

  private Optional<Item> switched(Item.Key key, Element port, int vlan) {
    return Tags.switched(port).take(vlan)
        ? Optional.of(
            new Item(tid, key.kind(), key.key(), "the VLANs that " + name(port) + " switches"))
        : Optional.empty();
  }

  private Item instance(Element instance) {
    var attributes = new HashMap<String, String>();
    for (var point : Xml.all(instance, "connection-points", "connection-point")) {
      var at = Xml.all(point, "endpoints", "endpoint", "local", "config").stream().findFirst();
      var side = Xml.text(point, "connection-point-id");
      if (at.isPresent() && side.isPresent()) {
        attributes.put(
            side.get(),
            Xml.text(at.get(), "interface").orElse("")
                + "."
                + Xml.text(at.get(), "subinterface").orElse(""));
      }
    }
    attributes.put("TYPE", Xml.text(instance, "config", "type").orElse("").replaceAll(".*:", ""));
    attributes.put("ENABLED", enabled(instance));
    return item(
        new Item.Key(L2P2P, name(instance)),
        Xml.text(instance, "config", "description"),
        attributes);
  }

  private static String enabled(Element each) {
    return Xml.text(each, "config", "enabled").orElse("true");
  }

  private Item item(Item.Key key, Optional<String> description, Map<String, String> attributes) {
    return new Item(
        tid,
        key.kind(),
        key.key(),
        description.filter(text -> !text.isEmpty()).orElse(NOBODY),
        attributes);
  }
}
