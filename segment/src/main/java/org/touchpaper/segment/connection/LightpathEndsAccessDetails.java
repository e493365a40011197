package org.touchpaper.segment.connection;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the users at the two ends of a held circuit must know to use it. A segment states what it
 * knows; the rest is null.
 *
 * @param source where the circuit enters the segment
 * @param destination where it leaves the segment
 * @param delay one way, over the links between them
 */
public record LightpathEndsAccessDetails(
    Endpoint source, Endpoint destination, @Nullable Duration delay) {

  /** Nothing is known. */
  public static final LightpathEndsAccessDetails UNKNOWN =
      new LightpathEndsAccessDetails(Endpoint.UNKNOWN, Endpoint.UNKNOWN, null);

  /**
   * One end.
   *
   * @param element the element to which the user is connected
   * @param port the port of the element, in the element's notation
   * @param vlan the VLAN of the frames on the port (IEEE 802.1Q); null if they are untagged
   * @param tagged whether frames carry a VLAN tag
   * @param mtu the longest IP packet in bytes (RFC 894), without Ethernet header and tag
   * @param address the IP address to use, with its prefix length: /31 (RFC 3021) or /127 (RFC 6164)
   */
  public record Endpoint(
      @Nullable String element,
      @Nullable String port,
      @Nullable Integer vlan,
      @Nullable Boolean tagged,
      @Nullable Integer mtu,
      @Nullable String address) {

    /** Nothing is known. */
    public static final Endpoint UNKNOWN = new Endpoint(null, null, null, null, null, null);

    /** Users paste addresses into a shell, so a peer may send nothing else. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]{7,15}/31|[0-9a-f:]{2,39}/127");

    public Endpoint {
      if (address != null && !ADDRESS.matcher(address).matches()) {
        throw new IllegalArgumentException("not an address with /31 or /127: " + address);
      }
    }

    /** Only the address is known. */
    public static Endpoint ofAddress(@Nullable String address) {
      return UNKNOWN.withAddress(address);
    }

    public Endpoint withAddress(@Nullable String newAddress) {
      return new Endpoint(element, port, vlan, tagged, mtu, newAddress);
    }
  }
}
