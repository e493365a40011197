package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.L2P2P;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.SUBINTERFACE;

import java.util.Collection;
import java.util.stream.Collectors;
import org.touchpaper.elementsession.netconf.NetconfHello;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.ConfigItem;

/** Builds filters and edits in OpenConfig's models as XML text. */
final class OpenConfigXmlBuilder {

  private static final String INTERFACES = "http://openconfig.net/yang/interfaces";
  private static final String VLAN = "http://openconfig.net/yang/vlan";
  private static final String INSTANCES = "http://openconfig.net/yang/network-instance";
  private static final String TYPES = "http://openconfig.net/yang/network-instance-types";

  private OpenConfigXmlBuilder() {}

  /** An interface and the index of one of its subinterfaces, {@code xe24.100}. */
  record SubinterfaceRef(String port, String index) {
    static SubinterfaceRef of(String text) {
      var dot = text.lastIndexOf('.');
      return new SubinterfaceRef(text.substring(0, dot), text.substring(dot + 1));
    }

    /** The VLAN, which is the index of our subinterfaces. */
    int vlan() {
      return Integer.parseInt(index);
    }
  }

  /** A filter for names, descriptions and circuit items of the entire configuration. */
  static final String ALL =
      """
      <interfaces xmlns="%s"><interface><name/><subinterfaces/></interface></interfaces>\
      <network-instances xmlns="%s"><network-instance><name/><config/><connection-points/>\
      </network-instance></network-instances>\
      """
          .formatted(INTERFACES, INSTANCES);

  /** A query for all port states, which are not configuration (RFC 6241, section 7.7). */
  static final String STATES =
      """
      <get><filter type="subtree"><interfaces xmlns="%s"><interface><name/><state><oper-status/>\
      </state></interface></interfaces></filter></get>\
      """
          .formatted(INTERFACES);

  /** A query for a part of a configuration (RFC 6241, section 7.1). */
  static String get(String store, String filter) {
    return "<get-config><source><%s/></source><filter type=\"subtree\">%s</filter></get-config>"
        .formatted(store, filter);
  }

  /** A filter for the items at these places (RFC 6241, section 6). */
  static String filter(Collection<ConfigItem.Key> places) {
    var ports =
        places.stream()
            .filter(place -> place.kind().equals(SUBINTERFACE))
            .map(place -> SubinterfaceRef.of(place.key()).port())
            .distinct()
            .map(name -> "<interface><name>" + SecureXml.escape(name) + "</name></interface>")
            .collect(Collectors.joining());
    var names =
        places.stream()
            .filter(place -> place.kind().equals(L2P2P))
            .map(ConfigItem.Key::key)
            .map(name ->
                "<network-instance><name>" + SecureXml.escape(name) + "</name></network-instance>")
            .collect(Collectors.joining());
    return (ports.isEmpty()
            ? ""
            : "<interfaces xmlns=\"%s\">%s</interfaces>".formatted(INTERFACES, ports))
        + (names.isEmpty()
            ? ""
            : "<network-instances xmlns=\"%s\">%s</network-instances>".formatted(INSTANCES, names))
        + PolicerConfigBuilder.filter(places);
  }

  /** A subinterface for one VLAN, with its owner as the description. */
  static String subinterface(SubinterfaceRef place, String vlan, String owner) {
    return subinterfaceEdit(
        place,
        "create",
        """
        <config><index>%s</index><description>%s</description><enabled>true</enabled></config>\
        <vlan xmlns="%s"><match><single-tagged><config><vlan-id>%s</vlan-id></config>\
        </single-tagged></match></vlan>\
        """
            .formatted(place.index(), SecureXml.escape(owner), VLAN, vlan));
  }

  static String deleteSubinterface(SubinterfaceRef place) {
    return subinterfaceEdit(place, "delete", "");
  }

  private static String subinterfaceEdit(SubinterfaceRef place, String operation, String content) {
    return """
    <interfaces xmlns="%s"><interface><name>%s</name><subinterfaces>\
    <subinterface xmlns:nc="%s" nc:operation="%s"><index>%s</index>%s</subinterface>\
    </subinterfaces></interface></interfaces>\
    """
        .formatted(
            INTERFACES,
            SecureXml.escape(place.port()),
            NetconfHello.BASE,
            operation,
            place.index(),
            content);
  }

  /** A network instance that connects two subinterfaces. */
  static String instance(ConfigItem item) {
    return instance(
        item.key(),
        "create",
        """
        <config><name>%1$s</name><type xmlns:t="%2$s">t:L2P2P</type>\
        <description>%3$s</description><enabled>true</enabled></config>\
        <connection-points>%4$s%5$s</connection-points>\
        """
            .formatted(
                item.key(),
                TYPES,
                item.owner(),
                connectionPoint(item, "A"),
                connectionPoint(item, "Z")));
  }

  static String deleteInstance(String name) {
    return instance(name, "delete", "");
  }

  private static String instance(String name, String operation, String content) {
    return """
    <network-instances xmlns="%s"><network-instance xmlns:nc="%s" nc:operation="%s">\
    <name>%s</name>%s</network-instance></network-instances>\
    """
        .formatted(INSTANCES, NetconfHello.BASE, operation, name, content);
  }

  private static String connectionPoint(ConfigItem item, String side) {
    var place = SubinterfaceRef.of(item.attributes().getOrDefault(side, "."));
    return """
    <connection-point><connection-point-id>%1$s</connection-point-id>\
    <config><connection-point-id>%1$s</connection-point-id></config><endpoints>\
    <endpoint><endpoint-id>%1$s</endpoint-id><config><endpoint-id>%1$s</endpoint-id>\
    <precedence>0</precedence><type xmlns:t="%2$s">t:LOCAL</type></config><local><config>\
    <interface>%3$s</interface><subinterface>%4$s</subinterface></config></local></endpoint>\
    </endpoints></connection-point>\
    """
        .formatted(side, TYPES, SecureXml.escape(place.port()), place.index());
  }
}
