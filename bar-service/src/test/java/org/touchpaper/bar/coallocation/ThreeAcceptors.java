package org.touchpaper.bar.coallocation;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.acceptor.Acceptor;
import org.touchpaper.harc.acceptor.Peers;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.platform.FreePort;

/** Three real acceptors of epoch 2, and newton's resource manager, which votes as the test says. */
final class ThreeAcceptors implements AutoCloseable {
  private static final String RM = "rm-newton";
  private static final String SECRET = "a secret";

  private final Path data;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, Acceptor> running = new LinkedHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final PeerHttp http = new PeerHttp(RM);
  private final HttpServer newton;
  private volatile @Nullable Vote vote;

  ThreeAcceptors(Path data) throws IOException {
    this.data = data;
    newton = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    newton.setExecutor(threads);
    newton.createContext("/harc/prepare", this::prepare);
    newton.createContext("/harc/decide", exchange -> received(exchange));
    newton.start();
    for (var name : List.of("acceptor-1", "acceptor-2", "acceptor-3")) {
      ports.put(name, FreePort.find());
      Acceptor.initialise(data.resolve(name), name, 2);
    }
    for (var name : names()) {
      start(name, true);
    }
  }

  List<String> names() {
    return List.copyOf(ports.keySet());
  }

  private void start(String name, boolean knowsNewton) throws IOException {
    var known = new ArrayList<Peers.Peer>();
    for (var other : names()) {
      if (!other.equals(name)) {
        known.add(new Peers.Peer(other, url(other), SECRET, Set.of(Peers.Role.ACCEPTOR)));
      }
    }
    if (knowsNewton) {
      var port = newton.getAddress().getPort();
      known.add(new Peers.Peer(RM, url(port), SECRET, Set.of(Peers.Role.RM)));
    }
    known.add(new Peers.Peer("bar-ucl", null, SECRET, Set.of(Peers.Role.REQUESTER)));
    known.add(new Peers.Peer("bar-leeds", null, SECRET, Set.of(Peers.Role.REQUESTER)));
    var settings =
        new Acceptor.Settings(
            name,
            ports.getOrDefault(name, 0),
            data.resolve(name),
            new Peers(known),
            Timing.DEFAULT,
            true,
            null);
    running.put(name, Acceptor.start(settings, Clock.systemUTC()));
  }

  void kill(String acceptor) {
    Objects.requireNonNull(running.remove(acceptor)).close();
  }

  /** Somebody takes it out of its configuration, and starts it again. */
  void forgetsTheResourceManager(String acceptor) throws IOException {
    kill(acceptor);
    start(acceptor, false);
  }

  /** From here on newton votes so; it keeps silent before. */
  void votes(Vote cast) {
    vote = cast;
  }

  HarcClient client(String self) {
    var acceptors = names().stream().map(name -> new HarcPeer(name, url(name), SECRET)).toList();
    return new HarcClient(self, acceptors, List.of());
  }

  private URI url(String acceptor) {
    return url(ports.getOrDefault(acceptor, 0));
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  private void prepare(HttpExchange exchange) throws IOException {
    var prepare = HarcXml.readPrepare(received(exchange));
    var cast = vote;
    if (cast != null) {
      names().forEach(acceptor -> threads.execute(() -> tell(acceptor, prepare, cast)));
    }
  }

  private static String received(HttpExchange exchange) throws IOException {
    try (exchange) {
      var text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(204, -1);
      return text;
    }
  }

  private void tell(String acceptor, Message.Prepare prepare, Vote cast) {
    var message =
        new Message.Phase2a(prepare.record(), Ballot.ZERO, Map.of(RM, cast), prepare.leader());
    try {
      new AcceptorClient(new HarcPeer(acceptor, url(acceptor), SECRET), http)
          .tell(List.of(message));
    } catch (PeerUnreachable _) {
      // the leader asks again
    }
  }

  @Override
  public void close() {
    running.values().forEach(Acceptor::close);
    newton.stop(0);
    threads.shutdownNow();
    http.close();
  }
}
