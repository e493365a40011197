package org.touchpaper.bar.endhost;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails.Endpoint;

/**
 * One end of a lightpath, as the API shows it. What the site does not say is null.
 *
 * @param host the host at this end
 * @param element the element to which it is connected
 * @param port the port of the element
 * @param vlan the VLAN of tagged frames
 * @param tagged whether frames carry a VLAN tag
 * @param mtu the longest IP packet that passes both ends, in bytes
 * @param rateMbps the booked Mbit/s in each direction; the sites drop what exceeds it
 * @param address the IP address to use, with its prefix length
 * @param production the host's address on the production network, for a run that loses its
 *     lightpath
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HostEndpoint(
    String host,
    @Nullable String element,
    @Nullable String port,
    @Nullable Integer vlan,
    @Nullable Boolean tagged,
    @Nullable Integer mtu,
    int rateMbps,
    @Nullable String address,
    @Nullable String production) {

  static HostEndpoint of(
      String host, Endpoint end, @Nullable Integer mtu, int rateMbps, @Nullable String production) {
    return new HostEndpoint(
        host,
        end.element(),
        end.port(),
        end.vlan(),
        end.tagged(),
        mtu,
        rateMbps,
        end.address(),
        production);
  }

  /** Whether it is known how frames have to look. */
  @JsonIgnore
  boolean isUsable() {
    return Boolean.FALSE.equals(tagged) || vlan != null;
  }

  /** The port to which the host is connected, for people. */
  @JsonIgnore
  public String place() {
    if (port == null) {
      return "its campus";
    }
    // printed beside commands, so a peer's text must mean nothing to a shell
    var text = element == null ? port : port + " of " + element;
    return text.replaceAll("[^A-Za-z0-9/._: -]", "?");
  }
}
