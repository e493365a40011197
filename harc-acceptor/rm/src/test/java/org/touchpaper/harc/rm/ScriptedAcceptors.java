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
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/**
 * Three acceptors that hear every vote and answer every question as the test says. The first
 * listens for streams, too.
 */
final class ScriptedAcceptors implements AutoCloseable {
  static final List<String> NAMES = List.of("a1", "a2", "a3");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<HttpServer> servers = new ArrayList<>();
  private final LinkedBlockingQueue<Heard> votes = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<TransactionId> questions = new LinkedBlockingQueue<>();
  private final Streams streams;
  private final int streamPort;
  private final LinkedBlockingQueue<Session> sessions = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<TransactionId> acknowledged = new LinkedBlockingQueue<>();
  private volatile Knowledge answer = Knowledge.of(Knowledge.Outcome.UNDECIDED);

  /** A vote, and who heard it. */
  record Heard(String acceptor, Phase2a vote) {}

  ScriptedAcceptors() {
    this(new Streams("a1"));
  }

  /**
   * Who show certificates, or do not.
   *
   * @param streams the first's
   */
  ScriptedAcceptors(Streams streams) {
    this.streams = streams;
    HarcXml.readMessages(HarcXml.write(List.of())); // loads the schema, which takes a while
    NAMES.forEach(name -> servers.add(start(name)));
    streamPort = listen();
  }

  private int listen() {
    try {
      return streams.listen(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          _ -> Optional.of("between a1 and us"),
          new Hearing());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What comes over streams. */
  private final class Hearing implements Ear {
    @Override
    public void opened(Session session) {
      sessions.add(session);
    }

    @Override
    public void hear(Session from, Word word) {
      switch (word) {
        case Word.Said(Phase2a vote) -> votes.add(new Heard("a1", vote));
        case Word.Heard(var id) -> acknowledged.add(id);
        case Word.Said _,
            Word.Ping _,
            Word.Reached _,
            Word.Begin _,
            Word.Answer _,
            Word.Refused _ ->
            throw new IllegalArgumentException(from + ": " + word);
      }
    }
  }

  /** The stream that was opened last; a restart opens another. */
  Session stream() throws InterruptedException {
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
      server.createContext("/harc/messages", exchange -> hear(name, exchange));
      server.createContext("/harc/questions", this::answer);
      server.setExecutor(threads);
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void hear(String name, HttpExchange exchange) throws IOException {
    for (var message : HarcXml.readMessages(body(exchange))) {
      votes.add(new Heard(name, (Phase2a) message));
    }
    reply(exchange, "");
  }

  private void answer(HttpExchange exchange) throws IOException {
    var id = HarcXml.readQuestion(body(exchange)).id();
    questions.add(id);
    reply(exchange, HarcXml.write(id, answer));
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

  void willAnswer(Knowledge knowledge) {
    answer = knowledge;
  }

  /** Waits until somebody has heard a vote in that transaction. */
  Heard awaitVote(TransactionId transaction) throws InterruptedException {
    while (true) {
      var next = votes.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("no vote on " + transaction);
      }
      if (next.vote().record().id().equals(transaction)) {
        return next;
      }
    }
  }

  /** About which transactions they were asked. */
  List<TransactionId> questions() {
    return List.copyOf(questions);
  }

  /** Waits until each of the three has heard a vote in that transaction. */
  List<Phase2a> awaitVotes(TransactionId transaction) throws InterruptedException {
    var heard = new HashMap<String, Phase2a>();
    while (heard.size() < NAMES.size()) {
      var next = votes.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("only these were heard: " + heard);
      }
      if (next.vote().record().id().equals(transaction)) {
        heard.put(next.acceptor(), next.vote());
      }
    }
    return List.copyOf(heard.values());
  }

  /** The acceptors that have heard a vote in that transaction since the last look. */
  Set<String> whoHeard(TransactionId transaction) {
    return drain().stream()
        .filter(heard -> heard.vote().record().id().equals(transaction))
        .map(Heard::acceptor)
        .collect(Collectors.toSet());
  }

  /** Everything heard and not yet looked at. */
  List<Heard> drain() {
    var heard = new ArrayList<Heard>();
    votes.drainTo(heard);
    return heard;
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
