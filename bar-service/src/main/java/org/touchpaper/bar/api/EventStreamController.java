package org.touchpaper.bar.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.event.BookingEvent;
import org.touchpaper.bar.event.EventFilter;
import org.touchpaper.bar.event.EventLog;
import org.touchpaper.bar.event.EventPosition;
import org.touchpaper.bar.event.EventType;
import org.touchpaper.bar.event.RecentEvents;
import org.touchpaper.bar.loadlimit.CurrentCallerType;
import org.touchpaper.bar.loadlimit.EventStreamQuota;
import org.touchpaper.platform.SettingValueRange;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.platform.security.RevocableAuthentication;

/** Streams the events that a user may see, as server-sent events. */
@RestController
class EventStreamController implements DisposableBean {

  /** A connection's lifetime; clients reconnect and resume. */
  private static final long MAX_CONNECTION_MS = 30 * 60 * 1000L;

  /** Common proxies close a connection that is idle for a minute. */
  private static final SettingValueRange<Duration> HEARTBEAT_RANGE =
      new SettingValueRange<>(Duration.ofMillis(100), Duration.ofMinutes(1));

  private static final MediaType JSON_LINE =
      new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

  private final CurrentUserPermissionService currentUserPermissionService;
  private final EventLog log;
  private final RecentEvents recent;
  private final BrokerIdentity identity;
  private final EventStreamQuota quota;

  /** Keeps proxies from closing an idle connection, and detects disconnected clients. */
  private final Duration heartbeat;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  EventStreamController(
      CurrentUserPermissionService currentUserPermissionService,
      EventLog log,
      RecentEvents recent,
      BrokerIdentity identity,
      EventStreamQuota quota,
      @Value("${touchpaper.bar.events.heartbeat:15s}") Duration heartbeat) {
    HEARTBEAT_RANGE.check("touchpaper.bar.events.heartbeat", heartbeat);
    this.currentUserPermissionService = currentUserPermissionService;
    this.log = log;
    this.recent = recent;
    this.identity = identity;
    this.quota = quota;
    this.heartbeat = heartbeat;
  }

  /** The header of a client that reconnects takes precedence over the parameter of its address. */
  @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter subscribe(
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastSeen,
      @RequestParam(required = false) @Nullable String lastEventId,
      @RequestParam(required = false) @Nullable UUID bookingId,
      @RequestParam(defaultValue = "") List<String> type,
      Authentication login) {
    var owner =
        currentUserPermissionService.ownerFilterFor(currentUserPermissionService.personOf(login));
    var types = type.stream().map(EventStreamController::parseType).collect(Collectors.toSet());
    var filter = new EventFilter(owner, bookingId, types);
    var start =
        Optional.ofNullable(lastSeen)
            .map(id -> parsePosition("Last-Event-ID", id))
            .or(() -> Optional.ofNullable(lastEventId).map(id -> parsePosition("lastEventId", id)))
            .orElseGet(log::end);
    var emitter = new SseEmitter(MAX_CONNECTION_MS);
    emitter.onTimeout(emitter::complete);
    requireAdmission(quota.open(login.getName()));
    threads.execute(() -> relay(login, start, filter, emitter));
    return emitter;
  }

  private static void requireAdmission(EventStreamQuota.Admission admission) {
    switch (admission) {
      case ADMITTED -> {}
      case TOO_MANY_OF_USER -> throw ApiProblems.tooManyStreams(EventStreamQuota.MAX_OF_USER);
      case TOO_MANY -> throw ApiProblems.tooManyStreamsOfAll();
    }
  }

  static EventType parseType(String text) {
    return EventType.find(text)
        .orElseThrow(() ->
            InvalidRequestException.malformed(
                "type",
                "known-type",
                "type must be one of "
                    + String.join(", ", Stream.of(EventType.values()).map(EventType::text).toList())
                    + ", not "
                    + text));
  }

  private EventPosition parsePosition(String field, String id) {
    return switch (log.find(id)) {
      case EventLog.ResumeResult.Found(var position) -> position;
      case EventLog.ResumeResult.Lost(var reason) -> throw ApiProblems.gone(reason);
      case EventLog.ResumeResult.Malformed _ ->
          throw InvalidRequestException.malformed(
              field, "an-id-of-ours", field + " must be the id of an event from this broker");
    };
  }

  /** Works for a user: peers' connections to the database are not for subscribers. */
  void relay(Authentication login, EventPosition start, EventFilter filter, SseEmitter emitter) {
    CurrentCallerType.PERSON.enter();
    try (var reader = recent.readAfter(start)) {
      emitter.send(heartbeat("watching", start));
      var lastSentAt = System.nanoTime();
      var lastCheckedAt = lastSentAt;
      while (!reader.hasLostEvents()) {
        var patience = heartbeat.minusNanos(System.nanoTime() - lastSentAt);
        var events = reader.next(patience).stream().filter(filter).toList();
        if (System.nanoTime() - lastCheckedAt >= heartbeat.toNanos()) {
          if (login instanceof RevocableAuthentication revocable && revocable.hasEnded()) {
            break; // the client learns it when it resumes
          }
          lastCheckedAt = System.nanoTime();
        }
        for (var event : events) {
          emitter.send(toSseEvent(event));
        }
        var isQuiet = System.nanoTime() - lastSentAt >= heartbeat.toNanos();
        if (events.isEmpty() && isQuiet) {
          emitter.send(heartbeat("quiet", reader.position()));
        }
        lastSentAt = events.isEmpty() && !isQuiet ? lastSentAt : System.nanoTime();
      }
      emitter.complete(); // also if the client was too slow; it learns it when it resumes
    } catch (IOException | RuntimeException e) {
      emitter.completeWithError(e); // the client has disconnected
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the service stops
    } finally {
      CurrentCallerType.leave();
      quota.close(login.getName());
    }
  }

  /** Its id lets a client that received no event resume. */
  private SseEmitter.SseEventBuilder heartbeat(String comment, EventPosition position) {
    return SseEmitter.event().comment(comment).id(log.id(position));
  }

  private SseEmitter.SseEventBuilder toSseEvent(BookingEvent event) {
    return SseEmitter.event()
        .id(event.eventId())
        .name(event.kind().text())
        .data(event.toJson(identity.url()), JSON_LINE);
  }

  @Override
  public void destroy() {
    threads.shutdownNow();
  }
}
