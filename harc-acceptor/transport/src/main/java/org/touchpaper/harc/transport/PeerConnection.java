package org.touchpaper.harc.transport;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.Backoff;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.harc.transport.message.StreamMessage;

/**
 * A reconnecting stream to one peer, with exponential backoff. Messages sent while it is not open
 * are lost.
 */
public final class PeerConnection {
  private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);

  /** With jitter, so that peers do not all reconnect at once after an outage. */
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(20), Duration.ofSeconds(2), 100);

  private final StreamPeerAddress peer;
  private final PeerStreams streams;
  private final StreamSessionListener listener;
  private volatile @Nullable StreamSession session;

  /** Ended sessions and failed connection attempts. */
  private final AtomicInteger disconnects = new AtomicInteger();

  /** Used by the event loop only. */
  private Duration reconnectDelay = Duration.ZERO;

  PeerConnection(StreamPeerAddress peer, StreamSessionListener listener, PeerStreams streams) {
    this.peer = peer;
    this.listener = listener;
    this.streams = streams;
    streams.schedule(this::connect, 0);
  }

  /** False if the message is certainly lost. */
  public boolean send(StreamMessage message) {
    return send(message, StreamSession.NO_ACTION);
  }

  /** As {@link StreamSession#send(StreamMessage, Runnable)}. */
  public boolean send(StreamMessage message, Runnable onWritten) {
    var current = session;
    return current != null && current.send(message, onWritten);
  }

  /** As {@link StreamSession#sendDeferrable}. */
  public boolean sendDeferrable(StreamMessage message) {
    var current = session;
    return current != null && current.sendDeferrable(message);
  }

  /** As {@link StreamSession#flush}. */
  public void flush() {
    var current = session;
    if (current != null) {
      current.flush();
    }
  }

  /** True while a session is open. */
  public boolean isOpen() {
    return session != null;
  }

  /** True if a session is open and the peer sent something in the last 3 s. */
  public boolean isAlive() {
    var current = session;
    return current != null && current.isAlive();
  }

  int disconnectCount() {
    return disconnects.get();
  }

  private void connect() {
    var attempt = streams.clientBootstrap(peer, new ConnectionListener()).connect();
    var _ =
        attempt.addListener(_ -> {
          if (attempt.isSuccess()) {
            attempt.channel().closeFuture().addListener(_ -> reconnectLater());
          } else {
            LOG.debug("cannot connect to {}: {}", peer, attempt.cause().toString());
            reconnectLater();
          }
        });
  }

  private void reconnectLater() {
    session = null;
    disconnects.incrementAndGet();
    reconnectDelay = BACKOFF.nextAfter(reconnectDelay);
    var seed = ThreadLocalRandom.current().nextInt();
    streams.schedule(this::connect, BACKOFF.withJitter(reconnectDelay, seed).toMillis());
  }

  /** Tracks the current session and forwards its events. */
  private final class ConnectionListener implements StreamSessionListener {
    @Override
    public void onMessage(StreamSession from, StreamMessage message) {
      listener.onMessage(from, message);
    }

    @Override
    public @Nullable String objectionTo(
        String peer, JournalIdentity identity, JournalPosition seenPosition) {
      return listener.objectionTo(peer, identity, seenPosition);
    }

    @Override
    public void onOpen(StreamSession newSession) {
      LOG.info("stream opened peer={}", peer);
      reconnectDelay = Duration.ZERO;
      session = newSession;
      listener.onOpen(newSession);
    }

    @Override
    public void onClose(StreamSession endedSession) {
      LOG.info("stream closed peer={}", peer);
      session = null;
      listener.onClose(endedSession);
    }
  }
}
