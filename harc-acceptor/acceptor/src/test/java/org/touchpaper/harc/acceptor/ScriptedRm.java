package org.touchpaper.harc.acceptor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.ResourceManager;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.VoterEffect;
import org.touchpaper.harc.commit.VoterEvent;
import org.touchpaper.harc.stream.Certificates;
import org.touchpaper.harc.stream.Line;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.StreamPeer;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/** A resource manager, over HTTP and perhaps streams, whose backend does what the test says. */
final class ScriptedRm implements AutoCloseable {
  private final String name;
  private final HttpServer server;
  private final PeerHttp http;
  private final Map<String, AcceptorClient> acceptors = new HashMap<>();
  private final Streams streams;
  private final List<Streams> certified = new ArrayList<>();
  private final Map<String, Line> lines = new ConcurrentHashMap<>();
  private final Map<TransactionId, ResourceManager> transactions = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  final List<Message.Prepare> prepares = new CopyOnWriteArrayList<>();
  final Map<TransactionId, Decision> decisions = new ConcurrentHashMap<>();
  private volatile VoterEvent answer = new VoterEvent.Held("held");

  ScriptedRm(String name) throws IOException {
    this.name = name;
    this.http = new PeerHttp(name);
    this.streams = new Streams(name);
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/harc/prepare", exchange -> answer(exchange, this::prepare));
    server.createContext("/harc/decide", exchange -> answer(exchange, this::decide));
    server.start();
  }

  String name() {
    return name;
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void knows(List<HarcPeer> peers) {
    peers.forEach(peer -> acceptors.put(peer.name(), new AcceptorClient(peer, http)));
  }

  /** Speaks over streams with these from now on. */
  void calls(List<StreamPeer> peers) {
    calls(peers, streams);
  }

  /** As the other, showing a certificate; over streams that are closed with it. */
  void calls(List<StreamPeer> peers, Certificates own) throws IOException {
    var shown = Streams.of(name, own);
    certified.add(shown);
    calls(peers, shown);
  }

  private void calls(List<StreamPeer> peers, Streams streams) {
    for (var peer : peers) {
      lines.put(
          peer.name(), streams.line(peer, (from, word) -> threads.execute(() -> hear(from, word))));
    }
  }

  private void hear(Session from, Word word) {
    switch (word) {
      case Word.Said(Message.Prepare prepare) -> prepare(prepare);
      case Word.Said(Message.Decide decide) -> {
        decide(decide);
        from.say(new Word.Heard(decide.record().id()));
      }
      case Word.Said _,
          Word.Heard _,
          Word.Ping _,
          Word.Reached _,
          Word.Begin _,
          Word.Answer _,
          Word.Refused _ ->
          throw new IllegalArgumentException(from + " says " + word);
    }
  }

  /** What the backend answers from here on; {@code Unclear} is silence. */
  void answers(VoterEvent event) {
    answer = event;
  }

  private interface Handler {
    void take(String body);
  }

  private static void answer(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange) {
      handler.take(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private void prepare(String body) {
    prepare(HarcXml.readPrepare(body));
  }

  private void prepare(Message.Prepare prepare) {
    prepares.add(prepare);
    step(prepare.record().id(), new VoterEvent.PrepareCame(prepare));
  }

  private void decide(String body) {
    decide(HarcXml.readDecide(body));
  }

  private void decide(Message.Decide decide) {
    step(decide.record().id(), new VoterEvent.DecisionCame(decide.record(), decide.decision()));
    decisions.put(decide.record().id(), decide.decision());
  }

  private synchronized void step(TransactionId id, VoterEvent event) {
    var before = transactions.getOrDefault(id, ResourceManager.fresh(name, Timing.DEFAULT));
    var step = before.on(event, Clock.systemUTC().instant());
    transactions.put(id, step.next());
    for (var effect : step.effects()) {
      perform(id, effect);
    }
  }

  private void perform(TransactionId id, VoterEffect effect) {
    switch (effect) {
      case VoterEffect.Hold _ -> step(id, answer);
      case VoterEffect.CarryOut _ -> step(id, new VoterEvent.CarriedOut());
      case VoterEffect.Send(var acceptor, var vote, _) ->
          threads.execute(() -> tell(acceptor, vote));
      case VoterEffect.Persist _, VoterEffect.Ask _, VoterEffect.Wake _, VoterEffect.Reject _ -> {}
    }
  }

  private void tell(String acceptor, Message.Phase2a vote) {
    var line = lines.get(acceptor);
    if (line != null && line.say(new Word.Said(vote))) {
      return;
    }
    try {
      Objects.requireNonNull(acceptors.get(acceptor)).tell(List.of(vote));
    } catch (PeerUnreachable _) {
      // the leader asks again
    }
  }

  @Override
  public void close() {
    streams.close();
    certified.forEach(Streams::close);
    server.stop(0);
    threads.shutdownNow();
    http.close();
  }
}
