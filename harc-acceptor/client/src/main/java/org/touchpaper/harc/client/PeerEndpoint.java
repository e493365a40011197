package org.touchpaper.harc.client;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.transport.StreamPeerAddress;

/**
 * The addresses and the secret of a HARC peer.
 *
 * @param name its peer name
 * @param url its base URL
 * @param stream its stream address as host:port; null if it has none
 * @param secret the secret shared with it, which authenticates both sides
 */
public record PeerEndpoint(String name, URI url, @Nullable String stream, String secret) {
  public PeerEndpoint {
    if (secret.isBlank()) {
      throw new IllegalArgumentException("peer " + name + ": the secret is empty");
    }
  }

  /** A peer without a stream. */
  public PeerEndpoint(String name, URI url, String secret) {
    this(name, url, null, secret);
  }

  public @Nullable StreamPeerAddress streamAddress() {
    return stream == null ? null : StreamPeerAddress.parse(name, stream, secret);
  }

  URI resolve(String path) {
    return URI.create(url.toString().replaceAll("/+$", "") + path);
  }

  @Override
  public String toString() {
    return name + " at " + url;
  }
}
