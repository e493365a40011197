package org.touchpaper.nsap.element.openconfig;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/**
 * The VLANs that somebody takes on a port, in the many ways in which openconfig-vlan says so: a
 * subinterface matches one, a list, a range, or an outer one; a port that switches has access,
 * native and trunk VLANs. Pure.
 */
record Tags(List<Range> ranges) {

  /** These and all between. */
  record Range(int first, int last) {}

  Tags {
    ranges = List.copyOf(ranges);
  }

  /** Those of a subinterface. */
  static Tags of(Element subinterface) {
    var ranges = new ArrayList<Range>();
    for (var vlan : Xml.all(subinterface, "vlan")) {
      values(vlan, ranges, "config", "vlan-id"); // as in models before 2019
      for (var match : Xml.all(vlan, "match")) {
        values(match, ranges, "single-tagged", "config", "vlan-id");
        values(match, ranges, "single-tagged-list", "config", "vlan-ids");
        for (var each : Xml.all(match, "single-tagged-range", "config")) {
          range(each, ranges, "low-vlan-id", "high-vlan-id");
        }
        for (var kind : List.of("", "-inner-list", "-inner-range")) {
          values(match, ranges, "double-tagged" + kind, "config", "outer-vlan-id");
        }
        values(match, ranges, "double-tagged-outer-list", "config", "outer-vlan-ids");
        for (var kind : List.of("double-tagged-outer-range", "double-tagged-inner-outer-range")) {
          for (var each : Xml.all(match, kind, "config")) {
            range(each, ranges, "outer-low-vlan-id", "outer-high-vlan-id");
          }
        }
      }
    }
    return new Tags(ranges);
  }

  /** Those that a port switches as a whole. */
  static Tags switched(Element port) {
    var ranges = new ArrayList<Range>();
    for (var way : List.of("ethernet", "aggregation")) {
      for (var config : Xml.all(port, way, "switched-vlan", "config")) {
        Stream.of("access-vlan", "native-vlan", "trunk-vlans")
            .forEach(leaf -> values(config, ranges, leaf));
      }
    }
    return new Tags(ranges);
  }

  /** True if this VLAN is among them. */
  boolean take(int vlan) {
    return ranges.stream().anyMatch(each -> each.first() <= vlan && vlan <= each.last());
  }

  /** The one VLAN there is; empty if there is none or more. */
  String only() {
    var isOne = ranges.size() == 1 && ranges.getFirst().first() == ranges.getFirst().last();
    return isOne ? Integer.toString(ranges.getFirst().first()) : "";
  }

  /** Leaves that say {@code 7} or {@code 7..9}. */
  private static void values(Element from, List<Range> ranges, String... path) {
    for (var leaf : Xml.all(from, path)) {
      var bounds = leaf.getTextContent().strip().split("\\.\\.", 2);
      add(ranges, number(bounds[0]), number(bounds[bounds.length - 1]));
    }
  }

  private static void range(Element config, List<Range> ranges, String low, String high) {
    add(
        ranges,
        number(Xml.text(config, low).orElse("")),
        number(Xml.text(config, high).orElse("")));
  }

  private static void add(List<Range> ranges, OptionalInt first, OptionalInt last) {
    if (first.isPresent() && last.isPresent()) {
      ranges.add(new Range(first.getAsInt(), last.getAsInt()));
    }
  }

  private static OptionalInt number(String text) {
    return text.matches("\\d{1,4}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }
}
