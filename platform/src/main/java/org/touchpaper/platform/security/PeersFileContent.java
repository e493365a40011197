package org.touchpaper.platform.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.YamlFile;

/**
 * The peers in a YAML file such as {@code peers.yaml}. Its entry {@code peers} has the keys of
 * {@code touchpaper.peers}. Secrets are in files of their own, so that this one may be read and
 * copied. Acceptors are not in it: a service keeps those that it started with.
 *
 * @param entries by name, not yet checked
 */
public record PeersFileContent(Map<String, TouchpaperProperties.Peer> entries) {

  public PeersFileContent {
    entries = Map.copyOf(entries);
  }

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException with the file and the mistake, if it is no such file
   */
  public static PeersFileContent read(Path file) {
    return parse(file, content(file), PeersFileContent::new);
  }

  /**
   * Reads and checks the file and the secrets that it names.
   *
   * @param configured names that it may not contain, for they are under {@code touchpaper.peers}
   * @throws IllegalArgumentException with the file and every mistake, if it is invalid
   */
  public static List<Peer> readPeers(Path file, Set<String> configured) {
    return readPeers(file, content(file), configured);
  }

  static List<Peer> readPeers(Path file, String content, Set<String> configured) {
    return parse(file, content, entries -> new PeersFileContent(entries).peers(configured));
  }

  static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the peers file " + file, e);
    }
  }

  static List<Path> secretFiles(Path file, String content) {
    return parse(
        file,
        content,
        entries ->
            entries.values().stream()
                .map(TouchpaperProperties.Peer::secretFile)
                .filter(Objects::nonNull)
                .distinct()
                .toList());
  }

  private static <D> D parse(
      Path file, String content, Function<Map<String, TouchpaperProperties.Peer>, D> toDomain) {
    return YamlFile.read(
        content.getBytes(StandardCharsets.UTF_8),
        "file " + file,
        "peers",
        Bindable.mapOf(String.class, TouchpaperProperties.Peer.class),
        toDomain);
  }

  private List<Peer> peers(Set<String> configured) {
    var mistakes = new ArrayList<String>();
    var peers = new ArrayList<Peer>();
    new TreeMap<>(entries)
        .forEach((name, entry) -> {
          var check = new EntryCheck(name, entry, mistakes);
          if (configured.contains(name)) {
            check.add("is under touchpaper.peers, too; remove it there or here");
          }
          check.toPeer().ifPresent(peers::add);
        });
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", mistakes));
    }
    return peers;
  }

  /** Adds all mistakes of one entry, so that they can be corrected at once. */
  private record EntryCheck(String name, TouchpaperProperties.Peer entry, List<String> mistakes) {

    void add(String mistake) {
      mistakes.add("peer " + name + " " + mistake);
    }

    Optional<Peer> toPeer() {
      var before = mistakes.size();
      requireAddress(entry.url());
      var roles = roles();
      var secret = secret(entry.secretFile());
      return mistakes.size() > before
          ? Optional.empty()
          : Optional.of(new Peer(name, entry.url(), entry.stream(), secret, roles, entry.sites()));
    }

    private void requireAddress(@Nullable URI url) {
      if (url != null && (url.getHost() == null || !url.toString().startsWith("http"))) {
        add("has a url that is no http or https address: " + url);
      }
    }

    private Set<PeerRole> roles() {
      try {
        var roles =
            entry.roles().stream().map(PeerRole::parse).collect(Collectors.toUnmodifiableSet());
        if (roles.isEmpty()) {
          add("has no roles, so it may do nothing");
        }
        if (roles.contains(PeerRole.ACCEPTOR)) {
          add("is an acceptor; acceptors are read at the start: put it under touchpaper.peers");
        }
        return roles;
      } catch (IllegalArgumentException e) {
        add("has an " + e.getMessage());
        return Set.of();
      }
    }

    private String secret(@Nullable Path file) {
      if (entry.secret() != null) {
        add(
            "has a secret in this file; write it to a file of mode 600 and name that as secret-file");
      } else if (file == null) {
        add("needs a secret-file");
      } else {
        try {
          return SecretFile.read(file);
        } catch (IllegalStateException | UncheckedIOException e) {
          add("has no secret: " + e.getMessage());
        }
      }
      return "";
    }
  }
}
