package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.PendingOutcomeReplies;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.StreamSessionListener;
import org.touchpaper.harc.transport.message.StreamMessage;

/** A client's stream to one acceptor, over which it begins transactions. */
final class AcceptorStreamClient implements StreamSessionListener {
  private final PeerConnection connection;
  private final ScheduledExecutorService executor;

  /** By the fingerprint of the record that was begun. */
  private final PendingOutcomeReplies<String> replies = new PendingOutcomeReplies<>();

  AcceptorStreamClient(StreamPeerAddress acceptor, PeerStreams streams) {
    this.connection = streams.connect(acceptor, this);
    this.executor = streams.eventLoop();
  }

  /** True if the acceptor sent something over the open stream in the last 3 s. */
  boolean isAlive() {
    return connection.isAlive();
  }

  /** Empty if the stream is not open; nothing was sent then. */
  Optional<CompletableFuture<TransactionOutcomeResponse>> begin(
      TransactionRequest request, Duration timeout) {
    var reply = new CompletableFuture<TransactionOutcomeResponse>();
    replies.add(request.record().fingerprint(), reply);
    if (!connection.send(new StreamMessage.Begin(request, timeout.toMillis()))) {
      reply.cancel(false);
      return Optional.empty();
    }
    // A timer on another thread would add two context switches to each transaction.
    var timeoutTask =
        executor.schedule(
            () -> reply.completeExceptionally(new TimeoutException("no reply in " + timeout)),
            timeout.toMillis() + 1000,
            TimeUnit.MILLISECONDS);
    return Optional.of(reply.whenComplete((_, _) -> timeoutTask.cancel(false)));
  }

  @Override
  public void onMessage(StreamSession session, StreamMessage message) {
    switch (message) {
      case StreamMessage.OutcomeReply(var fingerprint, var report) ->
          replies.complete(fingerprint, report);
      case StreamMessage.BeginRefused(var fingerprint, var reason) ->
          replies.fail(
              fingerprint, new PeerRequestException(session.peer() + " refused: " + reason, false));
      case StreamMessage.ProtocolMessage _,
          StreamMessage.DecisionAck _,
          StreamMessage.Ping _,
          StreamMessage.PositionReport _,
          StreamMessage.OutcomeQuery _,
          StreamMessage.Begin _ -> {}
    }
  }

  /** Fails all pending replies. */
  @Override
  public void onClose(StreamSession session) {
    replies.failAll(new IllegalStateException("the stream was closed"));
  }
}
