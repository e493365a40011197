package org.touchpaper.harc.stream;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where callers stand until they have proved who they are. There is room for few: each takes up
 * memory, and may keep it for seconds. When it is full, whoever has stood there longest of those
 * from the address that most are from is sent away: one noisy neighbour costs nobody else a place.
 * Only touched by the streams' thread.
 */
final class PendingHandshakes {
  /** Peers are fewer, and need some milliseconds each. */
  static final int ROOM = 64;

  /** Of an address of IPv6 the rest is the host's own to choose (RFC 4291 section 2.5.4). */
  private static final int NETWORK_BYTES = 8;

  private final RareWarning crowded;

  /** With where they are from, who came first first. */
  private final Map<Channel, String> standing = new LinkedHashMap<>();

  PendingHandshakes(RareWarning crowded) {
    this.crowded = crowded;
  }

  void enter(Channel caller) {
    standing.put(caller, origin(caller));
    if (standing.size() > ROOM) {
      var longest = longestOfTheMost();
      standing.remove(longest);
      crowded.tell(() ->
          "no stream with " + longest.remoteAddress() + ": too many wait to prove who they are");
      var _ = longest.close();
    }
  }

  private Channel longestOfTheMost() {
    var counts = new HashMap<String, Integer>();
    standing.values().forEach(origin -> counts.merge(origin, 1, Integer::sum));
    var most = counts.values().stream().mapToInt(each -> each).max().orElseThrow();
    return standing.entrySet().stream()
        .filter(each -> counts.getOrDefault(each.getValue(), 0) == most)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private static String origin(Channel caller) {
    if (!(caller.remoteAddress() instanceof InetSocketAddress address)
        || address.getAddress() == null) {
      return "";
    }
    var bytes = address.getAddress().getAddress();
    return Arrays.toString(
        address.getAddress() instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
  }

  /** It has been let in, or is gone. */
  void leave(Channel caller) {
    standing.remove(caller);
  }
}
