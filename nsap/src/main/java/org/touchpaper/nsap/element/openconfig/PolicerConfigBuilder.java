package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER_BINDING;

import java.util.Collection;
import java.util.stream.Collectors;
import org.touchpaper.elementsession.netconf.NetconfHello;
import org.touchpaper.nsap.element.openconfig.OpenConfigXmlBuilder.SubinterfaceRef;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.ConfigItem;

/** Builds policers in OpenConfig's QoS as XML text. */
final class PolicerConfigBuilder {

  private static final String QOS = "http://openconfig.net/yang/qos";
  private static final String TYPES = "http://openconfig.net/yang/qos-types";

  private static final long BITS_PER_MEGABIT = 1_000_000;

  /** The burst is a tenth of a second, at most that of a campus edge, in bytes. */
  private static final long BITS_PER_BURST_BYTE = 80;

  private static final long MAX_BURST_BYTES = 31_250_000;

  private static final String BINDINGS =
      """
      <interfaces><interface><interface-id/><interface-ref/><input><scheduler-policy/></input>\
      </interface></interfaces>\
      """;

  /** A filter for all policers and bindings. */
  static final String ALL =
      "<qos xmlns=\"%s\"><scheduler-policies/>%s</qos>".formatted(QOS, BINDINGS);

  private PolicerConfigBuilder() {}

  /** A policer with its attributes for this rate. */
  static ConfigItem addRate(ConfigItem policer, int mbps) {
    var rate = mbps * BITS_PER_MEGABIT;
    var burst = Math.min(rate / BITS_PER_BURST_BYTE, MAX_BURST_BYTES);
    return policer
        .with("CIR", Long.toString(rate))
        .with("BC", Long.toString(burst))
        .with("EXCEED", "drop");
  }

  /** A filter for the policers and bindings among these places; empty if there is none. */
  static String filter(Collection<ConfigItem.Key> places) {
    var policers =
        places.stream()
            .filter(place -> place.kind().equals(POLICER))
            .map(place ->
                "<scheduler-policy><name>"
                    + SecureXml.escape(place.key())
                    + "</name></scheduler-policy>")
            .collect(Collectors.joining());
    var filter =
        (policers.isEmpty() ? "" : "<scheduler-policies>" + policers + "</scheduler-policies>")
            + (places.stream().anyMatch(place -> place.kind().equals(POLICER_BINDING))
                ? BINDINGS
                : "");
    return filter.isEmpty() ? "" : "<qos xmlns=\"%s\">%s</qos>".formatted(QOS, filter);
  }

  static String policer(ConfigItem item) {
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

  static String deletePolicer(String name) {
    return policer(name, "delete", "");
  }

  private static String policer(String name, String operation, String content) {
    return """
    <qos xmlns="%s"><scheduler-policies><scheduler-policy xmlns:nc="%s" nc:operation="%s">\
    <name>%s</name>%s</scheduler-policy></scheduler-policies></qos>\
    """
        .formatted(QOS, NetconfHello.BASE, operation, name, content);
  }

  /** Attaches a policer to the input of a subinterface. */
  static String binding(ConfigItem item) {
    var place = SubinterfaceRef.of(item.key());
    return binding(
        item.key(),
        "create",
        """
        <config><interface-id>%1$s</interface-id></config><interface-ref><config>\
        <interface>%2$s</interface><subinterface>%3$s</subinterface></config></interface-ref>\
        <input><scheduler-policy><config><name>%4$s</name></config></scheduler-policy></input>\
        """
            .formatted(
                SecureXml.escape(item.key()),
                SecureXml.escape(place.port()),
                place.index(),
                item.owner()));
  }

  static String deleteBinding(String key) {
    return binding(key, "delete", "");
  }

  private static String binding(String key, String operation, String content) {
    return """
    <qos xmlns="%s"><interfaces><interface xmlns:nc="%s" nc:operation="%s">\
    <interface-id>%s</interface-id>%s</interface></interfaces></qos>\
    """
        .formatted(QOS, NetconfHello.BASE, operation, SecureXml.escape(key), content);
  }
}
