package org.touchpaper.platform.security;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Another service, as configured.
 *
 * @param name its name, which it sends in the header {@code Touchpaper-Peer}
 * @param url where it listens, or null if it only calls us
 * @param stream where it listens for streams, as host:port, or null if it does not
 * @param secret the shared secret, sent as a bearer token in both directions
 * @param roles what it is to us
 * @param sites the sites whose people it may act for as a requester; empty for all
 */
public record Peer(
    String name,
    @Nullable URI url,
    @Nullable String stream,
    String secret,
    Set<PeerRole> roles,
    Set<String> sites) {

  /** The header with the sender's peer name. */
  public static final String NAME_HEADER = "Touchpaper-Peer";

  public Peer {
    roles = Set.copyOf(roles);
    sites = Set.copyOf(sites);
    if (secret.isBlank()) {
      throw new IllegalArgumentException("the peer " + name + " has an empty secret");
    }
  }

  /** A peer without streams that may act for all sites. */
  public Peer(String name, @Nullable URI url, String secret, Set<PeerRole> roles) {
    this(name, url, null, secret, roles, Set.of());
  }

  public boolean hasRole(PeerRole role) {
    return roles.contains(role);
  }

  /** True if it may act for people of that site. */
  public boolean canSpeakFor(String site) {
    return sites.isEmpty() || sites.contains(site);
  }

  /** The URL of a path at this peer, such as {@code /harc/prepare}. */
  public URI resolve(String path) {
    if (url == null) {
      throw new IllegalStateException(
          "the peer " + name + " has no url; add it to the peers file or to touchpaper.peers");
    }
    return URI.create(url.toString().replaceAll("/+$", "") + path);
  }

  /** Compares in constant time. */
  boolean hasSecret(String candidate) {
    return MessageDigest.isEqual(
        secret.getBytes(StandardCharsets.UTF_8), candidate.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "Peer[" + name + ", url=" + url + ", roles=" + roles + "]";
  }
}
