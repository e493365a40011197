package org.touchpaper.harc.transport;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.harc.transport.message.StreamMessage;

/** Records messages and events. */
final class RecordingListener implements StreamSessionListener {
  private static final int TIMEOUT_SECONDS = 60;

  /** Peers with their journal identities and positions. */
  final Queue<String> shownIdentities = new ConcurrentLinkedQueue<>();

  final Map<String, String> objections = new ConcurrentHashMap<>();

  final LinkedBlockingQueue<StreamMessage> received = new LinkedBlockingQueue<>();
  final LinkedBlockingQueue<StreamSession> opened = new LinkedBlockingQueue<>();
  final LinkedBlockingQueue<StreamSession> closed = new LinkedBlockingQueue<>();

  @Override
  public void onMessage(StreamSession session, StreamMessage message) {
    received.add(message);
  }

  @Override
  public @Nullable String objectionTo(
      String peer, JournalIdentity identity, JournalPosition seenPosition) {
    shownIdentities.add(peer + " " + identity + ", saw " + seenPosition);
    return objections.get(peer + " " + identity);
  }

  @Override
  public void onOpen(StreamSession session) {
    opened.add(session);
  }

  @Override
  public void onClose(StreamSession session) {
    closed.add(session);
  }

  static <T> T next(LinkedBlockingQueue<T> queue) throws InterruptedException {
    @Nullable T next = queue.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was received in " + TIMEOUT_SECONDS + " s");
    }
    return next;
  }
}
