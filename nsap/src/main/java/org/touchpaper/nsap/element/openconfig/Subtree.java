package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfig.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.SUBINTERFACE;

import java.util.Collection;
import java.util.stream.Collectors;
import org.touchpaper.segment.element.Item;

/** Parts of a configuration, as text, in OpenConfig's models. */
final class Subtree {

  private static final String INTERFACES = "http://openconfig.net/yang/interfaces";
  private static final String VLAN = "http://openconfig.net/yang/vlan";
  private static final String INSTANCES = "http://openconfig.net/yang/network-instance";
  private static final String TYPES = "http://openconfig.net/yang/network-instance-types";

  private Subtree() {}

  /** An interface and the index of a subinterface of it, {@code xe24.100}. */
  record Place(String port, String index) {
    static Place of(String text) {
      var dot = text.lastIndexOf('.');
      return new Place(text.substring(0, dot), text.substring(dot + 1));
    }

    /** Ours have the VLAN as their index. */
    int vlan() {
      return Integer.parseInt(index);
    }
  }

  /** Names, descriptions and what a circuit is made of, of everything there is. */
  static final String ALL =
      """
      <interfaces xmlns="%s"><interface><name/><subinterfaces/></interface></interfaces>\
      <network-instances xmlns="%s"><network-instance><name/><config/><connection-points/>\
      </network-instance></network-instances>\
      """
          .formatted(INTERFACES, INSTANCES);

  /** Asks how all ports are, which is state and in no configuration (RFC 6241, section 7.7). */
  static final String STATES =
      """
      <get><filter type="subtree"><interfaces xmlns="%s"><interface><name/><state><oper-status/>\
      </state></interface></interfaces></filter></get>\
      """
          .formatted(INTERFACES);

  /** Asks for a part of a configuration (RFC 6241, section 7.1). */
  static String get(String store, String filter) {
    return "<get-config><source><%s/></source><filter type=\"subtree\">%s</filter></get-config>"
        .formatted(store, filter);
  }

  /** A filter for what may be at these places (RFC 6241, section 6). */
  static String filter(Collection<Item.Key> places) {
    var ports =
        places.stream()
            .filter(place -> place.kind().equals(SUBINTERFACE))
            .map(place -> Place.of(place.key()).port())
            .distinct()
            .map(name -> "<interface><name>" + Xml.escape(name) + "</name></interface>")
            .collect(Collectors.joining());
    var names =
        places.stream()
            .filter(place -> place.kind().equals(L2P2P))
            .map(Item.Key::key)
            .map(name ->
                "<network-instance><name>" + Xml.escape(name) + "</name></network-instance>")
            .collect(Collectors.joining());
    return (ports.isEmpty()
            ? ""
            : "<interfaces xmlns=\"%s\">%s</interfaces>".formatted(INTERFACES, ports))
        + (names.isEmpty()
            ? ""
            : "<network-instances xmlns=\"%s\">%s</network-instances>".formatted(INSTANCES, names))
        + Policing.filter(places);
  }

  /** A subinterface that takes one VLAN and says whose it is. */
  static String subinterface(Place place, String vlan, String owner) {
    return change(
        place,
        "create",
        """
        <config><index>%s</index><description>%s</description><enabled>true</enabled></config>\
        <vlan xmlns="%s"><match><single-tagged><config><vlan-id>%s</vlan-id></config>\
        </single-tagged></match></vlan>\
        """
            .formatted(place.index(), Xml.escape(owner), VLAN, vlan));
  }

  static String withoutSubinterface(Place place) {
    return change(place, "delete", "");
  }

  private static String change(Place place, String operation, String content) {
    return """
    <interfaces xmlns="%s"><interface><name>%s</name><subinterfaces>\
    <subinterface xmlns:nc="%s" nc:operation="%s"><index>%s</index>%s</subinterface>\
    </subinterfaces></interface></interfaces>\
    """
        .formatted(
            INTERFACES, Xml.escape(place.port()), Hello.BASE, operation, place.index(), content);
  }

  /** A network instance that joins two subinterfaces. */
  static String instance(Item item) {
    return instance(
        item.key(),
        "create",
        """
        <config><name>%1$s</name><type xmlns:t="%2$s">t:L2P2P</type>\
        <description>%3$s</description><enabled>true</enabled></config>\
        <connection-points>%4$s%5$s</connection-points>\
        """
            .formatted(item.key(), TYPES, item.owner(), point(item, "A"), point(item, "Z")));
  }

  static String withoutInstance(String name) {
    return instance(name, "delete", "");
  }

  private static String instance(String name, String operation, String content) {
    return """
    <network-instances xmlns="%s"><network-instance xmlns:nc="%s" nc:operation="%s">\
    <name>%s</name>%s</network-instance></network-instances>\
    """
        .formatted(INSTANCES, Hello.BASE, operation, name, content);
  }

  private static String point(Item item, String side) {
    var place = Place.of(item.attributes().getOrDefault(side, "."));
    return """
    <connection-point><connection-point-id>%1$s</connection-point-id>\
    <config><connection-point-id>%1$s</connection-point-id></config><endpoints>\
    <endpoint><endpoint-id>%1$s</endpoint-id><config><endpoint-id>%1$s</endpoint-id>\
    <precedence>0</precedence><type xmlns:t="%2$s">t:LOCAL</type></config><local><config>\
    <interface>%3$s</interface><subinterface>%4$s</subinterface></config></local></endpoint>\
    </endpoints></connection-point>\
    """
        .formatted(side, TYPES, Xml.escape(place.port()), place.index());
  }
}
