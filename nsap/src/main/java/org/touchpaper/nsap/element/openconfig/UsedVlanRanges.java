package org.touchpaper.nsap.element.openconfig;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.touchpaper.schema.SecureXml;
import org.w3c.dom.Element;

/**
 * The VLANs that are used on a port, in all forms of openconfig-vlan: a subinterface matches one, a
 * list, a range, or an outer one; a switched port has access, native and trunk VLANs. Pure.
 */
record UsedVlanRanges(List<Range> ranges) {

  /** A closed range. */
  record Range(int first, int last) {}

  UsedVlanRanges {
    ranges = List.copyOf(ranges);
  }

  /** The VLANs of a subinterface. */
  static UsedVlanRanges of(Element subinterface) {
    var ranges = new ArrayList<Range>();
    for (var vlan : SecureXml.elementsAt(subinterface, "vlan")) {
      addValues(vlan, ranges, "config", "vlan-id"); // as in models before 2019
      for (var match : SecureXml.elementsAt(vlan, "match")) {
        addValues(match, ranges, "single-tagged", "config", "vlan-id");
        addValues(match, ranges, "single-tagged-list", "config", "vlan-ids");
        for (var config : SecureXml.elementsAt(match, "single-tagged-range", "config")) {
          addRange(config, ranges, "low-vlan-id", "high-vlan-id");
        }
        for (var kind : List.of("", "-inner-list", "-inner-range")) {
          addValues(match, ranges, "double-tagged" + kind, "config", "outer-vlan-id");
        }
        addValues(match, ranges, "double-tagged-outer-list", "config", "outer-vlan-ids");
        for (var kind : List.of("double-tagged-outer-range", "double-tagged-inner-outer-range")) {
          for (var config : SecureXml.elementsAt(match, kind, "config")) {
            addRange(config, ranges, "outer-low-vlan-id", "outer-high-vlan-id");
          }
        }
      }
    }
    return new UsedVlanRanges(ranges);
  }

  /** The VLANs that a port switches. */
  static UsedVlanRanges ofSwitchedPort(Element port) {
    var ranges = new ArrayList<Range>();
    for (var medium : List.of("ethernet", "aggregation")) {
      for (var config : SecureXml.elementsAt(port, medium, "switched-vlan", "config")) {
        Stream.of("access-vlan", "native-vlan", "trunk-vlans")
            .forEach(leaf -> addValues(config, ranges, leaf));
      }
    }
    return new UsedVlanRanges(ranges);
  }

  /** True if it contains this VLAN. */
  boolean contains(int vlan) {
    return ranges.stream().anyMatch(range -> range.first() <= vlan && vlan <= range.last());
  }

  /** The VLAN if there is exactly one, else empty. */
  String singleVlan() {
    var isOne = ranges.size() == 1 && ranges.getFirst().first() == ranges.getFirst().last();
    return isOne ? Integer.toString(ranges.getFirst().first()) : "";
  }

  /** Adds leaves with values {@code 7} or {@code 7..9}. */
  private static void addValues(Element from, List<Range> ranges, String... path) {
    for (var leaf : SecureXml.elementsAt(from, path)) {
      var bounds = leaf.getTextContent().strip().split("\\.\\.", 2);
      add(ranges, parseVlan(bounds[0]), parseVlan(bounds[bounds.length - 1]));
    }
  }

  private static void addRange(Element config, List<Range> ranges, String low, String high) {
    add(
        ranges,
        parseVlan(SecureXml.textAt(config, low).orElse("")),
        parseVlan(SecureXml.textAt(config, high).orElse("")));
  }

  private static void add(List<Range> ranges, OptionalInt first, OptionalInt last) {
    if (first.isPresent() && last.isPresent()) {
      ranges.add(new Range(first.getAsInt(), last.getAsInt()));
    }
  }

  private static OptionalInt parseVlan(String text) {
    return text.matches("\\d{1,4}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }
}
