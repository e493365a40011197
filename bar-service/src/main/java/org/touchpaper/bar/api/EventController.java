package org.touchpaper.bar.api;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.event.EventListener;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.touchpaper.bar.coallocation.BookingChanged;
import org.touchpaper.bar.coordination.ReservationChanged;
import org.touchpaper.platform.problem.InvalidRequest;

/** Tells watchers of every change of what they may see, as server-sent events. */
@RestController
class EventController implements DisposableBean {

  /** A browser comes back by itself; so no watcher is kept for ever. */
  private static final long LONGEST_MS = 30 * 60 * 1000L;

  private final Persons persons;
  private final Watchers watchers;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  EventController(Persons persons, Watchers watchers) {
    this.persons = persons;
    this.watchers = watchers;
  }

  @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter watch(
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastSeen,
      Authentication login) {
    var person = persons.of(login);
    var watcher = watchers.join(event -> persons.sees(person, event.owner()), number(lastSeen));
    var emitter = new SseEmitter(LONGEST_MS);
    emitter.onTimeout(emitter::complete);
    emitter.onCompletion(() -> watchers.leave(watcher));
    threads.execute(() -> follow(watcher, emitter));
    return emitter;
  }

  private static long number(@Nullable String lastSeen) {
    try {
      return lastSeen == null ? Watchers.NOTHING : Long.parseLong(lastSeen);
    } catch (NumberFormatException _) {
      throw InvalidRequest.malformed(
          "Last-Event-ID", "an-id-of-ours", "Last-Event-ID is the id of an event seen here");
    }
  }

  private void follow(Watcher watcher, SseEmitter emitter) {
    try {
      watcher.follow(emitter);
      emitter.complete();
    } catch (IOException | IllegalStateException e) {
      emitter.completeWithError(e); // nobody listens any more
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      emitter.complete();
    } finally {
      watchers.leave(watcher);
    }
  }

  @TransactionalEventListener(fallbackExecution = true)
  void tell(BookingChanged change) {
    watchers.tell(
        new Event(
            "co-allocation",
            change.owner(),
            change.id(),
            change.state().name(),
            change.at(),
            change.reason()));
  }

  /** Told once it is durable. */
  @EventListener
  void tell(ReservationChanged change) {
    watchers.tell(
        new Event(
            "reservation",
            change.owner(),
            change.connection().value(),
            change.phase().name(),
            change.at(),
            change.reason()));
  }

  @Override
  public void destroy() {
    threads.shutdownNow();
  }
}
