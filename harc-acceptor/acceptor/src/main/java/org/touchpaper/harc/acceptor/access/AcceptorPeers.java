package org.touchpaper.harc.acceptor.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.acceptor.settings.SettingsFile;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.transport.StreamPeerAddress;

/**
 * The configured peers of an acceptor: {@code touchpaper.peers.<name>.stream}, {@code .secret} or
 * {@code .secret-file}, {@code .roles} and {@code .sites}, as for the other services. Every other
 * acceptor needs a stream address.
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
    /** Books for one person by posting HARC's XML over HTTP. */
    CLIENT,
    /** May inspect transactions. */
    OBSERVER,
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
   * @param stream the address at which it accepts streams; null unless it is an acceptor
   * @param secret the secret shared with it
   * @param roles its roles
   * @param sites the sites whose people a requester acts for; if empty, the site in its name and
   *     the sites that no other requester acts for
   */
  public record Peer(
      String name,
      @Nullable StreamPeerAddress stream,
      String secret,
      Set<Role> roles,
      Set<String> sites) {
    public Peer {
      roles = Set.copyOf(roles);
      sites = Set.copyOf(sites);
    }

    /** A peer without sites. */
    public Peer(String name, @Nullable StreamPeerAddress stream, String secret, Set<Role> roles) {
      this(name, stream, secret, roles, Set.of());
    }

    /** A peer that opens streams itself. */
    public Peer(String name, String secret, Role... roles) {
      this(name, null, secret, Set.of(roles));
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

  /** Reads the peers; what is missing or wrong is reported to the file. */
  public static AcceptorPeers read(SettingsFile file) {
    var peers =
        file.names(PREFIX).stream()
            .map(name -> name.substring(PREFIX.length(), name.lastIndexOf('.')))
            .distinct()
            .map(name -> parsePeer(file, name))
            .toList();
    return new AcceptorPeers(peers);
  }

  private static Peer parsePeer(SettingsFile file, String name) {
    var key = PREFIX + name;
    var roles = new HashSet<Role>();
    for (var role : file.list(key + ".roles")) {
      switch (role.toLowerCase(Locale.ROOT)) {
        case "requester" -> roles.add(Role.REQUESTER);
        case "acceptor" -> roles.add(Role.ACCEPTOR);
        case "rm" -> roles.add(Role.RM);
        case "client" -> roles.add(Role.CLIENT);
        case "observer" -> roles.add(Role.OBSERVER);
        case "admin" -> roles.add(Role.ADMIN);
        case "holder", "segment" -> {
          // roles of other services
        }
        default ->
            file.reject(
                "%s.roles contains %s; valid roles are requester, acceptor, rm, client, observer and admin, and for other services holder and segment"
                    .formatted(key, role));
      }
    }
    var secret = secret(file, key, name);
    var sites = Set.copyOf(file.list(key + ".sites"));
    if (roles.contains(Role.ACCEPTOR)) {
      file.require(key + ".stream", name + ".example.org:8104", "where it listens for streams");
    }
    try {
      return new Peer(
          name,
          file.find(key + ".stream")
              .map(stream -> StreamPeerAddress.parse(name, stream, secret))
              .orElse(null),
          secret,
          roles,
          sites);
    } catch (IllegalArgumentException e) {
      file.reject(key + ": " + e.getMessage());
      return new Peer(name, null, secret, roles);
    }
  }

  private static String secret(SettingsFile file, String key, String name) {
    return file.find(key + ".secret")
        .orElseGet(() -> {
          var isSet = file.find(key + ".secret-file").isPresent();
          var path =
              file.require(
                  key + ".secret-file",
                  "/etc/touchpaper/secrets/" + name,
                  "the secret shared with it, mode 600");
          return isSet ? file.readSecret(path) : path;
        });
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

  /** The acceptors' addresses. */
  public List<StreamPeerAddress> listAcceptorAddresses() {
    return peersByName.values().stream()
        .filter(peer -> peer.hasRole(Role.ACCEPTOR))
        .flatMap(peer -> Optional.ofNullable(peer.stream()).stream())
        .toList();
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

  /** The names of the peers with the role, sorted. */
  public List<String> listNames(Role role) {
    return peersByName.values().stream()
        .filter(peer -> peer.hasRole(role))
        .map(Peer::name)
        .sorted()
        .toList();
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
