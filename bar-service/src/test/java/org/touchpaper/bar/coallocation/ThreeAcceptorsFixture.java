package org.touchpaper.bar.coallocation;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.acceptor.AcceptorServer;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.message.StreamMessage;
import org.touchpaper.platform.FreePort;

/** Three real acceptors of epoch 2, and newton's resource manager with scripted votes. */
public final class ThreeAcceptorsFixture implements AutoCloseable {
  private static final String RM = "rm-newton";
  private static final String SECRET = "a secret";

  private final Path data;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, Integer> streamPorts = new LinkedHashMap<>();
  private final Map<String, AcceptorServer> running = new LinkedHashMap<>();
  private final PeerStreams newton = new PeerStreams(RM);
  private final List<PeerConnection> connections = new ArrayList<>();
  private volatile @Nullable Vote vote;

  public ThreeAcceptorsFixture(Path data) throws IOException {
    this.data = data;
    for (var name : List.of("acceptor-1", "acceptor-2", "acceptor-3")) {
      ports.put(name, FreePort.find());
      streamPorts.put(name, FreePort.find());
      AcceptorServer.initialise(data.resolve(name), name, 2);
    }
    for (var name : names()) {
      startAcceptor(name, true);
      connections.add(newton.connect(streamOf(name), this::receive));
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
                otherAcceptor,
                streamOf(otherAcceptor),
                SECRET,
                Set.of(AcceptorPeers.Role.ACCEPTOR)));
      }
    }
    if (knowsNewton) {
      peers.add(new AcceptorPeers.Peer(RM, SECRET, AcceptorPeers.Role.RM));
    }
    peers.add(new AcceptorPeers.Peer("bar-ucl", SECRET, AcceptorPeers.Role.REQUESTER));
    peers.add(new AcceptorPeers.Peer("bar-leeds", SECRET, AcceptorPeers.Role.REQUESTER));
    var settings =
        new AcceptorServer.Settings(
            name,
            ports.getOrDefault(name, 0),
            streamPorts.getOrDefault(name, 0),
            data.resolve(name),
            new AcceptorPeers(peers),
            ProtocolTimeouts.DEFAULT,
            true);
    running.put(name, AcceptorServer.start(settings, Clock.systemUTC()));
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
    return URI.create("http://127.0.0.1:" + ports.get(acceptor));
  }

  private StreamPeerAddress streamOf(String acceptor) {
    var port = streamPorts.getOrDefault(acceptor, 0);
    return new StreamPeerAddress(acceptor, "127.0.0.1", port, SECRET);
  }

  private void receive(StreamSession session, StreamMessage message) {
    switch (message) {
      case StreamMessage.ProtocolMessage(Message.Prepare prepare) -> {
        var castVote = vote;
        if (castVote != null) {
          sendVote(prepare, castVote);
        }
      }
      case StreamMessage.ProtocolMessage(Message.Decide decide) ->
          session.send(new StreamMessage.DecisionAck(decide.record().id()));
      default -> {}
    }
  }

  /** A vote that is lost is requested again. */
  private void sendVote(Message.Prepare prepare, Vote castVote) {
    var message =
        new Message.Phase2a(prepare.record(), Ballot.ZERO, Map.of(RM, castVote), prepare.leader());
    connections.forEach(connection -> connection.send(new StreamMessage.ProtocolMessage(message)));
  }

  @Override
  public void close() {
    running.values().forEach(AcceptorServer::close);
    newton.close();
  }
}
