package org.touchpaper.bar.api;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** One who watches: what it may see waits here until its connection takes it. */
final class Watcher {

  /** Keeps proxies from closing a quiet connection, and finds out that nobody listens any more. */
  private static final Duration QUIET = Duration.ofSeconds(15);

  private static final int BEHIND = 1000;

  private final Predicate<Event> sees;
  private final BlockingQueue<Watchers.Told> waiting = new LinkedBlockingQueue<>(BEHIND);
  private volatile boolean lost;

  Watcher(Predicate<Event> sees) {
    this.sees = sees;
  }

  /** False if it has fallen too far behind. */
  boolean offer(Watchers.Told told) {
    if (sees.test(told.event()) && !waiting.offer(told)) {
      lost = true;
    }
    return !lost;
  }

  /** Sends what comes, until the connection breaks or the watcher is lost. */
  void follow(SseEmitter connection) throws IOException, InterruptedException {
    connection.send(SseEmitter.event().comment("watching"));
    while (!lost) {
      var told = waiting.poll(QUIET.toSeconds(), TimeUnit.SECONDS);
      connection.send(told == null ? SseEmitter.event().comment("quiet") : event(told));
    }
  }

  private static SseEmitter.SseEventBuilder event(Watchers.Told told) {
    return SseEmitter.event()
        .id(Long.toString(told.number()))
        .name(told.event().kind())
        .data(told.event(), MediaType.APPLICATION_JSON);
  }
}
