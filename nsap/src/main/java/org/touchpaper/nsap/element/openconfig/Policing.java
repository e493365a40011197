package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICED;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICER;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.touchpaper.nsap.element.openconfig.Subtree.Place;
import org.touchpaper.segment.element.Item;

/** How a rate is policed, as text, in OpenConfig's QoS. */
final class Policing {

  private static final String QOS = "http://openconfig.net/yang/qos";
  private static final String TYPES = "http://openconfig.net/yang/qos-types";

  private static final long BITS = 1_000_000;

  /** A tenth of a second of it, up to what a campus's edge lets pass at once, in bytes. */
  private static final long BITS_PER_BURST_BYTE = 80;

  private static final long LARGEST_BURST = 31_250_000;

  private static final String BINDINGS =
      """
      <interfaces><interface><interface-id/><interface-ref/><input><scheduler-policy/></input>\
      </interface></interfaces>\
      """;

  /** What bears names of ours. */
  static final String ALL =
      "<qos xmlns=\"%s\"><scheduler-policies/>%s</qos>".formatted(QOS, BINDINGS);

  private Policing() {}

  /** What a policer of so many Mbit/s is made of. */
  static Map<String, String> attributes(int mbps) {
    var rate = mbps * BITS;
    return Map.of(
        "CIR",
        Long.toString(rate),
        "BC",
        Long.toString(Math.min(rate / BITS_PER_BURST_BYTE, LARGEST_BURST)),
        "EXCEED",
        "drop");
  }

  /** A filter for the policers and bindings among these places; empty if there is none. */
  static String filter(Collection<Item.Key> places) {
    var policers =
        places.stream()
            .filter(place -> place.kind().equals(POLICER))
            .map(place ->
                "<scheduler-policy><name>" + Xml.escape(place.key()) + "</name></scheduler-policy>")
            .collect(Collectors.joining());
    var asked =
        (policers.isEmpty() ? "" : "<scheduler-policies>" + policers + "</scheduler-policies>")
            + (places.stream().anyMatch(place -> place.kind().equals(POLICED)) ? BINDINGS : "");
    return asked.isEmpty() ? "" : "<qos xmlns=\"%s\">%s</qos>".formatted(QOS, asked);
  }

  static String policer(Item item) {
    return policer(
        item.key(),
        "create",
        """
        <config><name>%1$s</name></config><schedulers><scheduler><sequence>1</sequence>\
        <config><sequence>1</sequence><type xmlns:t="%2$s">t:ONE_RATE_TWO_COLOR</type></config>\
        <one-rate-two-color><config><cir>%3$s</cir><bc>%4$s</bc>\
        <queuing-behavior>POLICE</queuing-behavior></config>\
        <exceed-action><config><drop>true</drop></config></exceed-action></one-rate-two-color>\
        </scheduler></schedulers>\
        """
            .formatted(
                item.key(),
                TYPES,
                item.attributes().getOrDefault("CIR", ""),
                item.attributes().getOrDefault("BC", "")));
  }

  static String withoutPolicer(String name) {
    return policer(name, "delete", "");
  }

  private static String policer(String name, String operation, String content) {
    return """
    <qos xmlns="%s"><scheduler-policies><scheduler-policy xmlns:nc="%s" nc:operation="%s">\
    <name>%s</name>%s</scheduler-policy></scheduler-policies></qos>\
    """
        .formatted(QOS, Hello.BASE, operation, name, content);
  }

  /** Attaches a policer to the input of a subinterface. */
  static String binding(Item item) {
    var place = Place.of(item.key());
    return binding(
        item.key(),
        "create",
        """
        <config><interface-id>%1$s</interface-id></config><interface-ref><config>\
        <interface>%2$s</interface><subinterface>%3$s</subinterface></config></interface-ref>\
        <input><scheduler-policy><config><name>%4$s</name></config></scheduler-policy></input>\
        """
            .formatted(
                Xml.escape(item.key()), Xml.escape(place.port()), place.index(), item.owner()));
  }

  static String withoutBinding(String key) {
    return binding(key, "delete", "");
  }

  private static String binding(String key, String operation, String content) {
    return """
    <qos xmlns="%s"><interfaces><interface xmlns:nc="%s" nc:operation="%s">\
    <interface-id>%s</interface-id>%s</interface></interfaces></qos>\
    """
        .formatted(QOS, Hello.BASE, operation, Xml.escape(key), content);
  }
}
