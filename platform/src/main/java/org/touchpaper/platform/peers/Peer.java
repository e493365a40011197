package org.touchpaper.platform.peers;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Another service, as this one is configured to know it.
 *
 * @param name its name, as it says in the header {@code Touchpaper-Peer}
 * @param url where it listens, or null if it only calls us
 * @param stream where it listens for streams, as host:port, or null if it does not
 * @param secret what we both know; sent as a bearer token in either direction
 * @param roles what it is to us
 * @param sites whose people it asks for as a requester; empty for everybody's
 */
public record Peer(
    String name,
    @Nullable URI url,
    @Nullable String stream,
    String secret,
    Set<PeerRole> roles,
    Set<String> sites) {

  /** The header with the name of the peer that sends. */
  public static final String NAME_HEADER = "Touchpaper-Peer";

  public Peer {
    roles = Set.copyOf(roles);
    sites = Set.copyOf(sites);
    if (secret.isBlank()) {
      throw new IllegalArgumentException("the peer " + name + " has an empty secret");
    }
  }

  /** One that speaks over HTTP alone, for everybody's people. */
  public Peer(String name, @Nullable URI url, String secret, Set<PeerRole> roles) {
    this(name, url, null, secret, roles, Set.of());
  }

  public boolean is(PeerRole role) {
    return roles.contains(role);
  }

  /** True if it may say that somebody of that site asks. */
  public boolean speaksFor(String site) {
    return sites.isEmpty() || sites.contains(site);
  }

  /** The address of something it offers, such as {@code /harc/prepare}. */
  public URI at(String path) {
    if (url == null) {
      throw new IllegalStateException("touchpaper.peers." + name + ".url is not configured");
    }
    return URI.create(url.toString().replaceAll("/+$", "") + path);
  }

  /** Takes as long for a wrong secret as for the right one. */
  boolean proves(String offered) {
    return MessageDigest.isEqual(
        secret.getBytes(StandardCharsets.UTF_8), offered.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "Peer[" + name + ", url=" + url + ", roles=" + roles + "]";
  }
}
