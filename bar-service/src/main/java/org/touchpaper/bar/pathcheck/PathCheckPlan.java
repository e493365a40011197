package org.touchpaper.bar.pathcheck;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory.Host;
import org.touchpaper.bar.endhost.HostEndpoint;
import org.touchpaper.bar.endhost.LightpathEndHostDetails;

/** How a lightpath's path can be checked from here. */
sealed interface PathCheckPlan {

  /**
   * The agent beside a host of this campus measures the path to the reflector beside the far host.
   *
   * @param nearHost the host of this campus
   * @param farHost the host at the other end
   * @param agent where the near host's agent is asked
   * @param address of the far host on the lightpath
   * @param expected the round trip over the links, in ms; null if it is not known
   * @param rateMbps the booked rate
   * @param mtu the longest IP packet, in bytes
   */
  record Measure(
      String nearHost,
      String farHost,
      URI agent,
      String address,
      @Nullable BigDecimal expected,
      int rateMbps,
      int mtu)
      implements PathCheckPlan {

    /** As {@code ADDRESS:PORT}. */
    String target(int port) {
      return (isIpv6() ? "[" + address + "]" : address) + ":" + port;
    }

    /** The longest payload of UDP that is not fragmented, in bytes. */
    int payloadBytes() {
      return mtu - UDP_HEADER - (isIpv6() ? IPV6_HEADER : IPV4_HEADER);
    }

    private boolean isIpv6() {
      return address.contains(":");
    }
  }

  /** It cannot be checked. */
  record Impossible(String reason) implements PathCheckPlan {}

  int UDP_HEADER = 8;
  int IPV4_HEADER = 20;
  int IPV6_HEADER = 40;
  int ETHERNET_MTU = 1500;

  /** Plans the check; an end at this campus is asked, the source first. */
  static PathCheckPlan of(LightpathEndHostDetails ends, NetworkDirectory directory) {
    var source = ends.endpoints().getFirst();
    var destination = ends.endpoints().getLast();
    return isHere(source, directory)
        ? of(source, destination, ends, directory)
        : isHere(destination, directory)
            ? of(destination, source, ends, directory)
            : new Impossible("no host of this campus is at its ends");
  }

  private static boolean isHere(HostEndpoint end, NetworkDirectory directory) {
    return directory
        .host(end.host())
        .filter(host -> host.campus().equals(directory.campus()))
        .isPresent();
  }

  private static PathCheckPlan of(
      HostEndpoint near,
      HostEndpoint far,
      LightpathEndHostDetails ends,
      NetworkDirectory directory) {
    var agent = agent(near, directory);
    if (agent.isEmpty()) {
      return withoutAgent(near);
    }
    if (agent(far, directory).isEmpty()) { // then nothing reflects
      return withoutAgent(far);
    }
    var address = far.address();
    if (address == null || near.address() == null) {
      return new Impossible(
          (address == null ? far : near).host()
              + " has no address on the lightpath, because no campus of it has a pool of addresses");
    }
    return new Measure(
        near.host(),
        far.host(),
        agent.get(),
        address.replaceFirst("/.*", ""),
        ends.endHost().roundTripMs(),
        far.rateMbps(),
        far.mtu() == null ? ETHERNET_MTU : far.mtu());
  }

  private static Optional<URI> agent(HostEndpoint end, NetworkDirectory directory) {
    return directory.host(end.host()).map(Host::pathAgent);
  }

  private static PathCheckPlan withoutAgent(HostEndpoint end) {
    return new Impossible(
        "no path agent is configured for " + end.host() + " (pathAgent in the directory)");
  }
}
