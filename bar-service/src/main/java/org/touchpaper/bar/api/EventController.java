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
import org.touchpaper.bar.aggregator.ReservationChanged;
import org.touchpaper.bar.coallocation.transaction.CoAllocationChanged;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Streams the changes that a user may see, as server-sent events. */
@RestController
class EventController implements DisposableBean {

  /** A connection's lifetime; browsers reconnect by themselves. */
  private static final long MAX_CONNECTION_MS = 30 * 60 * 1000L;

  private final CurrentUser currentUser;
  private final EventBroadcaster broadcaster;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  EventController(CurrentUser currentUser, EventBroadcaster broadcaster) {
    this.currentUser = currentUser;
    this.broadcaster = broadcaster;
  }

  @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter subscribe(
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastSeen,
      Authentication login) {
    var person = currentUser.personOf(login);
    var subscriber =
        broadcaster.subscribe(
            event -> currentUser.canSee(person, event.owner()), parseEventId(lastSeen));
    var emitter = new SseEmitter(MAX_CONNECTION_MS);
    emitter.onTimeout(emitter::complete);
    emitter.onCompletion(() -> broadcaster.unsubscribe(subscriber));
    threads.execute(() -> relay(subscriber, emitter));
    return emitter;
  }

  private static long parseEventId(@Nullable String lastSeen) {
    try {
      return lastSeen == null ? EventBroadcaster.NO_REPLAY : Long.parseLong(lastSeen);
    } catch (NumberFormatException _) {
      throw InvalidRequestException.malformed(
          "Last-Event-ID",
          "an-id-of-ours",
          "Last-Event-ID must be the id of an event from this broker");
    }
  }

  private void relay(EventSubscriber subscriber, SseEmitter emitter) {
    try {
      subscriber.sendTo(emitter);
      emitter.complete();
    } catch (IOException | IllegalStateException e) {
      emitter.completeWithError(e); // the client has disconnected
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      emitter.complete();
    } finally {
      broadcaster.unsubscribe(subscriber);
    }
  }

  @TransactionalEventListener(fallbackExecution = true)
  void onChange(CoAllocationChanged change) {
    broadcaster.publish(
        new ChangeEvent(
            "co-allocation",
            change.owner(),
            change.id(),
            change.state().name(),
            change.at(),
            change.reason()));
  }

  /** Published after the commit. */
  @EventListener
  void onChange(ReservationChanged change) {
    broadcaster.publish(
        new ChangeEvent(
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
