package org.touchpaper.harc.acceptor;

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
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.stream.StreamPeer;

/**
 * Whom an acceptor knows: {@code touchpaper.peers.<name>.url}, {@code .stream}, {@code .secret} or
 * {@code .secret-file}, {@code .roles}, and {@code .sites}, as in the other services'
 * configuration.
 */
public final class Peers {
  private static final String PREFIX = "touchpaper.peers.";

  private final Map<String, Peer> known;

  /** What a peer is to an acceptor. */
  public enum Role {
    /** May begin transactions and ask. */
    REQUESTER,
    /** May say phase messages. */
    ACCEPTOR,
    /** May vote for itself and ask. */
    RM,
    /** May look into what is undecided, and force a decision. */
    ADMIN;

    /** For a sentence. */
    String words() {
      return this == RM ? "resource manager" : name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A peer.
   *
   * @param name its name
   * @param url where it listens for HTTP; null if it only calls
   * @param stream where it listens for streams; null if it does not
   * @param secret shared with it
   * @param roles what it may do
   * @param sites whose people a requester speaks for; empty for the one it is named after, and
   *     those that nobody else speaks for
   */
  public record Peer(
      String name,
      @Nullable URI url,
      @Nullable StreamPeer stream,
      String secret,
      Set<Role> roles,
      Set<String> sites) {
    public Peer {
      roles = Set.copyOf(roles);
      sites = Set.copyOf(sites);
    }

    /** One that is given no sites. */
    public Peer(
        String name,
        @Nullable URI url,
        @Nullable StreamPeer stream,
        String secret,
        Set<Role> roles) {
      this(name, url, stream, secret, roles, Set.of());
    }

    /** One that speaks over HTTP alone. */
    public Peer(String name, @Nullable URI url, String secret, Set<Role> roles) {
      this(name, url, null, secret, roles);
    }

    boolean is(Role role) {
      return roles.contains(role);
    }

    /** True if that site's people are its own: {@code bar-ucl} is named after {@code ucl}. */
    private boolean claims(String site) {
      return sites.isEmpty()
          ? name.equals(site) || name.endsWith("-" + site)
          : sites.contains(site);
    }
  }

  public Peers(List<Peer> peers) {
    var all = new HashMap<String, Peer>();
    for (var peer : peers) {
      if (peer.secret().isBlank()) {
        throw new IllegalArgumentException("the peer " + peer.name() + " has no secret");
      }
      all.put(peer.name(), peer);
    }
    this.known = Map.copyOf(all);
  }

  /** Reads a properties file. */
  public static Peers read(Path file) throws IOException {
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
    for (var each : names.entrySet()) {
      peers.add(peer(file, each.getKey(), each.getValue()));
    }
    return new Peers(peers);
  }

  private static Peer peer(Path file, String name, Map<String, String> values) throws IOException {
    var url = values.get("url");
    var roles = new HashSet<Role>();
    for (var role : words(values, "roles")) {
      switch (role.toLowerCase(Locale.ROOT)) {
        case "requester" -> roles.add(Role.REQUESTER);
        case "acceptor" -> roles.add(Role.ACCEPTOR);
        case "rm" -> roles.add(Role.RM);
        case "admin" -> roles.add(Role.ADMIN);
        case "holder", "segment" -> {
          // They mean something to other services only, in a file shared with them.
        }
        default ->
            throw new IllegalArgumentException(
                "%s: %s%s.roles names %s; there are requester, acceptor, rm and admin here, and holder and segment elsewhere"
                    .formatted(file, PREFIX, name, role));
      }
    }
    var secret = secret(file, name, values);
    var stream = values.get("stream");
    return new Peer(
        name,
        url == null ? null : URI.create(url),
        stream == null ? null : StreamPeer.at(name, stream, secret),
        secret,
        roles,
        Set.copyOf(words(values, "sites")));
  }

  /** What is listed there, with commas between. */
  private static List<String> words(Map<String, String> values, String key) {
    return Stream.of(values.getOrDefault(key, "").split(",", -1))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
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

  /** The peer of that name if that is its secret; takes as long for a wrong one. */
  Optional<Peer> authenticate(@Nullable String name, @Nullable String authorization) {
    if (name == null || authorization == null || !authorization.startsWith("Bearer ")) {
      return Optional.empty();
    }
    var peer = known.get(name);
    var offered = authorization.substring("Bearer ".length()).getBytes(StandardCharsets.UTF_8);
    return peer != null
            && MessageDigest.isEqual(peer.secret().getBytes(StandardCharsets.UTF_8), offered)
        ? Optional.of(peer)
        : Optional.empty();
  }

  /** The peers of that role that listen somewhere. */
  List<HarcPeer> list(Role role) {
    var found = new ArrayList<HarcPeer>();
    for (var peer : known.values()) {
      var url = peer.url();
      if (peer.is(role) && url != null) {
        found.add(new HarcPeer(peer.name(), url, peer.secret()));
      }
    }
    return found;
  }

  /** The peers of that role that listen for streams. */
  List<StreamPeer> streams(Role role) {
    var found = new ArrayList<StreamPeer>();
    for (var peer : known.values()) {
      var stream = peer.stream();
      if (peer.is(role) && stream != null) {
        found.add(stream);
      }
    }
    return found;
  }

  /** The secret of a peer that may open a stream: one that may say something. */
  Optional<String> findStreamSecret(String name) {
    return Optional.ofNullable(known.get(name))
        .filter(peer -> peer.is(Role.REQUESTER) || peer.is(Role.ACCEPTOR) || peer.is(Role.RM))
        .map(Peer::secret);
  }

  boolean is(String name, Role role) {
    var peer = known.get(name);
    return peer != null && peer.is(role);
  }

  /**
   * True if the peer may say that somebody of that site asks. One that is given no sites may for
   * the site it is named after, and for any that no other requester claims.
   */
  boolean maySpeakFor(String name, String site) {
    var peer = known.get(name);
    if (peer == null || !peer.is(Role.REQUESTER)) {
      return false;
    }
    return peer.claims(site)
        || (peer.sites().isEmpty()
            && known.values().stream()
                .noneMatch(other -> other.is(Role.REQUESTER) && other.claims(site)));
  }

  /** The requesters that are given no sites, in the order of their names. */
  List<String> listRequestersWithoutSites() {
    return known.values().stream()
        .filter(peer -> peer.is(Role.REQUESTER) && peer.sites().isEmpty())
        .map(Peer::name)
        .sorted()
        .toList();
  }

  boolean maySay(String name, Message.ForAcceptor message) {
    var peer = known.get(name);
    return peer != null && MessagePolicy.isAllowed(peer, message);
  }
}
