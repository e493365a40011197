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
import org.touchpaper.harc.acceptor.eventloop.MessageSender;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.RateLimitedWarning;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.harc.transport.message.StreamMessage;

/**
 * An acceptor's streams: one to each other acceptor, for sending, and those opened by acceptors,
 * resource managers and clients, for receiving and for replies to the latter two. Resource managers
 * open their streams themselves, so that they need not listen. A message without an open stream is
 * dropped; the machines send again.
 */
final class StreamTransport implements MessageSender {
  private static final Logger LOG = LoggerFactory.getLogger(StreamTransport.class);

  private final PeerStreams streams;
  private final Failpoints failpoints;
  private final RateLimitedWarning rejectionWarning = new RateLimitedWarning(LOG::warn);
  private final Map<String, PeerConnection> acceptorConnections = new ConcurrentHashMap<>();
  private final Map<String, StreamSession> resourceManagerSessions = new ConcurrentHashMap<>();

  /** Sessions with acceptors, opened by either side. */
  private final Set<StreamSession> acceptorSessions = ConcurrentHashMap.newKeySet();

  StreamTransport(PeerStreams streams, Failpoints failpoints) {
    this.streams = streams;
    this.failpoints = failpoints;
  }

  /** Connects to the other acceptors and accepts streams; returns the port. */
  int open(InetSocketAddress address, TransactionAdmission admission, AcceptorEventLoop eventLoop)
      throws IOException {
    var peers = admission.peers();
    var listener = new InboundListener(admission, eventLoop);
    for (var peer : peers.listAcceptorAddresses()) {
      if (!peer.name().equals(admission.self().name())) {
        acceptorConnections.put(peer.name(), streams.connect(peer, listener));
      }
    }
    return streams.listen(address, peers::findStreamSecret, listener);
  }

  @Override
  public void send(String to, Message message) {
    LOG.debug("-> {} {}", to, message);
    var streamMessage = new StreamMessage.ProtocolMessage(message);
    Runnable onWritten =
        () ->
            failpoints.pass(
                Failpoints.Kind.SENT, message.record().id(), MessageSender.describe(to, message));
    switch (message) {
      case Message.ForAcceptor _ -> {
        var connection = acceptorConnections.get(to);
        if (connection == null || !connection.send(streamMessage, onWritten)) {
          LOG.debug("transaction={} dropped: no stream to {}", message.record().id(), to);
        }
      }
      case Message.ForResourceManager _ -> {
        var session = resourceManagerSessions.get(to);
        if (session == null || !session.send(streamMessage, onWritten)) {
          LOG.info(
              "transaction={} {} dropped: {} has no stream open",
              message.record().id(),
              message.getClass().getSimpleName(),
              to);
        }
      }
    }
  }

  @Override
  public void disconnectAcceptors() {
    acceptorSessions.forEach(StreamSession::close);
  }

  @Override
  public Set<String> listPresentAcceptors() {
    return acceptorConnections.entrySet().stream()
        .filter(entry -> entry.getValue().isAlive())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void publishPosition(JournalPosition position) {
    acceptorConnections
        .values()
        .forEach(connection -> connection.send(new StreamMessage.PositionReport(position)));
  }

  @Override
  public void flush() {
    acceptorConnections.values().forEach(PeerConnection::flush);
    resourceManagerSessions.values().forEach(StreamSession::flush);
  }

  /** Handles messages of peers; each may send messages in its own name only. */
  private final class InboundListener implements StreamSessionListener {
    private final TransactionAdmission admission;
    private final AcceptorPeers peers;
    private final AcceptorEventLoop eventLoop;

    InboundListener(TransactionAdmission admission, AcceptorEventLoop eventLoop) {
      this.admission = admission;
      this.peers = admission.peers();
      this.eventLoop = eventLoop;
    }

    @Override
    public @Nullable String objectionTo(
        String peer, JournalIdentity identity, JournalPosition seenPosition) {
      if (!peers.hasRole(peer, AcceptorPeers.Role.ACCEPTOR)) {
        return null;
      }
      return eventLoop.hasStoppedVoting()
          ? eventLoop.problem()
          : eventLoop.rollbackDetector().objectionTo(peer, identity, seenPosition);
    }

    @Override
    public void onOpen(StreamSession session) {
      if (peers.hasRole(session.peer(), AcceptorPeers.Role.RM)) {
        resourceManagerSessions.put(session.peer(), session);
      }
      if (peers.hasRole(session.peer(), AcceptorPeers.Role.ACCEPTOR)) {
        acceptorSessions.add(session);
        if (eventLoop.hasStoppedVoting()) {
          session.close(); // the loop stopped during the handshake
        }
        session.send(new StreamMessage.PositionReport(eventLoop.rollbackDetector().ownPosition()));
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
        case StreamMessage.OutcomeQuery(var record)
            when peers.hasRole(session.peer(), AcceptorPeers.Role.RM)
                && record.resourceManagers().contains(session.peer()) ->
            reply(
                session,
                record,
                new AcceptorEvent.OutcomeQueried(record.id(), record),
                AcceptorServlet.QUERY_WAIT);
        case StreamMessage.DecisionAck(var id)
            when peers.hasRole(session.peer(), AcceptorPeers.Role.RM) ->
            eventLoop.post(id, new AcceptorEvent.DecisionAcknowledged(session.peer()));
        case StreamMessage.PositionReport(var position)
            when peers.hasRole(session.peer(), AcceptorPeers.Role.ACCEPTOR) ->
            eventLoop.rollbackDetector().recordPosition(session.peer(), position);
        case StreamMessage.Ping _ -> {}
        case StreamMessage.ProtocolMessage _,
            StreamMessage.PositionReport _,
            StreamMessage.DecisionAck _,
            StreamMessage.Begin _,
            StreamMessage.OutcomeQuery _,
            StreamMessage.OutcomeReply _,
            StreamMessage.BeginRefused _ ->
            rejectionWarning.log(
                session.peer(), () -> "refused: " + session + " may not send " + streamMessage);
      }
    }

    private void begin(StreamSession session, TransactionRequest request, Duration timeout) {
      var record = request.record();
      LOG.info("transaction={} begin from {}", record.id(), session.peer());
      var refusal =
          admission.refusalToBegin(
              session.peer(), request, eventLoop.transactions(), eventLoop.now());
      if (refusal.isPresent()) {
        var reason = refusal.get().reason();
        LOG.warn("refused: begin from {}: {}", session.peer(), reason);
        session.send(new StreamMessage.BeginRefused(record.fingerprint(), reason));
      } else {
        reply(session, record, eventLoop.beginEvent(request), AcceptorServlet.limitWait(timeout));
      }
    }

    private void reply(
        StreamSession session, TransactionRecord record, AcceptorEvent event, Duration timeout) {
      var _ =
          eventLoop
              .submitForReply(record.id(), event, timeout)
              .whenComplete((report, failure) -> {
                if (failure != null) {
                  LOG.warn("transaction={} no outcome: {}", record.id(), failure.getMessage());
                }
                // UNKNOWN, not NOT_STARTED: it may have begun before.
                var reply =
                    failure == null
                        ? report
                        : TransactionOutcomeResponse.of(TransactionOutcomeResponse.Outcome.UNKNOWN);
                session.send(new StreamMessage.OutcomeReply(record.fingerprint(), reply));
              });
    }
  }
}
