package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusItemPlanner.POLICY_MAP;
import static org.touchpaper.lnsap.element.CampusItemPlanner.SVI;
import static org.touchpaper.lnsap.element.CampusItemPlanner.VLAN;
import static org.touchpaper.lnsap.element.CampusItemPlanner.XCONNECT;

import java.util.List;
import org.touchpaper.segment.element.ConfigItem;

/**
 * The configuration lines for a VLAN, its policer, its interface and the pseudowire that ends
 * there, as on the Catalyst 6500 family.
 */
final class IosCommands {

  /** A burst is a tenth of a second: a TCP window over these distances. */
  private static final long BURSTS_PER_SECOND = 10;

  private static final int BITS_PER_BYTE = 8;

  /** The largest burst that all releases accept ("Configuring PFC QoS", 12.2SX), bytes. */
  private static final long MAX_BURST_BYTES = 31_250_000;

  private IosCommands() {}

  static List<String> createCommands(ConfigItem item) {
    return switch (item.kind()) {
      case VLAN -> List.of("vlan " + item.key(), "name " + item.owner());
      case POLICY_MAP ->
          List.of(
              "policy-map " + item.key(), "class class-default", police(attribute(item, "POLICE")));
      case SVI ->
          List.of(
              "interface Vlan" + item.key(),
              "service-policy input " + attribute(item, "INPUT"),
              "service-policy output " + attribute(item, "OUTPUT"),
              "no shutdown");
      case XCONNECT -> List.of(vlanInterface(item), "xconnect " + attribute(item, "TO"));
      default -> throw new IllegalArgumentException("unknown 7600 item kind " + item.kind());
    };
  }

  static List<String> deleteCommands(ConfigItem item) {
    return switch (item.kind()) {
      case VLAN -> List.of("no vlan " + item.key());
      case POLICY_MAP -> List.of("no policy-map " + item.key());
      case SVI -> List.of("no interface Vlan" + item.key());
      case XCONNECT -> List.of(vlanInterface(item), "no xconnect");
      default -> throw new IllegalArgumentException("unknown 7600 item kind " + item.kind());
    };
  }

  private static String vlanInterface(ConfigItem xconnect) {
    return "interface Vlan" + Ios7600Driver.PseudowireEnd.of(xconnect.place()).vlan();
  }

  private static String police(String bitsPerSecond) {
    var tenth = Long.parseLong(bitsPerSecond) / BITS_PER_BYTE / BURSTS_PER_SECOND;
    var burst = Math.min(tenth, MAX_BURST_BYTES);
    return "police %s %d %d conform-action transmit exceed-action drop violate-action drop"
        .formatted(bitsPerSecond, burst, burst);
  }

  private static String attribute(ConfigItem item, String name) {
    var value = item.attributes().get(name);
    if (value == null) {
      throw new IllegalArgumentException(item + " lacks the attribute " + name);
    }
    return value;
  }
}
