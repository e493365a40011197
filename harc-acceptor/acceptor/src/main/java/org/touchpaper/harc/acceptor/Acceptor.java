package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.RmClient;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Certificates;
import org.touchpaper.harc.stream.Incarnation;
import org.touchpaper.harc.stream.Streams;

/** One acceptor, running: its journal, its loop, its outbox, its HTTP face and its streams. */
public final class Acceptor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);

  private final Journal journal;
  private final PeerHttp http;
  private final Outbox outbox;
  private final Streams streams;
  private final AcceptorLoop loop;
  private final Admission admission;
  private final Settings settings;

  /** Null until it listens for streams. */
  private volatile @Nullable StreamTransport transport;

  private final HttpDoor httpDoor;

  /**
   * What an acceptor needs to know.
   *
   * @param name its peer name
   * @param address which of this machine's addresses to listen on
   * @param port where to listen, 0 for any free port
   * @param data the directory of its journal
   * @param peers whom it knows
   * @param timing its patience
   * @param longestVote how far ahead the end of a vote may be
   * @param demo true in the demo profile, which lets it be armed to stop itself
   * @param stopAt where to stop itself; null for nowhere
   * @param streams where to listen for streams; null for nowhere
   */
  public record Settings(
      String name,
      String address,
      int port,
      Path data,
      Peers peers,
      Timing timing,
      Duration longestVote,
      boolean demo,
      @Nullable StopAt stopAt,
      @Nullable StreamDoor streams) {
    static final String LOOPBACK = "127.0.0.1";
    static final Duration LONGEST_VOTE = Duration.ofHours(1);

    public Settings {
      if (stopAt != null && !demo) {
        throw new IllegalArgumentException("--stop-at is for the demo profile only");
      }
    }

    /** One that only this machine can reach. */
    public Settings(
        String name,
        int port,
        Path data,
        Peers peers,
        Timing timing,
        boolean demo,
        @Nullable StopAt stopAt) {
      this(name, LOOPBACK, port, data, peers, timing, LONGEST_VOTE, demo, stopAt, null);
    }

    /** True if certificates are shown; then acceptors and resource managers have streams alone. */
    boolean isByCertificate() {
      return streams != null && streams.certificates() != null;
    }

    /** The same, with a door for streams. */
    public Settings listeningForStreams(StreamDoor door) {
      return new Settings(
          name, address, port, data, peers, timing, longestVote, demo, stopAt, door);
    }
  }

  /**
   * Where streams come in.
   *
   * @param port where to listen, 0 for any free port
   * @param certificates for mutual TLS, in and out; null without
   */
  public record StreamDoor(int port, @Nullable Certificates certificates) {}

  private Acceptor(
      Settings settings,
      Clock clock,
      Journal journal,
      Failpoints failpoints,
      Streams streams,
      Path scratch) {
    this.journal = journal;
    this.streams = streams;
    this.settings = settings;
    var own = journal.state().incarnation();
    this.http = new PeerHttp(settings.name(), own, journal.state().extent().life());
    var acceptors = new HashMap<String, AcceptorClient>();
    for (var peer : settings.peers().list(Peers.Role.ACCEPTOR)) {
      if (!peer.name().equals(settings.name())) {
        acceptors.put(peer.name(), new AcceptorClient(peer, http));
      }
    }
    Map<String, RmClient> resourceManagers = new HashMap<>();
    for (var peer : settings.peers().list(Peers.Role.RM)) {
      resourceManagers.put(peer.name(), new RmClient(peer, http));
    }
    var byCertificate = settings.isByCertificate();
    this.outbox =
        new Outbox(
            acceptors, resourceManagers, this::speak, this::heard, failpoints, byCertificate);
    var self = new Member.Self(settings.name(), own.epoch(), settings.timing());
    this.admission = new Admission(self, settings.peers(), settings.longestVote());
    this.loop =
        new AcceptorLoop(
            self, journal, clock, sender(), settings.longestVote(), failpoints, streams.thread());
    if (settings.stopAt() != null) {
      loop.arm(settings.stopAt());
    }
    this.httpDoor = new HttpDoor(settings, scratch, new HarcServlet(loop, admission, settings));
  }

  /** Opens the doors, and goes on with what is under way. */
  private void open() throws IOException {
    httpDoor.open();
    var door = settings.streams();
    if (door != null) {
      var opened = new StreamTransport(streams, admission, loop);
      var port = opened.listen(new InetSocketAddress(settings.address(), door.port()));
      LOG.info("{} listens for streams on port {}", settings.name(), port);
      transport = opened;
    }
    loop.start();
  }

  private Sender sender() {
    return new Sender() {
      @Override
      public void send(String to, Message message) {
        outbox.send(to, message);
      }

      @Override
      public void flush() {
        var open = transport;
        if (open != null) {
          open.flush();
        }
      }

      @Override
      public void reached(Extent extent) {
        var open = transport;
        if (open != null) {
          open.reached(extent);
        }
      }

      @Override
      public void hangUp() {
        var open = transport;
        if (open != null) {
          open.hangUp();
        }
      }

      @Override
      public Set<String> present() {
        var open = transport;
        return open == null ? Set.of() : open.present();
      }
    };
  }

  private boolean speak(String to, Message message, Runnable written) {
    var open = transport;
    return open != null && open.say(to, message, written);
  }

  private void heard(TransactionId id, String resourceManager) {
    loop.tell(id, new Event.Heard(resourceManager));
  }

  /** Creates the journal of a new acceptor; said once in its life. */
  public static void initialise(Path data, String name, int epoch) {
    Journal.initialise(data, name, epoch);
  }

  /** True if the acceptor has been initialised. */
  public static boolean isInitialised(Path data) {
    return Journal.exists(data);
  }

  /**
   * Starts an acceptor.
   *
   * @throws JournalRefused if its memory is missing or damaged
   * @throws java.net.BindException if the port is taken
   */
  public static Acceptor start(Settings settings, Clock clock) throws IOException {
    return start(settings, clock, Failpoints.UNWATCHED);
  }

  /** What has been begun when something fails is ended again. */
  static Acceptor start(Settings settings, Clock clock, Failpoints failpoints) throws IOException {
    var journal = Journal.open(settings.data(), settings.name(), failpoints, clock);
    var own = journal.state().incarnation();
    var door = settings.streams();
    Streams streams;
    Path scratch;
    try {
      scratch = Files.createDirectories(settings.data().resolve("tmp"));
      streams =
          Streams.of(
              settings.name(),
              own,
              journal.state().peerMemories()::extent,
              door == null ? null : door.certificates());
    } catch (IOException e) {
      journal.close();
      throw e;
    }
    var acceptor = new Acceptor(settings, clock, journal, failpoints, streams, scratch);
    try {
      acceptor.open();
    } catch (IOException e) {
      acceptor.close();
      throw e;
    }
    LOG.info(
        "{} listens on port {} of {}, epoch {}, {}",
        settings.name(),
        acceptor.port(),
        settings.address(),
        own.epoch(),
        settings.isByCertificate() ? "streams with mutual TLS" : "without TLS");
    warn(settings);
    return acceptor;
  }

  /** Of what is allowed and seldom meant. */
  private static void warn(Settings settings) {
    for (var requester : settings.peers().listRequestersWithoutSites()) {
      LOG.warn(
          "{} is given no sites: it speaks for the one it is named after, and for any that no other requester is given or named after; set touchpaper.peers.{}.sites",
          requester,
          requester);
    }
    var others =
        settings.peers().list(Peers.Role.ACCEPTOR).stream()
            .filter(peer -> !peer.name().equals(settings.name()))
            .count();
    if (others == 0) {
      LOG.warn("{} knows no other acceptor: it can only decide alone", settings.name());
    }
  }

  /** The port it listens on. */
  public int port() {
    return httpDoor.port();
  }

  /** Which memory it speaks from. */
  Incarnation incarnation() {
    return journal.state().incarnation();
  }

  /** Why it does not vote; null while it does. */
  @Nullable String trouble() {
    return loop.trouble();
  }

  /** What it knows of the other acceptors' memories, and they of its. */
  OtherAcceptors others() {
    return loop.others();
  }

  /** What it knows of each transaction. */
  Members members() {
    return loop.members();
  }

  /** True once it has stopped itself where it was armed to. */
  public boolean isStopped() {
    return loop.isStopped();
  }

  /** Ends it; everything that must not be forgotten is on disk already. */
  @Override
  public void close() {
    loop.close();
    outbox.close();
    streams.close();
    http.close();
    httpDoor.close();
    journal.close();
  }
}
