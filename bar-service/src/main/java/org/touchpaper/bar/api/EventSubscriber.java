package org.touchpaper.bar.api;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** A subscriber's queue of events, filtered by what the user may see. */
final class EventSubscriber {

  /** Keeps proxies from closing an idle connection, and detects disconnected clients. */
  private static final Duration KEEP_ALIVE_INTERVAL = Duration.ofSeconds(15);

  private static final int QUEUE_CAPACITY = 1000;

  private final Predicate<ChangeEvent> isVisible;
  private final BlockingQueue<EventBroadcaster.NumberedEvent> queue =
      new LinkedBlockingQueue<>(QUEUE_CAPACITY);
  private volatile boolean isOverrun;

  EventSubscriber(Predicate<ChangeEvent> isVisible) {
    this.isVisible = isVisible;
  }

  /** Queues an event; returns false if the queue has overflowed. */
  boolean offer(EventBroadcaster.NumberedEvent event) {
    if (isVisible.test(event.event()) && !queue.offer(event)) {
      isOverrun = true;
    }
    return !isOverrun;
  }

  /** Sends queued events until the connection fails or the queue overflows. */
  void sendTo(SseEmitter emitter) throws IOException, InterruptedException {
    emitter.send(SseEmitter.event().comment("watching"));
    while (!isOverrun) {
      var event = queue.poll(KEEP_ALIVE_INTERVAL.toSeconds(), TimeUnit.SECONDS);
      emitter.send(event == null ? SseEmitter.event().comment("quiet") : toSseEvent(event));
    }
  }

  private static SseEmitter.SseEventBuilder toSseEvent(EventBroadcaster.NumberedEvent numbered) {
    return SseEmitter.event()
        .id(Long.toString(numbered.number()))
        .name(numbered.event().kind())
        .data(numbered.event(), MediaType.APPLICATION_JSON);
  }
}
