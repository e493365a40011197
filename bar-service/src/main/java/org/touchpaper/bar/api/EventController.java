package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.touchpaper.bar.coallocation.BookingChanged;
import org.touchpaper.segment.connection.Requester.Person;

/** Tells watchers of every change of what they may see, as server-sent events. */
@RestController
class EventController {

  /** A browser comes back by itself; so no watcher is kept for ever. */
  private static final long LONGEST_MS = 30 * 60 * 1000L;

  private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
  private final Persons persons;

  EventController(Persons persons) {
    this.persons = persons;
  }

  private record Watcher(Person person, SseEmitter emitter) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Event(UUID id, String state, Instant at, @Nullable String reason) {}

  @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter watch(Authentication login) throws IOException {
    var emitter = new SseEmitter(LONGEST_MS);
    var watcher = new Watcher(persons.of(login), emitter);
    emitter.onCompletion(() -> watchers.remove(watcher));
    emitter.onTimeout(emitter::complete);
    emitter.onError(_ -> watchers.remove(watcher));
    watchers.add(watcher);
    emitter.send(SseEmitter.event().comment("watching"));
    return emitter;
  }

  @TransactionalEventListener(fallbackExecution = true)
  void tell(BookingChanged change) {
    var event = new Event(change.id(), change.state().name(), change.at(), change.reason());
    watchers.stream()
        .filter(watcher -> persons.sees(watcher.person(), change.owner()))
        .forEach(watcher -> send(watcher, event));
  }

  private void send(Watcher watcher, Event event) {
    try {
      watcher
          .emitter()
          .send(SseEmitter.event().name("co-allocation").data(event, MediaType.APPLICATION_JSON));
    } catch (IOException | IllegalStateException e) {
      watchers.remove(watcher);
    }
  }
}
