package org.touchpaper.harc.acceptor.access;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.transport.StreamPeerAddress;

/**
 * The configured peers of an acceptor: {@code touchpaper.peers.<name>.url}, {@code .stream}, {@code
 * .secret} or {@code .secret-file}, {@code .roles} and {@code .sites}, as for the other services.
 */
public final class AcceptorPeers {
  private static final String PREFIX = "touchpaper.peers.";

  private final Map<String, Peer> peersByName;

  /** The roles of a peer. */
  public enum Role {
    /** May begin transactions and query outcomes. */
    REQUESTER,
    /** May send phase messages. */
    ACCEPTOR,
    /** May send its own votes and query outcomes. */
    RM,
    /** May inspect transactions and force decisions. */
    ADMIN;

    String displayName() {
      return this == RM ? "resource manager" : name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A peer.
   *
   * @param name its name
   * @param url its base URL; null if it has none
   * @param stream its stream address; null if it has none
   * @param secret the secret shared with it
   * @param roles its roles
   * @param sites the sites whose people a requester acts for; if empty, the site in its name and
   *     the sites that no other requester acts for
   */
  public record Peer(
      String name,
      @Nullable URI url,
      @Nullable StreamPeerAddress stream,
      String secret,
      Set<Role> roles,
      Set<String> sites) {
    public Peer {
      roles = Set.copyOf(roles);
      sites = Set.copyOf(sites);
    }

    /** A peer without sites. */
    public Peer(
        String name,
        @Nullable URI url,
        @Nullable StreamPeerAddress stream,
        String secret,
        Set<Role> roles) {
      this(name, url, stream, secret, roles, Set.of());
    }

    /** A peer without a stream. */
    public Peer(String name, @Nullable URI url, String secret, Set<Role> roles) {
      this(name, url, null, secret, roles);
    }

    public boolean hasRole(Role role) {
      return roles.contains(role);
    }

    /** True if the site is configured or in its name: {@code bar-ucl} acts for {@code ucl}. */
    private boolean isHomeOf(String site) {
      return sites.isEmpty()
          ? name.equals(site) || name.endsWith("-" + site)
          : sites.contains(site);
    }
  }

  public AcceptorPeers(List<Peer> peers) {
    var peersByName = new HashMap<String, Peer>();
    for (var peer : peers) {
      if (peer.secret().isBlank()) {
        throw new IllegalArgumentException("peer " + peer.name() + ": the secret is empty");
      }
      peersByName.put(peer.name(), peer);
    }
    this.peersByName = Map.copyOf(peersByName);
  }

  /** Reads a properties file. */
  public static AcceptorPeers read(Path file) throws IOException {
    var properties = new Properties();
    try (var in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(in);
    }
    var names = new TreeMap<String, Map<String, String>>();
    for (var key : properties.stringPropertyNames()) {
      var dot = key.lastIndexOf('.');
      if (key.startsWith(PREFIX) && dot > PREFIX.length()) {
        names
            .computeIfAbsent(key.substring(PREFIX.length(), dot), _ -> new HashMap<>())
            .put(key.substring(dot + 1), properties.getProperty(key).strip());
      }
    }
    var peers = new ArrayList<Peer>();
    for (var entry : names.entrySet()) {
      peers.add(parsePeer(file, entry.getKey(), entry.getValue()));
    }
    return new AcceptorPeers(peers);
  }

  private static Peer parsePeer(Path file, String name, Map<String, String> values)
      throws IOException {
    var url = values.get("url");
    var roles = new HashSet<Role>();
    for (var role : commaSeparated(values, "roles")) {
      switch (role.toLowerCase(Locale.ROOT)) {
        case "requester" -> roles.add(Role.REQUESTER);
        case "acceptor" -> roles.add(Role.ACCEPTOR);
        case "rm" -> roles.add(Role.RM);
        case "admin" -> roles.add(Role.ADMIN);
        case "holder", "segment" -> {
          // Roles of other services, which may share the file.
        }
        default ->
            throw new IllegalArgumentException(
                ("%s: %s%s.roles contains %s; valid roles are requester, acceptor, rm and admin, and for"
                        + " other services holder and segment")
                    .formatted(file, PREFIX, name, role));
      }
    }
    var secret = secret(file, name, values);
    var stream = values.get("stream");
    return new Peer(
        name,
        url == null ? null : URI.create(url),
        stream == null ? null : StreamPeerAddress.parse(name, stream, secret),
        secret,
        roles,
        Set.copyOf(commaSeparated(values, "sites")));
  }

  private static List<String> commaSeparated(Map<String, String> values, String key) {
    return Stream.of(values.getOrDefault(key, "").split(",", -1))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .distinct()
        .toList();
  }

  private static String secret(Path file, String name, Map<String, String> values)
      throws IOException {
    var secret = values.get("secret");
    if (secret != null) {
      return secret;
    }
    var secretFile = values.get("secret-file");
    if (secretFile == null) {
      throw new IllegalArgumentException(
          file + ": " + PREFIX + name + ".secret or .secret-file is missing");
    }
    return Files.readString(file.toAbsolutePath().resolveSibling(secretFile)).strip();
  }

  /** The peer if name and secret match; compares secrets in constant time. */
  public Optional<Peer> authenticate(@Nullable String name, @Nullable String authorization) {
    if (name == null || authorization == null || !authorization.startsWith("Bearer ")) {
      return Optional.empty();
    }
    var peer = peersByName.get(name);
    var offeredSecret =
        authorization.substring("Bearer ".length()).getBytes(StandardCharsets.UTF_8);
    return peer != null
            && MessageDigest.isEqual(peer.secret().getBytes(StandardCharsets.UTF_8), offeredSecret)
        ? Optional.of(peer)
        : Optional.empty();
  }

  /** The peers of the role that have a URL. */
  public List<PeerEndpoint> listEndpoints(Role role) {
    var endpoints = new ArrayList<PeerEndpoint>();
    for (var peer : peersByName.values()) {
      var url = peer.url();
      if (peer.hasRole(role) && url != null) {
        endpoints.add(new PeerEndpoint(peer.name(), url, peer.secret()));
      }
    }
    return endpoints;
  }

  /** The peers of the role that have a stream address. */
  public List<StreamPeerAddress> listStreamAddresses(Role role) {
    var addresses = new ArrayList<StreamPeerAddress>();
    for (var peer : peersByName.values()) {
      var stream = peer.stream();
      if (peer.hasRole(role) && stream != null) {
        addresses.add(stream);
      }
    }
    return addresses;
  }

  /** The secret of a peer whose roles permit it to open a stream. */
  public Optional<String> findStreamSecret(String name) {
    return Optional.ofNullable(peersByName.get(name))
        .filter(peer ->
            peer.hasRole(Role.REQUESTER) || peer.hasRole(Role.ACCEPTOR) || peer.hasRole(Role.RM))
        .map(Peer::secret);
  }

  public boolean hasRole(String name, Role role) {
    var peer = peersByName.get(name);
    return peer != null && peer.hasRole(role);
  }

  /**
   * True if the peer may act for people of the site. A requester without sites may act for the site
   * in its name, and for sites that no other requester claims.
   */
  boolean canActFor(String name, String site) {
    var peer = peersByName.get(name);
    if (peer == null || !peer.hasRole(Role.REQUESTER)) {
      return false;
    }
    return peer.isHomeOf(site)
        || (peer.sites().isEmpty()
            && peersByName.values().stream()
                .noneMatch(peerOfOthers ->
                    peerOfOthers.hasRole(Role.REQUESTER) && peerOfOthers.isHomeOf(site)));
  }

  /** The requesters without sites, sorted by name. */
  public List<String> listRequestersWithoutSites() {
    return peersByName.values().stream()
        .filter(peer -> peer.hasRole(Role.REQUESTER) && peer.sites().isEmpty())
        .map(Peer::name)
        .sorted()
        .toList();
  }

  public boolean canSend(String name, Message.ForAcceptor message) {
    var peer = peersByName.get(name);
    return peer != null && MessagePolicy.isAllowed(peer, message);
  }
}
