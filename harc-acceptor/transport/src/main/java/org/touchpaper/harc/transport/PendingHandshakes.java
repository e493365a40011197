package org.touchpaper.harc.transport;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A bounded set of connections that are not authenticated yet, because each takes memory for up to
 * 5 s. When it is full, the oldest connection of the address with the most connections is closed,
 * so that one address cannot displace the others. Used by the event loop only.
 */
final class PendingHandshakes {
  /** More than there are peers; a handshake takes milliseconds. */
  static final int MAX_PENDING = 64;

  /** A host chooses the rest of its IPv6 address itself (RFC 4291 section 2.5.4). */
  private static final int IPV6_NETWORK_BYTES = 8;

  private final RateLimitedWarning overflowWarning;

  /** In order of arrival, each with its network address. */
  private final Map<Channel, String> originsByChannel = new LinkedHashMap<>();

  PendingHandshakes(RateLimitedWarning overflowWarning) {
    this.overflowWarning = overflowWarning;
  }

  void add(Channel channel) {
    originsByChannel.put(channel, origin(channel));
    if (originsByChannel.size() > MAX_PENDING) {
      var evicted = oldestOfBusiestOrigin();
      originsByChannel.remove(evicted);
      overflowWarning.log(() ->
          "stream rejected: peer "
              + evicted.remoteAddress()
              + ": more than "
              + MAX_PENDING
              + " connections are not authenticated");
      var _ = evicted.close();
    }
  }

  private Channel oldestOfBusiestOrigin() {
    var countsByOrigin = new HashMap<String, Integer>();
    originsByChannel.values().forEach(origin -> countsByOrigin.merge(origin, 1, Integer::sum));
    var highestCount =
        countsByOrigin.values().stream().mapToInt(count -> count).max().orElseThrow();
    return originsByChannel.entrySet().stream()
        .filter(count -> countsByOrigin.getOrDefault(count.getValue(), 0) == highestCount)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private static String origin(Channel channel) {
    if (!(channel.remoteAddress() instanceof InetSocketAddress address)
        || address.getAddress() == null) {
      return "";
    }
    var bytes = address.getAddress().getAddress();
    return Arrays.toString(
        address.getAddress() instanceof Inet6Address
            ? Arrays.copyOf(bytes, IPV6_NETWORK_BYTES)
            : bytes);
  }

  /** Removes an authenticated or closed connection. */
  void remove(Channel channel) {
    originsByChannel.remove(channel);
  }
}
