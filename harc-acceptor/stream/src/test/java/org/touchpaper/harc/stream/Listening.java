package org.touchpaper.harc.stream;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Extent;

/** Keeps what it hears. */
final class Listening implements Ear {
  private static final int PATIENCE_SECONDS = 60;

  /** Peers and the memories they showed, and what is to be said against whom. */
  final Queue<String> shown = new ConcurrentLinkedQueue<>();

  final Map<String, String> objections = new ConcurrentHashMap<>();

  final LinkedBlockingQueue<Word> heard = new LinkedBlockingQueue<>();
  final LinkedBlockingQueue<Session> opened = new LinkedBlockingQueue<>();
  final LinkedBlockingQueue<Session> closed = new LinkedBlockingQueue<>();

  @Override
  public void hear(Session from, Word word) {
    heard.add(word);
  }

  @Override
  public @Nullable String objection(String peer, Incarnation incarnation, Extent seen) {
    shown.add(peer + " " + incarnation + ", saw " + seen);
    return objections.get(peer + " " + incarnation);
  }

  @Override
  public void opened(Session session) {
    opened.add(session);
  }

  @Override
  public void closed(Session session) {
    closed.add(session);
  }

  static <T> T next(LinkedBlockingQueue<T> queue) throws InterruptedException {
    @Nullable T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing happened");
    }
    return next;
  }
}
