package org.touchpaper.harc.rm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.touchpaper.harc.client.xml.HarcXml;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.StreamMessage;

/**
 * Three acceptors that receive every vote and answer every query as the test sets it. The first
 * accepts streams, too.
 */
final class ScriptedAcceptors implements AutoCloseable {
  static final List<String> NAMES = List.of("a1", "a2", "a3");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<HttpServer> servers = new ArrayList<>();
  private final LinkedBlockingQueue<ReceivedVote> votes = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<TransactionId> questions = new LinkedBlockingQueue<>();
  private final PeerStreams streams;
  private final int streamPort;
  private final LinkedBlockingQueue<StreamSession> sessions = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<TransactionId> acknowledged = new LinkedBlockingQueue<>();
  private volatile OutcomeReport scriptedOutcome =
      OutcomeReport.of(OutcomeReport.Outcome.UNDECIDED);

  /** A vote, and the acceptor that received it. */
  record ReceivedVote(String acceptor, Phase2a vote) {}

  ScriptedAcceptors() {
    this(new PeerStreams("a1"));
  }

  /**
   * Creates them with or without certificates.
   *
   * @param streams the first acceptor's
   */
  ScriptedAcceptors(PeerStreams streams) {
    this.streams = streams;
    HarcXml.readMessages(HarcXml.write(List.of())); // loads the schema, which is slow
    NAMES.forEach(name -> servers.add(start(name)));
    streamPort = listen();
  }

  private int listen() {
    try {
      return streams.listen(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          _ -> Optional.of("between a1 and us"),
          new VoteReceiver());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The messages received over streams. */
  private final class VoteReceiver implements StreamSessionListener {
    @Override
    public void onOpen(StreamSession session) {
      sessions.add(session);
    }

    @Override
    public void onMessage(StreamSession session, StreamMessage message) {
      switch (message) {
        case StreamMessage.ProtocolMessage(Phase2a vote) -> votes.add(new ReceivedVote("a1", vote));
        case StreamMessage.DecisionAck(var id) -> acknowledged.add(id);
        case StreamMessage.ProtocolMessage _,
            StreamMessage.Ping _,
            StreamMessage.PositionReport _,
            StreamMessage.Begin _,
            StreamMessage.BeginReply _,
            StreamMessage.BeginRefused _ ->
            throw new IllegalArgumentException(session + ": " + message);
      }
    }
  }

  /** The latest stream; a restart opens another one. */
  StreamSession stream() throws InterruptedException {
    var session = sessions.poll(60, TimeUnit.SECONDS);
    if (session == null) {
      throw new AssertionError("nobody opened a stream");
    }
    return session;
  }

  /** Waits until a decision has been acknowledged over the stream. */
  TransactionId awaitAcknowledged() throws InterruptedException {
    var id = acknowledged.poll(60, TimeUnit.SECONDS);
    if (id == null) {
      throw new AssertionError("nothing was acknowledged");
    }
    return id;
  }

  private HttpServer start(String name) {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var server = HttpServer.create(address, 0);
      server.createContext("/harc/messages", exchange -> receive(name, exchange));
      server.createContext("/harc/questions", this::answer);
      server.setExecutor(threads);
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void receive(String name, HttpExchange exchange) throws IOException {
    for (var message : HarcXml.readMessages(body(exchange))) {
      votes.add(new ReceivedVote(name, (Phase2a) message));
    }
    reply(exchange, "");
  }

  private void answer(HttpExchange exchange) throws IOException {
    var id = HarcXml.readQuestion(body(exchange)).id();
    questions.add(id);
    reply(exchange, HarcXml.write(id, scriptedOutcome));
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void reply(HttpExchange exchange, String text) throws IOException {
    try (exchange) {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  void setOutcome(OutcomeReport outcome) {
    scriptedOutcome = outcome;
  }

  /** Waits until an acceptor has received a vote in that transaction. */
  ReceivedVote awaitVote(TransactionId transaction) throws InterruptedException {
    while (true) {
      var received = votes.poll(60, TimeUnit.SECONDS);
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
      var received = votes.poll(60, TimeUnit.SECONDS);
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
    for (var i = 0; i < NAMES.size(); i++) {
      var peer = "--touchpaper.peers." + NAMES.get(i);
      args.add(peer + ".url=http://127.0.0.1:" + servers.get(i).getAddress().getPort());
      args.add(peer + ".secret=between " + NAMES.get(i) + " and us");
      args.add(peer + ".roles=acceptor");
    }
    args.add("--touchpaper.peers.a1.stream=127.0.0.1:" + streamPort);
    return args;
  }

  @Override
  public void close() {
    streams.close();
    servers.forEach(server -> server.stop(0));
    threads.shutdownNow();
  }
}
