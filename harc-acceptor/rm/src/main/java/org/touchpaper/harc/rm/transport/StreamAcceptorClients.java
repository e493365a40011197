package org.touchpaper.harc.rm.transport;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.resourcemanager.RecordConflictQuorum;
import org.touchpaper.harc.rm.voting.AcceptorClients;
import org.touchpaper.harc.rm.voting.MessageRejectedException;
import org.touchpaper.harc.rm.voting.Voter;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.PendingOutcomeReplies;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.message.StreamMessage;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;

/**
 * The configured acceptors, each connected by one stream: votes and queries are sent, and Prepare
 * and Decide are received on it. While a stream is not open, messages are lost; the voter repeats
 * them. Repeats of a message that is being handled are handled together.
 */
public final class StreamAcceptorClients implements AcceptorClients, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamAcceptorClients.class);

  /** An acceptor answers within 3 s, in which the acceptors may still decide. */
  private static final int QUERY_TIMEOUT_SECONDS = 5;

  private final Map<String, Peer> acceptors = new ConcurrentHashMap<>();
  private final OutgoingPeerCallInterceptor outbound;
  private final PeerStreams streams;
  private final Map<String, PeerConnection> connections = new ConcurrentHashMap<>();
  private final PendingOutcomeReplies<Query> queries = new PendingOutcomeReplies<>();
  private final RecordConflictQuorum recordConflicts = new RecordConflictQuorum();

  /** A query that an acceptor has not answered yet. */
  private record Query(String acceptor, String fingerprint) {}

  /** Creates it without streams. */
  public StreamAcceptorClients(
      PeerRegistry peers, OutgoingPeerCallInterceptor outbound, PeerStreams streams) {
    this.outbound = outbound;
    this.streams = streams;
    for (var peer : peers.list(PeerRole.ACCEPTOR)) {
      if (peer.stream() == null) {
        throw new IllegalStateException(
            "touchpaper.peers.%s.stream is missing: acceptors are reached over streams, at host:port"
                .formatted(peer.name()));
      }
      acceptors.put(peer.name(), peer);
    }
  }

  /** Opens the streams; messages from acceptors are handled from here on. */
  public void open(Voter voter, Executor threads) {
    var repeats = new CoalescingExecutor(threads);
    for (var peer : acceptors.values()) {
      var acceptor =
          StreamPeerAddress.parse(peer.name(), String.valueOf(peer.stream()), peer.secret());
      connections.put(
          peer.name(),
          streams.connect(
              acceptor,
              (session, message) ->
                  repeats.execute(
                      new Received(session.peer(), message),
                      () -> receive(session, message, voter))));
    }
  }

  /** A message of an acceptor; its repeats are equal to it. */
  private record Received(String acceptor, StreamMessage message) {}

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
        case StreamMessage.OutcomeReply(var fingerprint, var report) ->
            queries.complete(new Query(session.peer(), fingerprint), report);
        case StreamMessage.Ping _ -> {}
        case StreamMessage.ProtocolMessage _,
            StreamMessage.PositionReport _,
            StreamMessage.DecisionAck _,
            StreamMessage.Begin _,
            StreamMessage.OutcomeQuery _,
            StreamMessage.BeginRefused _ ->
            LOG.warn("refused: {} may not send {}", session, message);
      }
    } catch (MessageRejectedException e) {
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
    return acceptors.keySet().containsAll(record.acceptors());
  }

  /** Sends without batching while a stream is down: this acceptor may be one of a bare majority. */
  @Override
  public void sendVote(String acceptor, Phase2a vote, boolean mayBatch) {
    var message = new StreamMessage.ProtocolMessage(vote);
    var batches = mayBatch && connections.values().stream().allMatch(PeerConnection::isOpen);
    try {
      var isSent =
          outbound.send(
              acceptor + " phase2a",
              () -> {
                var connection = connections.get(acceptor);
                return connection != null
                    && (batches ? connection.sendDeferrable(message) : connection.send(message));
              });
      if (!isSent) {
        LOG.warn("transaction={} vote not sent: no stream to {}", vote.record().id(), acceptor);
      }
    } catch (Exception e) {
      LOG.warn("transaction={} {}", vote.record().id(), e.getMessage());
    }
  }

  @Override
  public Optional<Decision> queryOutcome(TransactionRecord record) {
    return TransactionOutcomeResponse.conclude(
        record,
        record.acceptors().stream().flatMap(acceptor -> queryOutcome(acceptor, record).stream()));
  }

  private Optional<TransactionOutcomeResponse> queryOutcome(
      String acceptor, TransactionRecord record) {
    var reply = new CompletableFuture<TransactionOutcomeResponse>();
    queries.add(new Query(acceptor, record.fingerprint()), reply);
    try {
      return outbound.send(
          acceptor + " question",
          () -> {
            var connection = connections.get(acceptor);
            return connection != null && connection.send(new StreamMessage.OutcomeQuery(record))
                ? Optional.of(reply.get(QUERY_TIMEOUT_SECONDS, TimeUnit.SECONDS))
                : Optional.empty();
          });
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (Exception e) {
      LOG.warn("transaction={} no answer from {}: {}", record.id(), acceptor, e.toString());
      return Optional.empty();
    } finally {
      reply.cancel(false);
    }
  }

  @Override
  public List<URI> endpoints(TransactionRecord record) {
    return record.acceptors().stream()
        .flatMap(acceptor -> Optional.ofNullable(acceptors.get(acceptor)).stream())
        .map(acceptor -> acceptor.resolve(""))
        .toList();
  }

  @Override
  public void close() {
    streams.close();
  }
}
