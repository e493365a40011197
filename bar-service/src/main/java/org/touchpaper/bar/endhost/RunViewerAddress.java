package org.touchpaper.bar.endhost;

import org.jspecify.annotations.Nullable;

/**
 * Where a viewer reaches a run.
 *
 * @param url such as {@code imd://10.88.0.3:8901}
 * @param path {@code lightpath} or {@code production}; null if no lightpath leads to the run
 * @param reason why not over the lightpath; else null
 * @param waitingFor {@code lightpath} while that is not active, {@code path-check} while its check
 *     has no result; else null
 */
public record RunViewerAddress(
    String url, @Nullable String path, @Nullable String reason, @Nullable String waitingFor) {

  static final String LIGHTPATH = "lightpath";
  static final String PRODUCTION = "production";
  static final String PATH_CHECK = "path-check";

  static String url(String protocol, String host, int port) {
    var name = host.contains(":") ? "[" + host + "]" : host; // IPv6, RFC 3986 section 3.2.2
    return protocol + "://" + name + ":" + port;
  }
}
