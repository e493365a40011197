package org.touchpaper.segment.operator;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.Transcripts;

/**
 * Those who read a transcript as it grows. A session never waits for them: each has a queue of its
 * own, and one that falls behind it is let go.
 */
final class Followers {

  /** An empty line after that much silence finds out whether anybody is there yet. */
  private static final int QUIET_S = 15;

  private static final int BEHIND = 4 * Transcripts.RECENT;
  private static final String END = "";

  private final Transcripts transcripts;
  private final Set<BlockingQueue<String>> queues = ConcurrentHashMap.newKeySet();

  Followers(Transcripts transcripts) {
    this.transcripts = transcripts;
  }

  /**
   * Writes the last lines and then each as it comes, until nobody reads any more.
   *
   * @throws IOException when the reader has gone
   */
  void follow(String tid, int lines, OutputStream to) throws IOException {
    var queue = new Queue();
    queues.add(queue);
    try (var _ = transcripts.follow(tid, queue::put)) {
      for (var tooMany = queue.size() - lines; tooMany > 0; tooMany--) {
        queue.remove();
      }
      to.flush(); // whoever hears from us misses nothing from here on
      while (send(queue, to)) {}
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      queues.remove(queue);
    }
  }

  private static boolean send(Queue queue, OutputStream to)
      throws IOException, InterruptedException {
    var line = queue.poll(QUIET_S, TimeUnit.SECONDS);
    if (line != null && line.equals(END)) {
      return false;
    }
    to.write(((line == null ? "" : line) + "\n").getBytes(StandardCharsets.UTF_8));
    if (queue.isEmpty()) {
      to.flush();
    }
    return !queue.lost;
  }

  /** A service that ends waits for no one who listens. */
  @EventListener(ContextClosedEvent.class)
  void end() {
    queues.forEach(queue -> {
      queue.clear();
      queue.add(END);
    });
  }

  private static final class Queue extends LinkedBlockingQueue<String> {
    private static final long serialVersionUID = 1L;

    private volatile boolean lost;

    Queue() {
      super(BEHIND);
    }

    void put(TranscriptLine line) {
      lost |= !offer(line.toString());
    }
  }
}
