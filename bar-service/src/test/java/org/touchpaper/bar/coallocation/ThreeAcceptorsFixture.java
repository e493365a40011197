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
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.PeerUnreachableException;
import org.touchpaper.harc.client.xml.HarcXml;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.platform.FreePort;

/** Three real acceptors of epoch 2, and newton's resource manager with scripted votes. */
public final class ThreeAcceptorsFixture implements AutoCloseable {
  private static final String RM = "rm-newton";
  private static final String SECRET = "a secret";

  private final Path data;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, Acceptor> running = new LinkedHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final PeerHttpClient http = new PeerHttpClient(RM);
  private final HttpServer newton;
  private volatile @Nullable Vote vote;

  public ThreeAcceptorsFixture(Path data) throws IOException {
    this.data = data;
    newton = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    newton.setExecutor(threads);
    newton.createContext("/harc/prepare", this::prepare);
    newton.createContext("/harc/decide", exchange -> readAndAccept(exchange));
    newton.start();
    for (var name : List.of("acceptor-1", "acceptor-2", "acceptor-3")) {
      ports.put(name, FreePort.find());
      Acceptor.initialise(data.resolve(name), name, 2);
    }
    for (var name : names()) {
      startAcceptor(name, true);
    }
  }

  public List<String> names() {
    return List.copyOf(ports.keySet());
  }

  private void startAcceptor(String name, boolean knowsNewton) throws IOException {
    var peers = new ArrayList<AcceptorPeers.Peer>();
    for (var otherAcceptor : names()) {
      if (!otherAcceptor.equals(name)) {
        peers.add(
            new AcceptorPeers.Peer(
                otherAcceptor, url(otherAcceptor), SECRET, Set.of(AcceptorPeers.Role.ACCEPTOR)));
      }
    }
    if (knowsNewton) {
      var port = newton.getAddress().getPort();
      peers.add(new AcceptorPeers.Peer(RM, url(port), SECRET, Set.of(AcceptorPeers.Role.RM)));
    }
    peers.add(
        new AcceptorPeers.Peer("bar-ucl", null, SECRET, Set.of(AcceptorPeers.Role.REQUESTER)));
    peers.add(
        new AcceptorPeers.Peer("bar-leeds", null, SECRET, Set.of(AcceptorPeers.Role.REQUESTER)));
    var settings =
        new Acceptor.Settings(
            name,
            ports.getOrDefault(name, 0),
            data.resolve(name),
            new AcceptorPeers(peers),
            ProtocolTimeouts.DEFAULT,
            true,
            null);
    running.put(name, Acceptor.start(settings, Clock.systemUTC()));
  }

  public void stop(String acceptor) {
    Objects.requireNonNull(running.remove(acceptor)).close();
  }

  /** Restarts an acceptor without this broker in its configuration. */
  public void restartWithoutResourceManager(String acceptor) throws IOException {
    stop(acceptor);
    startAcceptor(acceptor, false);
  }

  /** Sets newton's vote; before that it does not vote. */
  public void setVote(Vote castVote) {
    vote = castVote;
  }

  public HarcClient client(String self) {
    var acceptors =
        names().stream().map(name -> new PeerEndpoint(name, url(name), SECRET)).toList();
    return new HarcClient(self, acceptors, List.of());
  }

  private URI url(String acceptor) {
    return url(ports.getOrDefault(acceptor, 0));
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  private void prepare(HttpExchange exchange) throws IOException {
    var prepare = HarcXml.readPrepare(readAndAccept(exchange));
    var castVote = vote;
    if (castVote != null) {
      names().forEach(acceptor -> threads.execute(() -> sendVote(acceptor, prepare, castVote)));
    }
  }

  private static String readAndAccept(HttpExchange exchange) throws IOException {
    try (exchange) {
      var text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(204, -1);
      return text;
    }
  }

  private void sendVote(String acceptor, Message.Prepare prepare, Vote castVote) {
    var message =
        new Message.Phase2a(prepare.record(), Ballot.ZERO, Map.of(RM, castVote), prepare.leader());
    try {
      new AcceptorClient(new PeerEndpoint(acceptor, url(acceptor), SECRET), http)
          .send(List.of(message));
    } catch (PeerUnreachableException _) {
      // the leader requests the vote again
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
