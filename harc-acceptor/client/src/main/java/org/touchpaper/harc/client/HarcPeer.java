package org.touchpaper.harc.client;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.stream.StreamPeer;

/**
 * Someone HARC is spoken with.
 *
 * @param name its peer name
 * @param url its base URL
 * @param stream where it listens for streams, as host:port; null if it does not
 * @param secret what we prove ourselves with, and it to us
 */
public record HarcPeer(String name, URI url, @Nullable String stream, String secret) {
  public HarcPeer {
    if (secret.isBlank()) {
      throw new IllegalArgumentException("the peer " + name + " has an empty secret");
    }
  }

  /** One that is spoken with over HTTP alone. */
  public HarcPeer(String name, URI url, String secret) {
    this(name, url, null, secret);
  }

  public @Nullable StreamPeer streamPeer() {
    return stream == null ? null : StreamPeer.at(name, stream, secret);
  }

  URI at(String path) {
    return URI.create(url.toString().replaceAll("/+$", "") + path);
  }

  @Override
  public String toString() {
    return name + " at " + url;
  }
}
