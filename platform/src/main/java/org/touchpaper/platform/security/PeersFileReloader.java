package org.touchpaper.platform.security;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.touchpaper.platform.FileReloader;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.TouchpaperProperties;

/**
 * Puts changes of the peers file into force: of its entries, and of the secrets that it names. A
 * peer that is no longer in it cannot call, and is not called.
 */
public final class PeersFileReloader extends FileReloader<PeersFileReloader.Content> {

  private static final Logger LOG = LoggerFactory.getLogger(PeersFileReloader.class);

  private final Path file;
  private final Set<String> configured;
  private final PeerRegistry peers;
  private final ObjectProvider<RequiredPeersRule> requirements;
  private volatile List<Path> secretFiles = List.of();

  /** Without a {@code toString} that shows secrets. */
  static final class Content {
    private final String text;
    private final Map<Path, String> secrets;

    Content(String text, Map<Path, String> secrets) {
      this.text = text;
      this.secrets = secrets;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Content content
          && content.text.equals(text)
          && content.secrets.equals(secrets);
    }

    @Override
    public int hashCode() {
      return Objects.hash(text, secrets);
    }
  }

  public PeersFileReloader(
      TouchpaperProperties properties,
      PeerRegistry peers,
      ObjectProvider<RequiredPeersRule> requirements) {
    super("peers", properties.peersInterval(), null);
    this.file = Objects.requireNonNull(properties.peersFile());
    this.configured = properties.peers().keySet();
    this.peers = peers;
    this.requirements = requirements;
  }

  @Override
  protected Content read() {
    var text = PeersFileContent.content(file);
    return new Content(
        text,
        secretFiles.stream()
            .collect(Collectors.toMap(Function.identity(), PeersFileReloader::secret)));
  }

  /** A secret that cannot be read has changed; the check says why. */
  private static String secret(Path secretFile) {
    try {
      return SecretFile.read(secretFile);
    } catch (IllegalStateException | UncheckedIOException _) {
      return "";
    }
  }

  @Override
  protected void apply(Content content) {
    var changed = PeersFileContent.readPeers(file, content.text, configured);
    synchronized (peers) { // what needs a peer may change at the same moment
      var candidate = peers.withFile(changed);
      var mistakes =
          requirements.stream().flatMap(needed -> needed.mistakes(candidate)).distinct().toList();
      if (!mistakes.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", mistakes));
      }
      log(changed);
      peers.replaceFile(changed);
    }
    secretFiles = PeersFileContent.secretFiles(file, content.text);
  }

  private void log(List<Peer> changed) {
    var before = byName(peers.ofTheFile());
    var after = byName(changed);
    var differences = new ArrayList<String>();
    after.forEach((name, peer) -> {
      var old = before.get(name);
      if (old == null) {
        differences.add("added " + peer);
      } else if (!old.equals(peer)) {
        differences.add("changed " + peer);
      }
    });
    before.keySet().stream()
        .filter(name -> !after.containsKey(name))
        .forEach(name -> differences.add("removed " + name));
    if (!differences.isEmpty()) {
      LOG.info("the peers have changed: {}", String.join("; ", differences));
    }
  }

  private static Map<String, Peer> byName(List<Peer> peers) {
    var map = new TreeMap<String, Peer>();
    peers.forEach(peer -> map.put(peer.name(), peer));
    return map;
  }

  @Override
  protected String describe() {
    return peers.list().size() + " peers, " + peers.ofTheFile().size() + " of them in " + file;
  }
}
