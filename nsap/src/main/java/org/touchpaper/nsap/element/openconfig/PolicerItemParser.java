package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER;
import static org.touchpaper.nsap.element.openconfig.OpenConfigPlugin.POLICER_BINDING;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.schema.SecureXml;
import org.touchpaper.segment.element.ConfigItem;
import org.w3c.dom.Element;

/** Finds policers and their bindings in data of OpenConfig's QoS. Pure. */
record PolicerItemParser(String tid, Element data) {

  Optional<ConfigItem> findAt(ConfigItem.Key place) {
    return place.kind().equals(POLICER)
        ? policies()
            .filter(element -> text(element, "name").equals(place.key()))
            .findFirst()
            .map(this::policer)
        : bindings()
            .filter(element -> isAt(element, place.key()))
            .findFirst()
            .map(element -> binding(place.key(), element));
  }

  /** All items of all owners. */
  Stream<ConfigItem> listAll() {
    return Stream.concat(
        policies().map(this::policer),
        bindings().map(element -> binding(text(element, "interface-id"), element)));
  }

  private Stream<Element> policies() {
    return SecureXml.elementsAt(data, "qos", "scheduler-policies", "scheduler-policy").stream();
  }

  private Stream<Element> bindings() {
    return SecureXml.elementsAt(data, "qos", "interfaces", "interface").stream();
  }

  /** A policy has its circuit's name. One with several schedulers does not match. */
  private ConfigItem policer(Element policy) {
    var name = text(policy, "name");
    var schedulers = SecureXml.elementsAt(policy, "schedulers", "scheduler");
    var attributes =
        schedulers.size() == 1
            ? attributes(schedulers.getFirst())
            : Map.of("SCHEDULERS", Integer.toString(schedulers.size()));
    return new ConfigItem(tid, POLICER, name, name, attributes);
  }

  private static Map<String, String> attributes(Element scheduler) {
    var isPolicer =
        text(scheduler, "config", "type").endsWith("ONE_RATE_TWO_COLOR")
            && text(scheduler, "one-rate-two-color", "config", "queuing-behavior").equals("POLICE");
    var drops = text(scheduler, "one-rate-two-color", "exceed-action", "config", "drop");
    return Map.of(
        "CIR",
        text(scheduler, "one-rate-two-color", "config", "cir"),
        "BC",
        text(scheduler, "one-rate-two-color", "config", "bc"),
        "EXCEED",
        isPolicer && drops.equals("true") ? "drop" : "pass");
  }

  /** The id is arbitrary; the interface reference decides as well. */
  private static boolean isAt(Element binding, String place) {
    return text(binding, "interface-id").equals(place) || attachedTo(binding).equals(place);
  }

  private static String attachedTo(Element binding) {
    return text(binding, "interface-ref", "config", "interface")
        + "."
        + text(binding, "interface-ref", "config", "subinterface");
  }

  private ConfigItem binding(String place, Element binding) {
    var policy = text(binding, "input", "scheduler-policy", "config", "name");
    return new ConfigItem(
        tid,
        POLICER_BINDING,
        place,
        policy.isEmpty() ? OpenConfigItemParser.UNKNOWN_OWNER : policy,
        Map.of("POLICY", policy, "AT", attachedTo(binding)));
  }

  private static String text(Element from, String... path) {
    return SecureXml.textAt(from, path).orElse("");
  }
}
