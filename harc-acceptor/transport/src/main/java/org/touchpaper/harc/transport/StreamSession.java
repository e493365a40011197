package org.touchpaper.harc.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.touchpaper.harc.transport.message.SocketWriteBatch;
import org.touchpaper.harc.transport.message.StreamMessage;

/**
 * An open stream between two authenticated peers. Queued messages are written together with one
 * flush; a {@link StreamMessage#isDeferrable() deferrable} message waits 20 ms to share a flush.
 */
public final class StreamSession {
  static final Runnable NO_ACTION = () -> {};

  /**
   * How long a deferrable message waits for others. A transaction takes about a millisecond, and
   * depends on such a message only where one of F+1 acceptors hangs, or too few are alive.
   */
  static final long BATCHING_DELAY_MILLIS = 20;

  /** A peer is alive if it sent something in this time; idle peers ping once a second. */
  private static final long ALIVE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final int MAX_BATCH = 16;

  private final String peer;
  private final Channel channel;
  private final ConcurrentLinkedQueue<QueuedMessage> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isFlushScheduled = new AtomicBoolean();
  private final AtomicBoolean isDelayedFlushScheduled = new AtomicBoolean();
  private volatile long lastReceivedAt;

  private record QueuedMessage(StreamMessage message, Runnable onWritten) {}

  StreamSession(String peer, Channel channel) {
    this.peer = peer;
    this.channel = channel;
    markReceived();
  }

  /** The name of the peer at the other end. */
  public String peer() {
    return peer;
  }

  /** As {@link #send(StreamMessage, Runnable)}, without a callback. */
  public boolean send(StreamMessage message) {
    return send(message, NO_ACTION);
  }

  /**
   * Queues a message, which may still be lost.
   *
   * @param onWritten runs when the message has been written to the socket
   * @return false if it is certainly lost: the stream is closed, or its send buffer is full
   */
  public boolean send(StreamMessage message, Runnable onWritten) {
    return send(message, onWritten, message.isDeferrable());
  }

  /** As {@link #send(StreamMessage)}, for a message that may wait like a deferrable one. */
  public boolean sendDeferrable(StreamMessage message) {
    return send(message, NO_ACTION, true);
  }

  private boolean send(StreamMessage message, Runnable onWritten, boolean isDeferrable) {
    if (!channel.isActive() || !channel.isWritable()) {
      return false;
    }
    queue.add(new QueuedMessage(message, onWritten));
    if (isDeferrable) {
      if (isDelayedFlushScheduled.compareAndSet(false, true)) {
        var _ =
            channel
                .eventLoop()
                .schedule(this::flushDelayed, BATCHING_DELAY_MILLIS, TimeUnit.MILLISECONDS);
      }
    } else if (isFlushScheduled.compareAndSet(false, true)) {
      channel.eventLoop().execute(this::flushQueue);
    }
    return true;
  }

  private void flushDelayed() {
    isDelayedFlushScheduled.set(false);
    flushQueue();
  }

  /** Flushes queued messages now if called by the event loop, which flushes them soon anyway. */
  public void flush() {
    if (isFlushScheduled.get() && channel.eventLoop().inEventLoop()) {
      flushQueue();
    }
  }

  private void flushQueue() {
    isFlushScheduled.set(false);
    var batch = nextBatch();
    if (batch.isEmpty()) {
      // With TLS, an empty flush would send an empty record.
      return;
    }
    for (; !batch.isEmpty(); batch = nextBatch()) {
      write(batch);
    }
    channel.flush();
  }

  private List<QueuedMessage> nextBatch() {
    var batch = new ArrayList<QueuedMessage>();
    for (var entry = queue.poll(); entry != null; entry = queue.poll()) {
      batch.add(entry);
      if (batch.size() == MAX_BATCH) {
        break;
      }
    }
    return batch;
  }

  private void write(List<QueuedMessage> batch) {
    var writeFuture =
        channel.write(new SocketWriteBatch(batch.stream().map(QueuedMessage::message).toList()));
    var _ = writeFuture.addListener(_ -> reportFailure(writeFuture));
    for (var entry : batch) {
      if (!entry.onWritten().equals(NO_ACTION)) {
        var _ = writeFuture.addListener(_ -> entry.onWritten().run());
      }
    }
  }

  /** Closes a stream that cannot be written, so that the peer reconnects. */
  private void reportFailure(ChannelFuture writeFuture) {
    if (!writeFuture.isSuccess() && channel.isRegistered()) {
      var _ = channel.pipeline().fireExceptionCaught(writeFuture.cause());
    }
  }

  final void markReceived() {
    lastReceivedAt = nanoTime();
  }

  /** True if the peer sent something in the last 3 s. */
  boolean isAlive() {
    return nanoTime() - lastReceivedAt < ALIVE_NANOS;
  }

  private long nanoTime() {
    return channel.eventLoop().ticker().nanoTime();
  }

  /** Ends the stream. */
  public void close() {
    var _ = channel.close();
  }

  @Override
  public String toString() {
    return peer + " at " + channel.remoteAddress();
  }
}
