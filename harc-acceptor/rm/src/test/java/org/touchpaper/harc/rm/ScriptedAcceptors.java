package org.touchpaper.harc.rm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.touchpaper.harc.client.xml.ValidatingXmlReader;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.StreamMessage;

/** Three acceptors that receive every vote and answer every query as the test sets it. */
final class ScriptedAcceptors implements AutoCloseable {
  static final List<String> NAMES = List.of("a1", "a2", "a3");
  private static final int TIMEOUT_SECONDS = 60;

  private final Map<String, PeerStreams> streams = new LinkedHashMap<>();
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Set<String> reachable;
  private final Map<String, LinkedBlockingQueue<StreamSession>> opened = new ConcurrentHashMap<>();
  private final Map<String, StreamSession> sessions = new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<ReceivedVote> votes = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<TransactionId> questions = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<TransactionId> acknowledged = new LinkedBlockingQueue<>();
  private volatile TransactionOutcomeResponse scriptedOutcome =
      TransactionOutcomeResponse.of(TransactionOutcomeResponse.Outcome.UNDECIDED);

  /** A vote, and the acceptor that received it. */
  record ReceivedVote(String acceptor, Phase2a vote) {}

  ScriptedAcceptors() {
    this(new PeerStreams("a1"), Set.copyOf(NAMES));
  }

  /** With certificates; only the first acceptor has one, so that it alone is reachable. */
  ScriptedAcceptors(PeerStreams first) {
    this(first, Set.of("a1"));
  }

  private ScriptedAcceptors(PeerStreams first, Set<String> reachable) {
    this.reachable = reachable;
    ValidatingXmlReader.warmUp();
    for (var name : NAMES) {
      var own = name.equals("a1") ? first : new PeerStreams(name);
      streams.put(name, own);
      opened.put(name, new LinkedBlockingQueue<>());
      ports.put(name, listen(name, own));
    }
  }

  private int listen(String name, PeerStreams own) {
    try {
      return own.listen(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          _ -> Optional.of("between " + name + " and us"),
          new Receiver(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The messages received by one acceptor. */
  private final class Receiver implements StreamSessionListener {
    private final String name;

    Receiver(String name) {
      this.name = name;
    }

    @Override
    public void onOpen(StreamSession session) {
      queueOf(name).add(session);
    }

    @Override
    public void onMessage(StreamSession session, StreamMessage message) {
      switch (message) {
        case StreamMessage.ProtocolMessage(Phase2a vote) -> votes.add(new ReceivedVote(name, vote));
        case StreamMessage.DecisionAck(var id) -> acknowledged.add(id);
        case StreamMessage.OutcomeQuery(var record) -> {
          questions.add(record.id());
          session.send(new StreamMessage.OutcomeReply(record.fingerprint(), scriptedOutcome));
        }
        case StreamMessage.ProtocolMessage _,
            StreamMessage.Ping _,
            StreamMessage.PositionReport _,
            StreamMessage.Begin _,
            StreamMessage.OutcomeReply _,
            StreamMessage.BeginRefused _ ->
            throw new IllegalArgumentException(session + ": " + message);
      }
    }
  }

  private LinkedBlockingQueue<StreamSession> queueOf(String name) {
    return opened.getOrDefault(name, new LinkedBlockingQueue<>());
  }

  /** Waits until the resource manager has opened a stream to each reachable acceptor. */
  void awaitSessions() {
    for (var name : reachable) {
      try {
        var session = queueOf(name).poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (session == null) {
          throw new AssertionError("no stream was opened to " + name);
        }
        sessions.put(name, session);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
  }

  /** The stream of the first acceptor. */
  StreamSession stream() {
    return Optional.ofNullable(sessions.get("a1")).orElseThrow();
  }

  /** Waits until a decision has been acknowledged. */
  TransactionId awaitAcknowledged() throws InterruptedException {
    var id = acknowledged.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (id == null) {
      throw new AssertionError("nothing was acknowledged");
    }
    return id;
  }

  void setOutcome(TransactionOutcomeResponse outcome) {
    scriptedOutcome = outcome;
  }

  /** Waits until an acceptor has received a vote in that transaction. */
  ReceivedVote awaitVote(TransactionId transaction) throws InterruptedException {
    while (true) {
      var received = votes.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (received == null) {
        throw new AssertionError("no vote on " + transaction);
      }
      if (received.vote().record().id().equals(transaction)) {
        return received;
      }
    }
  }

  /** The transactions that were queried. */
  List<TransactionId> questions() {
    return List.copyOf(questions);
  }

  /** Waits until all three have received a vote in that transaction. */
  List<Phase2a> awaitVotes(TransactionId transaction) throws InterruptedException {
    var votesByAcceptor = new HashMap<String, Phase2a>();
    while (votesByAcceptor.size() < NAMES.size()) {
      var received = votes.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (received == null) {
        throw new AssertionError("received only: " + votesByAcceptor);
      }
      if (received.vote().record().id().equals(transaction)) {
        votesByAcceptor.put(received.acceptor(), received.vote());
      }
    }
    return List.copyOf(votesByAcceptor.values());
  }

  /** The acceptors that received a vote in that transaction since the last call. */
  Set<String> acceptorsThatReceived(TransactionId transaction) {
    return drain().stream()
        .filter(received -> received.vote().record().id().equals(transaction))
        .map(ReceivedVote::acceptor)
        .collect(Collectors.toSet());
  }

  /** All votes received since the last call. */
  List<ReceivedVote> drain() {
    var received = new ArrayList<ReceivedVote>();
    votes.drainTo(received);
    return received;
  }

  List<String> args() {
    var args = new ArrayList<String>();
    ports.forEach((name, port) -> {
      var peer = "--touchpaper.peers." + name;
      args.add(peer + ".url=http://127.0.0.1:9");
      args.add(peer + ".stream=127.0.0.1:" + port);
      args.add(peer + ".secret=between " + name + " and us");
      args.add(peer + ".roles=acceptor");
    });
    return args;
  }

  @Override
  public void close() {
    streams.values().forEach(PeerStreams::close);
  }
}
