package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.access.TransactionAdmission;
import org.touchpaper.harc.acceptor.booking.ClientBookingSettings;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.acceptor.eventloop.JournalRollbackDetector;
import org.touchpaper.harc.acceptor.eventloop.StopPoint;
import org.touchpaper.harc.acceptor.eventloop.TransactionTable;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.acceptor.journal.UnusableJournalException;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.TlsCertificatePaths;
import org.touchpaper.harc.transport.message.JournalIdentity;

/** A running Paxos Commit acceptor: journal, event loop, streams and HTTP listener. */
public final class AcceptorServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptorServer.class);

  private final Settings settings;
  private final Journal journal;
  private final PeerStreams streams;
  private final StreamTransport transport;
  private final TransactionAdmission admission;
  private final AcceptorEventLoop eventLoop;
  private final HttpListener httpListener;

  /**
   * The settings of an acceptor.
   *
   * @param name its peer name
   * @param address the local address to listen on
   * @param port the HTTP port, 0 for any free port
   * @param streamPort the port of streams, 0 for any free port
   * @param dataDirectory the directory of its journal
   * @param peers its peers
   * @param timeouts the protocol's timeouts
   * @param maxVoteDuration how far ahead {@code voteBy} may be
   * @param isDemoProfile true in the demo profile, which permits stop points
   * @param stopPoint the armed stop point; null for none
   * @param certificates the certificates for mutual TLS on streams; null without TLS
   * @param bookings how clients without a BAR book
   */
  public record Settings(
      String name,
      String address,
      int port,
      int streamPort,
      Path dataDirectory,
      AcceptorPeers peers,
      ProtocolTimeouts timeouts,
      Duration maxVoteDuration,
      boolean isDemoProfile,
      @Nullable StopPoint stopPoint,
      @Nullable TlsCertificatePaths certificates,
      ClientBookingSettings bookings) {
    static final String DEFAULT_ADDRESS = "127.0.0.1";
    static final Duration DEFAULT_MAX_VOTE_DURATION = Duration.ofHours(1);

    public Settings {
      if (stopPoint != null && !isDemoProfile) {
        throw new IllegalArgumentException("--stop-at requires touchpaper.profile: demo");
      }
    }

    /** Settings with the default address, without TLS. */
    public Settings(
        String name,
        int port,
        int streamPort,
        Path dataDirectory,
        AcceptorPeers peers,
        ProtocolTimeouts timeouts,
        boolean isDemoProfile) {
      this(
          name,
          DEFAULT_ADDRESS,
          port,
          streamPort,
          dataDirectory,
          peers,
          timeouts,
          DEFAULT_MAX_VOTE_DURATION,
          isDemoProfile,
          null,
          null,
          ClientBookingSettings.NONE);
    }
  }

  private AcceptorServer(
      Settings settings,
      Clock clock,
      Journal journal,
      Failpoints failpoints,
      PeerStreams streams,
      Path tempDirectory) {
    this.settings = settings;
    this.journal = journal;
    this.streams = streams;
    this.transport = new StreamTransport(streams, failpoints);
    var epoch = journal.state().identity().epoch();
    var self = new AcceptorMachine.Identity(settings.name(), epoch, settings.timeouts());
    this.admission = new TransactionAdmission(self, settings.peers(), settings.maxVoteDuration());
    this.eventLoop =
        new AcceptorEventLoop(
            self,
            journal,
            clock,
            transport,
            settings.maxVoteDuration(),
            failpoints,
            streams.eventLoop());
    if (settings.stopPoint() != null) {
      eventLoop.arm(settings.stopPoint());
    }
    this.httpListener =
        new HttpListener(
            settings, tempDirectory, new AcceptorServlet(eventLoop, admission, settings));
  }

  /** Starts the listeners and resumes the transactions in the journal. */
  private void openListeners() throws IOException {
    httpListener.open();
    var address = new InetSocketAddress(settings.address(), settings.streamPort());
    var streamPort = transport.open(address, admission, eventLoop);
    LOG.info("acceptor={} listening for streams port={}", settings.name(), streamPort);
    eventLoop.start();
  }

  /** Creates the journal of a new acceptor; to be called once in its life. */
  public static void initialise(Path data, String name, int epoch) {
    Journal.initialise(data, name, epoch);
  }

  public static boolean isInitialised(Path data) {
    return Journal.exists(data);
  }

  /**
   * Starts an acceptor.
   *
   * @throws UnusableJournalException if its journal is missing or damaged
   * @throws java.net.BindException if a port is in use
   */
  public static AcceptorServer start(Settings settings, Clock clock) throws IOException {
    return start(settings, clock, Failpoints.NONE);
  }

  /** On failure everything that was opened is closed. */
  static AcceptorServer start(Settings settings, Clock clock, Failpoints failpoints)
      throws IOException {
    var journal = Journal.open(settings.dataDirectory(), settings.name(), failpoints, clock);
    var identity = journal.state().identity();
    PeerStreams streams;
    Path tempDirectory;
    try {
      tempDirectory = Files.createDirectories(settings.dataDirectory().resolve("tmp"));
      streams =
          PeerStreams.of(
              settings.name(),
              identity,
              journal.state().peerJournals()::position,
              settings.certificates());
    } catch (IOException e) {
      journal.close();
      throw e;
    }
    var acceptor = new AcceptorServer(settings, clock, journal, failpoints, streams, tempDirectory);
    try {
      acceptor.openListeners();
    } catch (IOException e) {
      acceptor.close();
      throw e;
    }
    LOG.info(
        "acceptor={} listening port={} address={} epoch={} {}",
        settings.name(),
        acceptor.port(),
        settings.address(),
        identity.epoch(),
        settings.certificates() != null ? "with mutual TLS" : "without TLS");
    warnOfRiskySettings(settings);
    return acceptor;
  }

  /** Logs settings that are allowed but usually mistakes. */
  private static void warnOfRiskySettings(Settings settings) {
    for (var requester : settings.peers().listRequestersWithoutSites()) {
      LOG.warn(
          "requester {} has no sites, so it acts for the site in its name and for every site that"
              + " no other requester acts for; set touchpaper.peers.{}.sites",
          requester,
          requester);
    }
    if (settings.peers().listAcceptorAddresses().stream()
        .allMatch(peer -> peer.name().equals(settings.name()))) {
      LOG.warn(
          "acceptor={} has no other acceptors configured: it can only decide alone",
          settings.name());
    }
  }

  /** The HTTP port. */
  public int port() {
    return httpListener.port();
  }

  JournalIdentity journalIdentity() {
    return journal.state().identity();
  }

  /** Why it cannot vote; null if it can. */
  @Nullable String problem() {
    return eventLoop.problem();
  }

  JournalRollbackDetector rollbackDetector() {
    return eventLoop.rollbackDetector();
  }

  public TransactionTable transactions() {
    return eventLoop.transactions();
  }

  /** True once it has stopped at its stop point. */
  public boolean isAtStopPoint() {
    return eventLoop.isAtStopPoint();
  }

  /** Stops the acceptor; everything that must be durable is already on disk. */
  @Override
  public void close() {
    eventLoop.close();
    streams.close();
    httpListener.close();
    journal.close();
  }
}
