package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.TlsCertificatePaths;
import org.touchpaper.harc.transport.message.StreamMessage;

/** A resource manager with a backend scripted by the test. */
final class ScriptedResourceManager implements AutoCloseable {
  private final String name;
  private final PeerStreams streams;
  private final List<PeerStreams> tlsStreams = new ArrayList<>();
  private final Map<String, PeerConnection> connections = new ConcurrentHashMap<>();
  private final Map<TransactionId, ResourceManagerMachine> transactions = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  final List<Message.Prepare> prepares = new CopyOnWriteArrayList<>();
  final Map<TransactionId, Decision> decisions = new ConcurrentHashMap<>();
  private volatile ResourceManagerEvent backendAnswer =
      new ResourceManagerEvent.HoldSucceeded("held");

  private volatile InstantSource clock = Clock.systemUTC();

  ScriptedResourceManager(String name) {
    this.name = name;
    this.streams = new PeerStreams(name);
  }

  String name() {
    return name;
  }

  void setClock(InstantSource newClock) {
    clock = newClock;
  }

  /** Connects to acceptors by streams. */
  void connectTo(List<StreamPeerAddress> peers) {
    connectTo(peers, streams);
  }

  /** Connects to acceptors by streams with mutual TLS. */
  void connectTo(List<StreamPeerAddress> peers, TlsCertificatePaths certificates)
      throws IOException {
    var streamsWithTls = PeerStreams.of(name, certificates);
    tlsStreams.add(streamsWithTls);
    connectTo(peers, streamsWithTls);
  }

  private void connectTo(List<StreamPeerAddress> peers, PeerStreams streams) {
    for (var peer : peers) {
      connections.put(
          peer.name(),
          streams.connect(
              peer, (session, message) -> threads.execute(() -> onMessage(session, message))));
    }
  }

  private void onMessage(StreamSession session, StreamMessage message) {
    switch (message) {
      case StreamMessage.ProtocolMessage(Message.Prepare prepare) -> prepare(prepare);
      case StreamMessage.ProtocolMessage(Message.Decide decide) -> {
        decide(decide);
        session.send(new StreamMessage.DecisionAck(decide.record().id()));
      }
      case StreamMessage.ProtocolMessage _,
          StreamMessage.DecisionAck _,
          StreamMessage.Ping _,
          StreamMessage.PositionReport _,
          StreamMessage.Begin _,
          StreamMessage.OutcomeQuery _,
          StreamMessage.OutcomeReply _,
          StreamMessage.BeginRefused _ ->
          throw new IllegalArgumentException("unexpected message from " + session + ": " + message);
    }
  }

  boolean isConnectedTo(String acceptor) {
    var connection = connections.get(acceptor);
    return connection != null && connection.isOpen();
  }

  /** Sets the backend's answer; after {@code HoldUncertain} it does not vote. */
  void setBackendAnswer(ResourceManagerEvent event) {
    backendAnswer = event;
  }

  private void prepare(Message.Prepare prepare) {
    prepares.add(prepare);
    step(prepare.record().id(), new ResourceManagerEvent.PrepareReceived(prepare));
  }

  private void decide(Message.Decide decide) {
    step(
        decide.record().id(),
        new ResourceManagerEvent.DecisionReceived(decide.record(), decide.decision()));
    decisions.put(decide.record().id(), decide.decision());
  }

  private synchronized void step(TransactionId id, ResourceManagerEvent event) {
    var before =
        transactions.getOrDefault(id, ResourceManagerMachine.fresh(name, ProtocolTimeouts.DEFAULT));
    var step = before.handle(event, clock.instant());
    transactions.put(id, step.next());
    for (var effect : step.effects()) {
      perform(id, effect);
    }
  }

  private void perform(TransactionId id, ResourceManagerEffect effect) {
    switch (effect) {
      case ResourceManagerEffect.Hold _ -> step(id, backendAnswer);
      case ResourceManagerEffect.ApplyDecision _ ->
          step(id, new ResourceManagerEvent.DecisionApplied());
      case ResourceManagerEffect.Send(var acceptor, var vote, _) ->
          threads.execute(() -> sendVote(acceptor, vote));
      case ResourceManagerEffect.Persist _,
          ResourceManagerEffect.QueryOutcome _,
          ResourceManagerEffect.SetTimer _,
          ResourceManagerEffect.Reject _ -> {}
    }
  }

  private void sendVote(String acceptor, Message.Phase2a vote) {
    var connection = connections.get(acceptor);
    if (connection != null) {
      connection.send(new StreamMessage.ProtocolMessage(vote)); // if lost, Prepare is sent again
    }
  }

  @Override
  public void close() {
    streams.close();
    tlsStreams.forEach(PeerStreams::close);
    threads.shutdownNow();
  }
}
