package org.touchpaper.platform.peers;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.TouchpaperProperties;

/** The services this one knows; nobody else is served. */
public final class Peers {

  private final String self;
  private final Map<String, Peer> byName = new LinkedHashMap<>();

  public Peers(String self, Collection<Peer> peers) {
    this.self = self;
    peers.stream()
        .sorted(Comparator.comparing(Peer::name))
        .forEach(peer -> byName.put(peer.name(), peer));
  }

  static Peers from(TouchpaperProperties properties) {
    return new Peers(
        properties.name(),
        properties.peers().entrySet().stream().map(e -> peer(e.getKey(), e.getValue())).toList());
  }

  private static Peer peer(String name, TouchpaperProperties.Peer configured) {
    return new Peer(
        name,
        configured.url(),
        configured.stream(),
        secret(name, configured.secret(), configured.secretFile()),
        roles(configured.roles()),
        configured.sites());
  }

  private static String secret(String peer, @Nullable String secret, @Nullable Path file) {
    if (secret != null) {
      return secret;
    }
    if (file != null) {
      return SecretFile.read(file);
    }
    throw new IllegalStateException(
        "touchpaper.peers." + peer + " needs a secret or a secret-file");
  }

  private static Set<PeerRole> roles(List<String> roles) {
    return roles.stream().map(PeerRole::parse).collect(Collectors.toUnmodifiableSet());
  }

  /** This service's own name among its peers. */
  public String self() {
    return self;
  }

  public Peer get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no peer " + name));
  }

  public Optional<Peer> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** In the order of their names. */
  public List<Peer> list(PeerRole role) {
    return byName.values().stream().filter(peer -> peer.is(role)).toList();
  }

  /** The peer of that name, if that is its secret. */
  public Optional<Peer> authenticate(String name, String secret) {
    return find(name).filter(peer -> peer.proves(secret));
  }
}
