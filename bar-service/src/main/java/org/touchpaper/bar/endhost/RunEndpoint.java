package org.touchpaper.bar.endhost;

import org.jspecify.annotations.Nullable;

/**
 * Where a viewer reaches a run.
 *
 * @param url such as {@code imd://10.88.0.3:8901}
 * @param waitingFor {@code lightpath} while the lightpath to it is not active; else null
 */
public record RunEndpoint(String url, @Nullable String waitingFor) {

  private static final String LIGHTPATH = "lightpath";

  static RunEndpoint of(String protocol, String host, int port, boolean isReachable) {
    var name = host.contains(":") ? "[" + host + "]" : host; // IPv6, RFC 3986 section 3.2.2
    return new RunEndpoint(protocol + "://" + name + ":" + port, isReachable ? null : LIGHTPATH);
  }
}
