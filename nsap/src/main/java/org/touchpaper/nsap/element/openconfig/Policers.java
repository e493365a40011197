package org.touchpaper.nsap.element.openconfig;

import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICED;
import static org.touchpaper.nsap.element.openconfig.OpenConfig.POLICER;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.segment.element.Item;
import org.w3c.dom.Element;

/** What data in OpenConfig's QoS hold of policers, and of what they are attached to. Pure. */
record Policers(String tid, Element data) {

  /** What sits at a place. */
  Optional<Item> at(Item.Key place) {
    return place.kind().equals(POLICER)
        ? policies()
            .filter(each -> text(each, "name").equals(place.key()))
            .findFirst()
            .map(this::policer)
        : bindings()
            .filter(each -> isAt(each, place.key()))
            .findFirst()
            .map(each -> binding(place.key(), each));
  }

  /** All of them, whosever they are. */
  Stream<Item> all() {
    return Stream.concat(
        policies().map(this::policer),
        bindings().map(each -> binding(text(each, "interface-id"), each)));
  }

  private Stream<Element> policies() {
    return Xml.all(data, "qos", "scheduler-policies", "scheduler-policy").stream();
  }

  private Stream<Element> bindings() {
    return Xml.all(data, "qos", "interfaces", "interface").stream();
  }

  /** A policy is named after its circuit. One of several schedulers polices otherwise. */
  private Item policer(Element policy) {
    var name = text(policy, "name");
    var schedulers = Xml.all(policy, "schedulers", "scheduler");
    var attributes =
        schedulers.size() == 1
            ? attributes(schedulers.getFirst())
            : Map.of("SCHEDULERS", Integer.toString(schedulers.size()));
    return new Item(tid, POLICER, name, name, attributes);
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

  /** Its id is anybody's choice; what it is about says the reference. */
  private static boolean isAt(Element binding, String place) {
    return text(binding, "interface-id").equals(place) || about(binding).equals(place);
  }

  private static String about(Element binding) {
    return text(binding, "interface-ref", "config", "interface")
        + "."
        + text(binding, "interface-ref", "config", "subinterface");
  }

  private Item binding(String place, Element binding) {
    var policy = text(binding, "input", "scheduler-policy", "config", "name");
    return new Item(
        tid,
        POLICED,
        place,
        policy.isEmpty() ? Holdings.NOBODY : policy,
        Map.of("POLICY", policy, "AT", about(binding)));
  }

  private static String text(Element from, String... path) {
    return Xml.text(from, path).orElse("");
  }
}
