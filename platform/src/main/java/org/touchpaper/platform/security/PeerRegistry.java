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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.TouchpaperProperties;

/**
 * The peers of this service: those of its configuration, which stay, and those of its {@linkplain
 * PeersFileContent peers file}, which {@link PeersFileReloader} replaces when the file changes. Ask
 * for a peer at each call; do not keep it.
 */
public final class PeerRegistry {

  private final String self;
  private final Map<String, Peer> configured;
  private volatile Map<String, Peer> byName;

  public PeerRegistry(String self, Collection<Peer> configured) {
    this(self, configured, List.of());
  }

  private PeerRegistry(String self, Collection<Peer> configured, Collection<Peer> ofTheFile) {
    this.self = self;
    this.configured = byName(configured.stream());
    this.byName = byName(Stream.concat(ofTheFile.stream(), configured.stream()));
  }

  /** Ordered by name; of two peers of one name, the last. */
  private static Map<String, Peer> byName(Stream<Peer> peers) {
    var map = new LinkedHashMap<String, Peer>();
    peers.sorted(Comparator.comparing(Peer::name)).forEach(peer -> map.put(peer.name(), peer));
    return map;
  }

  /**
   * Reads the peers of the configuration and of the peers file.
   *
   * @throws IllegalArgumentException if that file is invalid
   */
  public static PeerRegistry from(TouchpaperProperties properties) {
    var configured =
        properties.peers().entrySet().stream().map(e -> peer(e.getKey(), e.getValue())).toList();
    var file = properties.peersFile();
    return new PeerRegistry(
        properties.name(),
        configured,
        file == null ? List.of() : PeersFileContent.readPeers(file, properties.peers().keySet()));
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

  /** With one more peer that stays, which replaces one of the same name. */
  public PeerRegistry with(Peer peer) {
    return new PeerRegistry(
        self, Stream.concat(configured.values().stream(), Stream.of(peer)).toList(), ofTheFile());
  }

  /** The same service with other peers in its file. */
  PeerRegistry withFile(Collection<Peer> ofTheFile) {
    return new PeerRegistry(self, configured.values(), ofTheFile);
  }

  /** Replaces the peers of the file, for all who ask from now on. */
  void replaceFile(Collection<Peer> ofTheFile) {
    byName = byName(Stream.concat(ofTheFile.stream(), configured.values().stream()));
  }

  List<Peer> ofTheFile() {
    return list().stream().filter(peer -> !configured.containsKey(peer.name())).toList();
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

  /** All peers, ordered by name. */
  public List<Peer> list() {
    return List.copyOf(byName.values());
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
