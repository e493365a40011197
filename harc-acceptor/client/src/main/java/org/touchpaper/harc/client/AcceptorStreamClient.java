package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.StreamMessage;

/** A client's stream to one acceptor, over which it begins transactions. */
final class AcceptorStreamClient implements StreamSessionListener {
  private final PeerConnection connection;
  private final ScheduledExecutorService executor;

  /** By the fingerprint of the record that was begun. */
  private final Map<String, Set<CompletableFuture<OutcomeReport>>> pendingReplies =
      new ConcurrentHashMap<>();

  AcceptorStreamClient(StreamPeerAddress acceptor, PeerStreams streams) {
    this.connection = streams.connect(acceptor, this);
    this.executor = streams.eventLoop();
  }

  /** Empty if the stream is not open; nothing was sent then. */
  Optional<CompletableFuture<OutcomeReport>> begin(TransactionRequest request, Duration timeout) {
    if (!connection.isOpen()) {
      return Optional.empty();
    }
    var fingerprint = request.record().fingerprint();
    var reply = register(fingerprint);
    if (!connection.send(new StreamMessage.Begin(request, timeout.toMillis()))) {
      unregister(fingerprint, reply);
      return Optional.empty();
    }
    // A timer on another thread would add two context switches to each transaction.
    var timeoutTask =
        executor.schedule(
            () -> reply.completeExceptionally(new TimeoutException("no reply in " + timeout)),
            timeout.toMillis() + 1000,
            TimeUnit.MILLISECONDS);
    return Optional.of(
        reply.whenComplete((_, _) -> {
          timeoutTask.cancel(false);
          unregister(fingerprint, reply);
        }));
  }

  private CompletableFuture<OutcomeReport> register(String fingerprint) {
    var reply = new CompletableFuture<OutcomeReport>();
    pendingReplies.compute(
        fingerprint,
        (_, existing) -> {
          Set<CompletableFuture<OutcomeReport>> replies =
              existing == null ? ConcurrentHashMap.newKeySet() : existing;
          replies.add(reply);
          return replies;
        });
    return reply;
  }

  private void unregister(String fingerprint, CompletableFuture<OutcomeReport> reply) {
    reply.cancel(false);
    pendingReplies.computeIfPresent(
        fingerprint,
        (_, replies) -> {
          replies.removeIf(CompletableFuture::isDone);
          return replies.isEmpty() ? null : replies;
        });
  }

  @Override
  public void onMessage(StreamSession session, StreamMessage message) {
    switch (message) {
      case StreamMessage.BeginReply(var fingerprint, var report) ->
          pendingReplies
              .getOrDefault(fingerprint, Set.of())
              .forEach(reply -> reply.complete(report));
      case StreamMessage.BeginRefused(var fingerprint, var reason) -> {
        var refusal = new PeerUnreachableException(session.peer() + " refused: " + reason, false);
        pendingReplies
            .getOrDefault(fingerprint, Set.of())
            .forEach(reply -> reply.completeExceptionally(refusal));
      }
      case StreamMessage.ProtocolMessage _,
          StreamMessage.DecisionAck _,
          StreamMessage.Ping _,
          StreamMessage.PositionReport _,
          StreamMessage.Begin _ -> {}
    }
  }

  /** Fails all pending replies. */
  @Override
  public void onClose(StreamSession session) {
    pendingReplies
        .values()
        .forEach(replies ->
            replies.forEach(reply ->
                reply.completeExceptionally(new IllegalStateException("the stream was closed"))));
  }
}
