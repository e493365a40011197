package org.touchpaper.bar.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.NetworkDirectory.DirectoryPeer;
import org.touchpaper.platform.FileReloader;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.RequiredPeersRule;

/**
 * The directory in force. A valid change of its file takes effect as a whole, without a restart.
 * Bookings keep the segments they have. It names peers: a change of the directory needs them, and a
 * change of the peers must not take them away.
 *
 * <p>A caller asks for the directory once for each piece of work, so that it sees one version.
 */
@Component("directory")
public final class CurrentNetworkDirectory extends FileReloader<CurrentNetworkDirectory.Content>
    implements Supplier<NetworkDirectory>, RequiredPeersRule {

  private static final Logger LOG = LoggerFactory.getLogger(CurrentNetworkDirectory.class);

  private final BarProperties bar;
  private final PeerRegistry peers;
  private volatile NetworkDirectory current;

  /** The file, and the peers that it may name. */
  record Content(String text, List<Peer> peers) {

    static Content read(BarProperties bar, PeerRegistry peers) {
      try {
        return new Content(
            bar.directory().getContentAsString(StandardCharsets.UTF_8), peers.list());
      } catch (IOException e) {
        throw new UncheckedIOException(
            "cannot read the directory " + bar.directory().getDescription(), e);
      }
    }

    NetworkDirectory toDirectory(BarProperties bar) {
      var file =
          new ByteArrayResource(
              text.getBytes(StandardCharsets.UTF_8), bar.directory().getDescription());
      return DirectoryFile.read(file, bar, this::addressOf);
    }

    private Optional<URI> addressOf(String peer) {
      return peers.stream().filter(known -> known.name().equals(peer)).findFirst().map(Peer::url);
    }
  }

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  @Autowired
  public CurrentNetworkDirectory(BarProperties bar, PeerRegistry peers) {
    this(bar, peers, Content.read(bar, peers));
  }

  private CurrentNetworkDirectory(BarProperties bar, PeerRegistry peers, Content content) {
    super("directory", bar.directoryInterval(), content);
    this.bar = bar;
    this.peers = peers;
    this.current = content.toDirectory(bar);
  }

  @Override
  public NetworkDirectory get() {
    return current;
  }

  @Override
  protected Content read() {
    return Content.read(bar, peers);
  }

  @Override
  protected void apply(Content content) {
    var changed = content.toDirectory(bar);
    synchronized (peers) { // they may change at the same moment
      var unknown = mistakes(changed.requiredPeers(), peers).collect(Collectors.joining("; "));
      if (!unknown.isEmpty()) {
        throw new IllegalArgumentException(
            unknown + "; add it to the peers (touchpaper.peers-file)");
      }
      if (!changed.equals(current)) {
        LOG.info("the directory has changed: {}", changed.describe());
        current = changed;
      }
    }
  }

  /** The peers that the broker and the directory in force name. */
  @Override
  public Stream<String> mistakes(PeerRegistry changed) {
    return Stream.concat(
        mistakes(bar.ownPeers(), changed),
        mistakes(current.requiredPeers(), changed)
            .map(mistake -> mistake + ", but the directory names it; change the directory first"));
  }

  private static Stream<String> mistakes(List<DirectoryPeer> required, PeerRegistry peers) {
    return required.stream().flatMap(peer -> peer.mistakes(peers));
  }

  @Override
  protected String describe() {
    return current.describe();
  }
}
