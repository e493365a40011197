package org.touchpaper.harc.client;

import java.net.URI;

/**
 * Someone HARC is spoken with.
 *
 * @param name its peer name
 * @param url its base URL
 * @param secret what we prove ourselves with, and it to us
 */
public record HarcPeer(String name, URI url, String secret) {
  public HarcPeer {
    if (secret.isBlank()) {
      throw new IllegalArgumentException("the peer " + name + " has an empty secret");
    }
  }

  URI at(String path) {
    return URI.create(url.toString().replaceAll("/+$", "") + path);
  }

  @Override
  public String toString() {
    return name + " at " + url;
  }
}
