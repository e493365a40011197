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
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.access.TransactionAdmission;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.acceptor.eventloop.MessageDelivery;
import org.touchpaper.harc.acceptor.eventloop.MessageSender;
import org.touchpaper.harc.acceptor.eventloop.PeerJournalTracker;
import org.touchpaper.harc.acceptor.eventloop.StopPoint;
import org.touchpaper.harc.acceptor.eventloop.TransactionTable;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.acceptor.journal.UnusableJournalException;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.ResourceManagerClient;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.TlsCertificates;
import org.touchpaper.harc.transport.message.JournalIdentity;

/**
 * A running Paxos Commit acceptor: journal, event loop, message delivery, HTTP listener and
 * streams.
 */
public final class Acceptor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);

  private final Journal journal;
  private final PeerHttpClient httpClient;
  private final MessageDelivery messageDelivery;
  private final PeerStreams streams;
  private final AcceptorEventLoop eventLoop;
  private final TransactionAdmission admission;
  private final Settings settings;

  /** Null until it listens for streams. */
  private volatile @Nullable StreamTransport streamTransport;

  private final HttpListener httpListener;

  /**
   * The settings of an acceptor.
   *
   * @param name its peer name
   * @param address the local address to listen on
   * @param port the HTTP port, 0 for any free port
   * @param dataDirectory the directory of its journal
   * @param peers its peers
   * @param timeouts the protocol's timeouts
   * @param maxVoteDuration how far ahead {@code voteBy} may be
   * @param isDemoProfile true in the demo profile, which permits stop points
   * @param stopPoint the armed stop point; null for none
   * @param streams the stream settings; null without streams
   */
  public record Settings(
      String name,
      String address,
      int port,
      Path dataDirectory,
      AcceptorPeers peers,
      ProtocolTimeouts timeouts,
      Duration maxVoteDuration,
      boolean isDemoProfile,
      @Nullable StopPoint stopPoint,
      @Nullable StreamSettings streams) {
    static final String DEFAULT_ADDRESS = "127.0.0.1";
    static final Duration DEFAULT_MAX_VOTE_DURATION = Duration.ofHours(1);

    public Settings {
      if (stopPoint != null && !isDemoProfile) {
        throw new IllegalArgumentException("--stop-at requires touchpaper.profile: demo");
      }
    }

    /** Settings with the default address and without streams. */
    public Settings(
        String name,
        int port,
        Path dataDirectory,
        AcceptorPeers peers,
        ProtocolTimeouts timeouts,
        boolean demo,
        @Nullable StopPoint stopPoint) {
      this(
          name,
          DEFAULT_ADDRESS,
          port,
          dataDirectory,
          peers,
          timeouts,
          DEFAULT_MAX_VOTE_DURATION,
          demo,
          stopPoint,
          null);
    }

    /** True with mutual TLS, where acceptors and resource managers use streams only. */
    public boolean usesMutualTls() {
      return streams != null && streams.certificates() != null;
    }

    /** The same settings with streams. */
    public Settings withStreams(StreamSettings streamSettings) {
      return new Settings(
          name,
          address,
          port,
          dataDirectory,
          peers,
          timeouts,
          maxVoteDuration,
          isDemoProfile,
          stopPoint,
          streamSettings);
    }
  }

  /**
   * The settings of streams.
   *
   * @param port the stream port, 0 for any free port
   * @param certificates the certificates for mutual TLS; null without TLS
   */
  public record StreamSettings(int port, @Nullable TlsCertificates certificates) {}

  private Acceptor(
      Settings settings,
      Clock clock,
      Journal journal,
      Failpoints failpoints,
      PeerStreams streams,
      Path tempDirectory) {
    this.journal = journal;
    this.streams = streams;
    this.settings = settings;
    var identity = journal.state().identity();
    this.httpClient =
        new PeerHttpClient(settings.name(), identity, journal.state().position().incarnation());
    var acceptors = new HashMap<String, AcceptorClient>();
    for (var peer : settings.peers().listEndpoints(AcceptorPeers.Role.ACCEPTOR)) {
      if (!peer.name().equals(settings.name())) {
        acceptors.put(peer.name(), new AcceptorClient(peer, httpClient));
      }
    }
    Map<String, ResourceManagerClient> resourceManagers = new HashMap<>();
    for (var peer : settings.peers().listEndpoints(AcceptorPeers.Role.RM)) {
      resourceManagers.put(peer.name(), new ResourceManagerClient(peer, httpClient));
    }
    var byCertificate = settings.usesMutualTls();
    this.messageDelivery =
        new MessageDelivery(
            acceptors,
            resourceManagers,
            this::sendOverStream,
            this::onDecisionAck,
            failpoints,
            byCertificate);
    var self = new AcceptorMachine.Identity(settings.name(), identity.epoch(), settings.timeouts());
    this.admission = new TransactionAdmission(self, settings.peers(), settings.maxVoteDuration());
    this.eventLoop =
        new AcceptorEventLoop(
            self,
            journal,
            clock,
            messageSender(),
            settings.maxVoteDuration(),
            failpoints,
            streams.eventLoop());
    if (settings.stopPoint() != null) {
      eventLoop.arm(settings.stopPoint());
    }
    this.httpListener =
        new HttpListener(settings, tempDirectory, new HarcServlet(eventLoop, admission, settings));
  }

  /** Starts the listeners and resumes the transactions in the journal. */
  private void openListeners() throws IOException {
    httpListener.open();
    var streamSettings = settings.streams();
    if (streamSettings != null) {
      var newTransport = new StreamTransport(streams, admission, eventLoop);
      var port =
          newTransport.listen(new InetSocketAddress(settings.address(), streamSettings.port()));
      LOG.info("acceptor={} listening for streams port={}", settings.name(), port);
      streamTransport = newTransport;
    }
    eventLoop.start();
  }

  private MessageSender messageSender() {
    return new MessageSender() {
      @Override
      public void send(String to, Message message) {
        messageDelivery.send(to, message);
      }

      @Override
      public void flush() {
        var activeTransport = streamTransport;
        if (activeTransport != null) {
          activeTransport.flush();
        }
      }

      @Override
      public void publishPosition(JournalPosition position) {
        var activeTransport = streamTransport;
        if (activeTransport != null) {
          activeTransport.publishPosition(position);
        }
      }

      @Override
      public void disconnectAcceptors() {
        var activeTransport = streamTransport;
        if (activeTransport != null) {
          activeTransport.disconnectAcceptors();
        }
      }

      @Override
      public Set<String> listPresentAcceptors() {
        var activeTransport = streamTransport;
        return activeTransport == null ? Set.of() : activeTransport.listPresentAcceptors();
      }
    };
  }

  private boolean sendOverStream(String to, Message message, Runnable onWritten) {
    var activeTransport = streamTransport;
    return activeTransport != null && activeTransport.send(to, message, onWritten);
  }

  private void onDecisionAck(TransactionId id, String resourceManager) {
    eventLoop.post(id, new AcceptorEvent.DecisionAcknowledged(resourceManager));
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
  public static Acceptor start(Settings settings, Clock clock) throws IOException {
    return start(settings, clock, Failpoints.NONE);
  }

  /** On failure everything that was opened is closed. */
  static Acceptor start(Settings settings, Clock clock, Failpoints failpoints) throws IOException {
    var journal = Journal.open(settings.dataDirectory(), settings.name(), failpoints, clock);
    var identity = journal.state().identity();
    var streamSettings = settings.streams();
    PeerStreams streams;
    Path tempDirectory;
    try {
      tempDirectory = Files.createDirectories(settings.dataDirectory().resolve("tmp"));
      streams =
          PeerStreams.of(
              settings.name(),
              identity,
              journal.state().peerJournals()::position,
              streamSettings == null ? null : streamSettings.certificates());
    } catch (IOException e) {
      journal.close();
      throw e;
    }
    var acceptor = new Acceptor(settings, clock, journal, failpoints, streams, tempDirectory);
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
        settings.usesMutualTls() ? "with mutual TLS" : "without TLS");
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
    var otherAcceptors =
        settings.peers().listEndpoints(AcceptorPeers.Role.ACCEPTOR).stream()
            .filter(peer -> !peer.name().equals(settings.name()))
            .count();
    if (otherAcceptors == 0) {
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

  PeerJournalTracker peerJournals() {
    return eventLoop.peerJournals();
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
    messageDelivery.close();
    streams.close();
    httpClient.close();
    httpListener.close();
    journal.close();
  }
}
