package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.access.TransactionAdmission;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.RateLimitedWarnings;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.harc.transport.message.StreamMessage;

/**
 * An acceptor's streams: one to each acceptor with a stream address, for sending, and those opened
 * by acceptors, resource managers and clients, for receiving and for replies to the latter two.
 * Resource managers open their streams themselves, so that they need not listen.
 */
final class StreamTransport {
  private static final Logger LOG = LoggerFactory.getLogger(StreamTransport.class);

  private final PeerStreams streams;
  private final AcceptorPeers peers;
  private final TransactionAdmission admission;
  private final AcceptorEventLoop eventLoop;
  private final RateLimitedWarnings rejectionWarnings = new RateLimitedWarnings(LOG::warn);
  private final Map<String, PeerConnection> acceptorConnections;
  private final Map<String, StreamSession> resourceManagerSessions = new ConcurrentHashMap<>();

  /** Sessions with acceptors, opened by either side. */
  private final Set<StreamSession> acceptorSessions = ConcurrentHashMap.newKeySet();

  StreamTransport(
      PeerStreams streams, TransactionAdmission admission, AcceptorEventLoop eventLoop) {
    this.streams = streams;
    this.peers = admission.peers();
    this.admission = admission;
    this.eventLoop = eventLoop;
    var self = admission.self().name();
    this.acceptorConnections =
        peers.listStreamAddresses(AcceptorPeers.Role.ACCEPTOR).stream()
            .filter(peer -> !peer.name().equals(self))
            .collect(
                Collectors.toUnmodifiableMap(
                    StreamPeerAddress::name, peer -> streams.connect(peer, new InboundListener())));
  }

  /** Accepts streams; returns the port. */
  int listen(InetSocketAddress address) throws IOException {
    return streams.listen(address, peers::findStreamSecret, new InboundListener());
  }

  /** False if no stream to the peer is open. */
  boolean send(String to, Message message, Runnable onWritten) {
    var streamMessage = new StreamMessage.ProtocolMessage(message);
    return switch (message) {
      case Message.ForAcceptor _ -> {
        var connection = acceptorConnections.get(to);
        yield connection != null && connection.send(streamMessage, onWritten);
      }
      case Message.ForResourceManager _ -> {
        var session = resourceManagerSessions.get(to);
        yield session != null && session.send(streamMessage, onWritten);
      }
    };
  }

  /** Closes the streams with other acceptors, which can then not open new ones. */
  void disconnectAcceptors() {
    acceptorSessions.forEach(StreamSession::disconnect);
  }

  /** The acceptors that sent something in the last 3 s. */
  Set<String> listPresentAcceptors() {
    return acceptorConnections.entrySet().stream()
        .filter(entry -> entry.getValue().isAlive())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Sends the position of the local journal to the other acceptors. */
  void publishPosition(JournalPosition position) {
    acceptorConnections
        .values()
        .forEach(connection -> connection.send(new StreamMessage.PositionReport(position)));
  }

  /** Flushes queued messages; called by the event loop. */
  void flush() {
    acceptorConnections.values().forEach(PeerConnection::flush);
    resourceManagerSessions.values().forEach(StreamSession::flush);
  }

  /** Handles messages of peers; each may send messages in its own name only. */
  private final class InboundListener implements StreamSessionListener {
    @Override
    public @Nullable String objectionTo(
        String peer, JournalIdentity identity, JournalPosition seenPosition) {
      if (!peers.hasRole(peer, AcceptorPeers.Role.ACCEPTOR)) {
        return null;
      }
      return eventLoop.hasStoppedVoting()
          ? eventLoop.problem()
          : eventLoop.peerJournals().objectionTo(peer, identity, seenPosition);
    }

    @Override
    public void onOpen(StreamSession session) {
      if (peers.hasRole(session.peer(), AcceptorPeers.Role.RM)) {
        resourceManagerSessions.put(session.peer(), session);
      }
      if (peers.hasRole(session.peer(), AcceptorPeers.Role.ACCEPTOR)) {
        acceptorSessions.add(session);
        if (eventLoop.hasStoppedVoting()) {
          session.disconnect(); // the loop stopped during the handshake
        }
        session.send(new StreamMessage.PositionReport(eventLoop.peerJournals().ownPosition()));
      }
    }

    @Override
    public void onClose(StreamSession session) {
      resourceManagerSessions.remove(session.peer(), session);
      acceptorSessions.remove(session);
    }

    @Override
    public void onMessage(StreamSession session, StreamMessage streamMessage) {
      switch (streamMessage) {
        case StreamMessage.ProtocolMessage(Message.ForAcceptor message)
            when peers.canSend(session.peer(), message) ->
            eventLoop.post(
                message.record().id(), new AcceptorEvent.MessageReceived(message, session.peer()));
        case StreamMessage.Begin(var request, var timeoutMillis)
            when peers.hasRole(session.peer(), AcceptorPeers.Role.REQUESTER) ->
            begin(session, request, Duration.ofMillis(timeoutMillis));
        case StreamMessage.DecisionAck(var id)
            when peers.hasRole(session.peer(), AcceptorPeers.Role.RM) ->
            eventLoop.post(id, new AcceptorEvent.DecisionAcknowledged(session.peer()));
        case StreamMessage.PositionReport(var position)
            when peers.hasRole(session.peer(), AcceptorPeers.Role.ACCEPTOR) ->
            eventLoop.peerJournals().recordPosition(session.peer(), position);
        case StreamMessage.Ping _ -> {}
        case StreamMessage.ProtocolMessage _,
            StreamMessage.PositionReport _,
            StreamMessage.DecisionAck _,
            StreamMessage.Begin _,
            StreamMessage.BeginReply _,
            StreamMessage.BeginRefused _ ->
            rejectionWarnings
                .forPeer(session.peer())
                .log(() -> "refused: " + session + " may not send " + streamMessage);
      }
    }
  }

  private @Nullable String refusal(StreamSession session, TransactionRequest request) {
    return admission
        .refusalToBegin(session.peer(), request, eventLoop.transactions(), eventLoop.now())
        .map(TransactionAdmission.Refusal::reason)
        .orElse(null);
  }

  private void begin(StreamSession session, TransactionRequest request, Duration timeout) {
    var id = request.record().id();
    LOG.info("transaction={} begin from {}", id, session.peer());
    var refusal = refusal(session, request);
    if (refusal != null) {
      LOG.warn("refused: begin from {}: {}", session.peer(), refusal);
      session.send(new StreamMessage.BeginRefused(request.record().fingerprint(), refusal));
      return;
    }
    var outcome =
        eventLoop.submitForReply(id, eventLoop.beginEvent(request), HarcServlet.limitWait(timeout));
    var _ =
        outcome.whenComplete((report, failure) -> {
          if (failure != null) {
            LOG.warn("transaction={} cannot begin: {}", id, failure.getMessage());
          }
          // UNKNOWN, not NOT_STARTED: it may have begun before.
          var reply = failure == null ? report : OutcomeReport.of(OutcomeReport.Outcome.UNKNOWN);
          session.send(new StreamMessage.BeginReply(request.record().fingerprint(), reply));
        });
  }
}
