package org.touchpaper.platform.security;

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

/** The configured peers of this service. */
public final class PeerRegistry {

  private final String self;
  private final Map<String, Peer> byName = new LinkedHashMap<>();

  public PeerRegistry(String self, Collection<Peer> peers) {
    this.self = self;
    peers.stream()
        .sorted(Comparator.comparing(Peer::name))
        .forEach(peer -> byName.put(peer.name(), peer));
  }

  public static PeerRegistry from(TouchpaperProperties properties) {
    return new PeerRegistry(
        properties.name(),
        properties.peers().entrySet().stream().map(e -> peer(e.getKey(), e.getValue())).toList());
  }

  private static Peer peer(String name, TouchpaperProperties.Peer properties) {
    return new Peer(
        name,
        properties.url(),
        properties.stream(),
        secret(name, properties.secret(), properties.secretFile()),
        roles(properties.roles()),
        properties.sites());
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

  /** With one more peer, which replaces one of the same name. */
  public PeerRegistry with(Peer peer) {
    var all = new LinkedHashMap<>(byName);
    all.put(peer.name(), peer);
    return new PeerRegistry(self, all.values());
  }

  /** This service's own name among its peers. */
  public String self() {
    return self;
  }

  public Peer get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("unknown peer " + name));
  }

  public Optional<Peer> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The peers with a role, ordered by name. */
  public List<Peer> list(PeerRole role) {
    return byName.values().stream().filter(peer -> peer.hasRole(role)).toList();
  }

  /** The peer of that name, if the secret matches. */
  public Optional<Peer> authenticate(String name, String secret) {
    return find(name).filter(peer -> peer.hasSecret(secret));
  }
}
