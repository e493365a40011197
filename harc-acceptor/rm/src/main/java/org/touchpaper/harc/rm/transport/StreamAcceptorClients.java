package org.touchpaper.harc.rm.transport;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.resourcemanager.RecordConflictQuorum;
import org.touchpaper.harc.rm.voting.AcceptorClients;
import org.touchpaper.harc.rm.voting.PrepareRejectedException;
import org.touchpaper.harc.rm.voting.Voter;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.message.StreamMessage;
import org.touchpaper.platform.security.OutboundInterceptor;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;

/**
 * The acceptors that accept streams, each connected by one: votes are sent, and Prepare and Decide
 * are received, on the same stream. If a stream is not open, votes are sent over HTTP; outcome
 * queries always use HTTP. With certificates, streams are the only transport.
 */
public final class StreamAcceptorClients implements AcceptorClients, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamAcceptorClients.class);

  private final AcceptorClients httpClients;
  private final PeerRegistry peers;
  private final OutboundInterceptor outbound;
  private final PeerStreams streams;
  private final boolean certificatesRequired;
  private final Map<String, PeerConnection> connections = new ConcurrentHashMap<>();
  private final RecordConflictQuorum recordConflicts = new RecordConflictQuorum();

  /**
   * Creates it without streams.
   *
   * @param certificatesRequired true if votes are sent only to acceptors that presented their
   *     certificate
   */
  public StreamAcceptorClients(
      AcceptorClients httpClients,
      PeerRegistry peers,
      OutboundInterceptor outbound,
      PeerStreams streams,
      boolean certificatesRequired) {
    this.certificatesRequired = certificatesRequired;
    this.httpClients = httpClients;
    this.peers = peers;
    this.outbound = outbound;
    this.streams = streams;
  }

  /** Opens the streams; messages from acceptors are handled from here on. */
  public void open(Voter voter, Executor threads) {
    for (var peer : peers.list(PeerRole.ACCEPTOR)) {
      var address = peer.stream();
      if (address != null) {
        var acceptor = StreamPeerAddress.parse(peer.name(), address, peer.secret());
        connections.put(
            peer.name(),
            streams.connect(
                acceptor,
                (session, message) -> threads.execute(() -> receive(session, message, voter))));
      }
    }
  }

  private void receive(StreamSession session, StreamMessage message, Voter voter) {
    try {
      switch (message) {
        case StreamMessage.ProtocolMessage(Message.Prepare prepare)
            when isAcceptorOf(prepare.record(), session) ->
            voter.prepare(prepare);
        case StreamMessage.ProtocolMessage(Message.Decide decide)
            when isAcceptorOf(decide.record(), session) -> {
          voter.decide(decide);
          session.send(new StreamMessage.DecisionAck(decide.record().id()));
        }
        case StreamMessage.ProtocolMessage(Message.OtherRecord conflict)
            when isAcceptorOf(conflict.record(), session)
                && conflict.acceptor().equals(session.peer()) ->
            recordConflicts
                .add(conflict)
                .ifPresent(
                    decision -> voter.decide(new Message.Decide(conflict.record(), decision)));
        case StreamMessage.Ping _ -> {}
        case StreamMessage.ProtocolMessage _,
            StreamMessage.PositionReport _,
            StreamMessage.DecisionAck _,
            StreamMessage.Begin _,
            StreamMessage.BeginReply _,
            StreamMessage.BeginRefused _ ->
            LOG.warn("refused: {} may not send {}", session, message);
      }
    } catch (PrepareRejectedException e) {
      LOG.warn("refused: {}", e.getMessage());
    } catch (IllegalStateException e) {
      LOG.error("protocol violation: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("cannot handle {} from {}", message, session, e);
    }
  }

  /** Returns true if the session's peer is an acceptor of the transaction. */
  private static boolean isAcceptorOf(TransactionRecord record, StreamSession session) {
    return record.acceptors().contains(session.peer());
  }

  @Override
  public boolean areAllKnown(TransactionRecord record) {
    return httpClients.areAllKnown(record);
  }

  @Override
  public void sendVote(String acceptor, Phase2a vote, boolean mayBatch) {
    if (sendOverStream(acceptor, vote, mayBatch)) {
      return;
    }
    if (certificatesRequired) {
      LOG.warn(
          "transaction={} vote not sent: no stream to {}, and certificates are required",
          vote.record().id(),
          acceptor);
    } else {
      httpClients.sendVote(acceptor, vote, mayBatch);
    }
  }

  /** Sends without batching while a stream is down: this acceptor may be one of a bare majority. */
  private boolean sendOverStream(String acceptor, Phase2a vote, boolean mayBatch) {
    var connection = connections.get(acceptor);
    if (connection == null || !connection.isOpen()) {
      return false;
    }
    try {
      var message = new StreamMessage.ProtocolMessage(vote);
      var batches = mayBatch && connections.values().stream().allMatch(PeerConnection::isOpen);
      return outbound.send(
          acceptor + " phase2a",
          () -> batches ? connection.sendDeferrable(message) : connection.send(message));
    } catch (Exception e) {
      LOG.warn("transaction={} {}", vote.record().id(), e.getMessage());
      return true;
    }
  }

  /**
   * With certificates no query goes over HTTP, which presents none. Each repeated vote on a stream
   * serves as the query: the acceptor replies with the decision or a refusal.
   */
  @Override
  public Optional<Decision> queryOutcome(TransactionRecord record) {
    return certificatesRequired ? Optional.empty() : httpClients.queryOutcome(record);
  }

  @Override
  public List<URI> endpoints(TransactionRecord record) {
    return httpClients.endpoints(record);
  }

  @Override
  public void close() {
    streams.close();
  }
}
