package org.touchpaper.segment.connection;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A service termination point: where a connection can enter or leave a network, with the permitted
 * labels (VLANs) (GFD.237 section 5.2.1).
 *
 * @param network the network's id, such as {@code ucl.ukl:2026}
 * @param port the port's name in the network, such as {@code vis}
 * @param vlans the permitted VLANs, or null where the port is untagged
 */
public record Stp(String network, String port, @Nullable VlanRange vlans) {

  private static final Pattern URN =
      Pattern.compile("urn:ogf:network:([a-z0-9.:-]+):([A-Za-z0-9._-]+)(?:\\?vlan=([0-9-]+))?");

  /** Parses {@code urn:ogf:network:<network>:<port>[?vlan=<low>[-<high>]]}. */
  public static Stp parse(String urn) {
    var match = URN.matcher(urn);
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "not an STP, expected urn:ogf:network:<network>:<port>[?vlan=<low>[-<high>]]: " + urn);
    }
    var vlans = Optional.ofNullable(match.group(3)).map(VlanRange::parse).orElse(null);
    return new Stp(match.group(1), match.group(2), vlans);
  }

  public Stp withVlans(@Nullable VlanRange newVlans) {
    return new Stp(network, port, newVlans);
  }

  /** True if network and port are equal, whatever the labels. */
  public boolean isSamePortAs(Stp other) {
    return network.equals(other.network) && port.equals(other.port);
  }

  @Override
  public String toString() {
    return "urn:ogf:network:" + network + ":" + port + (vlans == null ? "" : "?vlan=" + vlans);
  }
}
