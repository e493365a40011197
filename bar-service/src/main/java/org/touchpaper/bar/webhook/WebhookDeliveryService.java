package org.touchpaper.bar.webhook;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient.ScheduleOptions;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceException;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.event.BookingEvent;
import org.touchpaper.bar.event.EventFilter;
import org.touchpaper.bar.event.EventLog;
import org.touchpaper.bar.event.EventVisibility;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import tools.jackson.databind.json.JsonMapper;

/**
 * Delivers events. Each active webhook has a row of db-scheduler, so that its events are delivered
 * one after another, in order, and a restart loses none. A failed delivery makes the row due later.
 */
@Component
class WebhookDeliveryService {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookDeliveryService.class);

  private static final TaskDescriptor<Void> TASK = TaskDescriptor.of("webhook-delivery");
  private static final int BATCH = 100;

  /** So many deliveries at once leave the scheduler's other threads to bookings. */
  private static final int AT_ONCE = 32;

  private static final Duration BUSY_PAUSE = Duration.ofSeconds(1);

  /** For events whose wake-up was lost. */
  private static final Duration IDLE_PAUSE = Duration.ofSeconds(30);

  private final WebhookStore store;
  private final WebhookSender sender;
  private final WebhookProperties properties;
  private final EventLog log;
  private final BrokerIdentity identity;
  private final EventVisibility visibility;
  private final OutgoingPeerCallInterceptor outbound;
  private final ObjectProvider<Scheduler> scheduler;
  private final Clock clock;
  private final Semaphore deliveries = new Semaphore(AT_ONCE);
  private final Set<UUID> wokenWhileRunning = ConcurrentHashMap.newKeySet();

  WebhookDeliveryService(
      WebhookStore store,
      WebhookSender sender,
      WebhookProperties properties,
      EventLog log,
      BrokerIdentity identity,
      EventVisibility visibility,
      OutgoingPeerCallInterceptor outbound,
      ObjectProvider<Scheduler> scheduler,
      Clock clock) {
    this.store = store;
    this.sender = sender;
    this.properties = properties;
    this.log = log;
    this.identity = identity;
    this.visibility = visibility;
    this.outbound = outbound;
    this.scheduler = scheduler;
    this.clock = clock;
  }

  Task<Void> task() {
    return Tasks.custom(TASK)
        .onFailure((complete, operations) ->
            operations.reschedule(complete, complete.getTimeDone().plus(IDLE_PAUSE)))
        .onDeadExecutionRevive()
        .execute((task, _) -> {
          var id = UUID.fromString(task.getId());
          wokenWhileRunning.remove(id);
          var next = deliverDue(id);
          return (complete, operations) ->
              next.map(at -> wokenWhileRunning.remove(id) ? clock.instant() : at)
                  .ifPresentOrElse(at -> operations.reschedule(complete, at), operations::remove);
        });
  }

  /** Makes a webhook's row due. */
  void wake(UUID id) {
    wokenWhileRunning.add(id);
    try {
      scheduler
          .getObject()
          .schedule(
              TASK.instance(id.toString()).scheduledTo(clock.instant()),
              ScheduleOptions.WHEN_EXISTS_RESCHEDULE);
      scheduler.getObject().triggerCheckForDueExecutions();
    } catch (TaskInstanceException e) {
      LOG.debug("webhook {} is running: {}", id, e.toString());
    }
  }

  /** Delivers what is due; returns when to run again, empty for never. */
  private Optional<Instant> deliverDue(UUID id) {
    var webhook = store.find(id).filter(Webhook::isActive);
    if (webhook.isEmpty()) {
      return Optional.empty();
    }
    var retryAt = webhook.get().retryAt();
    if (retryAt != null && retryAt.isAfter(clock.instant())) {
      return Optional.of(retryAt);
    }
    if (!deliveries.tryAcquire()) {
      return Optional.of(clock.instant().plus(BUSY_PAUSE));
    }
    try {
      return deliverBatch(webhook.get());
    } finally {
      deliveries.release();
    }
  }

  private Optional<Instant> deliverBatch(Webhook start) {
    var filter = visibility.filterFor(start.owner(), start.booking(), start.types());
    if (filter.isEmpty()) {
      var reason = start.owner() + " is no longer a user of this BAR";
      store.update(start, start.pause(reason, clock.instant()));
      return Optional.empty();
    }
    var batch = log.read(start.position(), BATCH);
    var webhook = batch.isComplete() ? start : start.noteLostEvents();
    for (var event : batch.events()) {
      if (filter.get().test(event)) {
        var before = webhook;
        webhook = deliver(webhook, event);
        if (!store.update(before, webhook)) {
          return Optional.empty();
        }
        if (webhook.isFailing()) {
          return Optional.ofNullable(webhook.retryAt());
        }
      }
    }
    if (!batch.events().isEmpty() && !store.update(webhook, webhook.moveTo(batch.next()))) {
      return Optional.empty();
    }
    return Optional.of(batch.isPartial() ? clock.instant() : clock.instant().plus(IDLE_PAUSE));
  }

  private Webhook deliver(Webhook webhook, BookingEvent event) {
    return switch (send(webhook, event)) {
      case WebhookSender.DeliveryResult.Delivered _ ->
          webhook.deliver(event.position(), clock.instant());
      case WebhookSender.DeliveryResult.Failed(var reason) -> {
        LOG.info("webhook={} event={} not delivered: {}", webhook.id(), event.eventId(), reason);
        yield webhook.fail(reason, properties.giveUpAfter(), clock.instant());
      }
    };
  }

  /** Posts an event that is in no log. */
  WebhookSender.DeliveryResult sendTest(Webhook webhook, String id) {
    return send(
        webhook,
        id,
        JsonMapper.shared()
            .writeValueAsString(
                Map.of(
                    "specversion",
                    "1.0",
                    "type",
                    "org.touchpaper.webhook.test",
                    "source",
                    identity.url(),
                    "id",
                    id,
                    "time",
                    clock.instant())));
  }

  private WebhookSender.DeliveryResult send(Webhook webhook, BookingEvent event) {
    return send(webhook, event.eventId(), event.toJson(identity.url()));
  }

  private WebhookSender.DeliveryResult send(Webhook webhook, String id, String body) {
    try {
      return outbound.send(
          "webhook", () -> sender.send(webhook, id, clock.instant().getEpochSecond(), body));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      return new WebhookSender.DeliveryResult.Failed(e.toString());
    }
  }

  /** Wakes the webhooks that are to receive one of these events. */
  void wakeFor(List<BookingEvent> events, List<Webhook> webhooks) {
    webhooks.stream()
        .filter(webhook -> {
          var filter = new EventFilter(null, webhook.booking(), webhook.types());
          return events.stream().anyMatch(filter);
        })
        .forEach(webhook -> wake(webhook.id()));
  }
}
