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
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptStore;
import org.touchpaper.segment.session.ElementSessionSettingsResolver;

/**
 * The subscribers that follow a transcript. Each has a queue, so the session never waits; a
 * subscriber that falls behind is disconnected.
 */
final class TranscriptSubscribers {

  /** Seconds of silence after which an empty line tests the connection. */
  private static final int KEEP_ALIVE_SECONDS = 15;

  private static final int MAX_QUEUED_LINES = 4 * TranscriptStore.MAX_RECENT_LINES;
  private static final String END = "";

  private final TranscriptStore transcripts;
  private final Set<BlockingQueue<String>> queues = ConcurrentHashMap.newKeySet();

  TranscriptSubscribers(ElementSessionSettingsResolver settings) {
    this.transcripts = settings.transcripts();
  }

  /**
   * Writes the last lines, then each new one, until the reader disconnects.
   *
   * @throws IOException when the reader has disconnected
   */
  void follow(String tid, int lines, OutputStream output) throws IOException {
    var queue = new SubscriberQueue();
    queues.add(queue);
    try (var _ = transcripts.follow(tid, queue::put)) {
      for (var excess = queue.size() - lines; excess > 0; excess--) {
        queue.remove();
      }
      output.flush(); // from here on the reader misses nothing
      while (send(queue, output)) {}
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      queues.remove(queue);
    }
  }

  private static boolean send(SubscriberQueue queue, OutputStream output)
      throws IOException, InterruptedException {
    var line = queue.poll(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
    if (line != null && line.equals(END)) {
      return false;
    }
    output.write(((line == null ? "" : line) + "\n").getBytes(StandardCharsets.UTF_8));
    if (queue.isEmpty()) {
      output.flush();
    }
    return !queue.overflowed;
  }

  /** Ends all subscriptions when the service stops. */
  @EventListener(ContextClosedEvent.class)
  void end() {
    queues.forEach(queue -> {
      queue.clear();
      queue.add(END);
    });
  }

  private static final class SubscriberQueue extends LinkedBlockingQueue<String> {
    private static final long serialVersionUID = 1L;

    private volatile boolean overflowed;

    SubscriberQueue() {
      super(MAX_QUEUED_LINES);
    }

    void put(TranscriptLine line) {
      overflowed |= !offer(line.toString());
    }
  }
}
