package org.touchpaper.bench.commit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.ResourceManager;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.VoterEffect;
import org.touchpaper.harc.commit.VoterEvent;

/**
 * A resource manager with nothing behind it: the production machine, a ledger that is flushed
 * before anything is said, and a backend that agrees to everything at once.
 */
final class LoggedRm implements AutoCloseable {
  private static final Clock CLOCK = Clock.systemUTC();

  private final String name;
  private final FlushedLog log;
  private final HttpServer server;
  private final PeerHttp http;
  private final Map<String, AcceptorClient> acceptors = new HashMap<>();
  private final Map<TransactionId, ResourceManager> transactions = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  LoggedRm(String name, Path directory) throws IOException {
    this.name = name;
    this.log = new FlushedLog(directory.resolve(name + ".log"));
    this.http = new PeerHttp(name);
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/harc/prepare", exchange -> take(exchange, this::prepare));
    server.createContext("/harc/decide", exchange -> take(exchange, this::decide));
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void knows(List<HarcPeer> peers) {
    peers.forEach(peer -> acceptors.put(peer.name(), new AcceptorClient(peer, http)));
  }

  private static void take(HttpExchange exchange, Consumer<String> message) throws IOException {
    try (exchange) {
      message.accept(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(204, -1);
    }
  }

  private void prepare(String body) {
    var prepare = HarcXml.readPrepare(body);
    step(prepare.record().id(), new VoterEvent.PrepareCame(prepare));
  }

  private void decide(String body) {
    var decide = HarcXml.readDecide(body);
    step(decide.record().id(), new VoterEvent.DecisionCame(decide.record(), decide.decision()));
  }

  private void step(TransactionId id, VoterEvent event) {
    var effects = new ArrayList<VoterEffect>();
    transactions.compute(
        id,
        (_, known) -> {
          var before = known == null ? ResourceManager.fresh(name, Timing.DEFAULT) : known;
          var step = before.on(event, CLOCK.instant());
          effects.addAll(step.effects());
          return step.next();
        });
    effects.forEach(effect -> perform(id, effect));
  }

  private void perform(TransactionId id, VoterEffect effect) {
    switch (effect) {
      case VoterEffect.Persist(var ledger) -> log.append(ledger.toString());
      case VoterEffect.Hold _ -> step(id, new VoterEvent.Held("held"));
      case VoterEffect.CarryOut _ -> step(id, new VoterEvent.CarriedOut());
      case VoterEffect.Send(var acceptor, var vote) ->
          threads.execute(() -> {
            try {
              Objects.requireNonNull(acceptors.get(acceptor)).tell(List.of(vote));
            } catch (PeerUnreachable _) {
              // the leader asks again
            }
          });
      case VoterEffect.Ask _, VoterEffect.Wake _, VoterEffect.Reject _ -> {}
    }
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    threads.shutdownNow();
    http.close();
    log.close();
  }
}
