package org.touchpaper.bar.webhook;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.event.EventLog;
import org.touchpaper.bar.event.EventType;
import org.touchpaper.bar.event.RecentEvents;
import org.touchpaper.platform.time.TimeOrderedIds;

/** Creates, lists, pauses, resumes and deletes webhooks, and follows events for the active ones. */
@Service
public class WebhookService implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookService.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MAX_URL_LENGTH = 2000;

  private final WebhookStore store;
  private final WebhookSender sender;
  private final WebhookDeliveryService delivery;
  private final WebhookProperties properties;
  private final EventLog log;
  private final RecentEvents recent;
  private final TransactionTemplate transactions;
  private final TimeOrderedIds ids;
  private final Clock clock;

  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile List<Webhook> active = List.of();
  private @Nullable Thread follower; // guarded by this

  WebhookService(
      WebhookStore store,
      WebhookSender sender,
      WebhookDeliveryService delivery,
      WebhookProperties properties,
      EventLog log,
      RecentEvents recent,
      PlatformTransactionManager transactions,
      TimeOrderedIds ids,
      Clock clock) {
    this.store = store;
    this.sender = sender;
    this.delivery = delivery;
    this.properties = properties;
    this.log = log;
    this.recent = recent;
    this.transactions = new TransactionTemplate(transactions);
    this.ids = ids;
    this.clock = clock;
  }

  /** The result of a request to create a webhook. */
  public sealed interface CreateResult {
    record Created(Webhook webhook) implements CreateResult {}

    /** The URL cannot be used. */
    record BadUrl(String reason) implements CreateResult {}

    record TooMany(int limit) implements CreateResult {}
  }

  /** Creates a webhook that receives events from now on. */
  public CreateResult create(String owner, URI url, Set<EventType> types, @Nullable UUID booking) {
    var problem = findProblem(url);
    if (problem.isPresent()) {
      return new CreateResult.BadUrl(problem.get());
    }
    var webhook =
        new Webhook(
            ids.next(),
            owner,
            url,
            types,
            booking,
            WebhookSignature.newSecret(),
            clock.instant(),
            Webhook.State.ACTIVE,
            log.end(),
            0,
            null,
            null,
            null,
            null);
    var isCreated =
        Boolean.TRUE.equals(
            transactions.execute(_ -> {
              store.lockOwner(owner);
              var hasRoom = store.listByOwner(owner).size() < properties.perUser();
              if (hasRoom) {
                store.insert(webhook);
                delivery.wake(webhook.id());
              }
              return hasRoom;
            }));
    followActive();
    return isCreated
        ? new CreateResult.Created(webhook)
        : new CreateResult.TooMany(properties.perUser());
  }

  private Optional<String> findProblem(URI url) {
    var scheme = String.valueOf(url.getScheme());
    if (properties.requireHttps() && !scheme.equals("https")) {
      return Optional.of("url must begin with https://");
    }
    if (!scheme.equals("https") && !scheme.equals("http")) {
      return Optional.of("url must begin with https:// or http://");
    }
    if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
      return Optional.of("url must have a host, and neither a user nor a fragment");
    }
    if (url.toString().length() > MAX_URL_LENGTH) {
      return Optional.of("url must have at most " + MAX_URL_LENGTH + " characters");
    }
    return sender.findObstacles(url).findFirst();
  }

  public List<Webhook> list(String owner) {
    return store.listByOwner(owner);
  }

  public Optional<Webhook> find(String owner, UUID id) {
    return store.find(id).filter(webhook -> webhook.owner().equals(owner));
  }

  /** Pauses a webhook, or resumes it at once after the last event that was delivered. */
  public Optional<Webhook> become(String owner, UUID id, Webhook.State state) {
    if (find(owner, id).isEmpty()) {
      return Optional.empty();
    }
    switch (state) {
      case PAUSED -> store.pause(id);
      case ACTIVE -> {
        store.resume(id);
        delivery.wake(id);
      }
    }
    followActive();
    return find(owner, id);
  }

  /** The result of a test of a webhook. */
  public sealed interface TestResult {
    record Delivered() implements TestResult {}

    record Failed(String reason) implements TestResult {}
  }

  /**
   * Posts a signed event of the type {@code org.touchpaper.webhook.test} at once, and only once. It
   * changes nothing of the webhook.
   */
  public Optional<TestResult> test(String owner, UUID id) {
    return find(owner, id)
        .map(webhook ->
            switch (delivery.sendTest(webhook, "test-" + ids.next())) {
              case WebhookSender.DeliveryResult.Delivered _ -> new TestResult.Delivered();
              case WebhookSender.DeliveryResult.Failed(var reason) -> new TestResult.Failed(reason);
            });
  }

  /** Deletes a webhook; returns it as it was. */
  public Optional<Webhook> delete(String owner, UUID id) {
    var deleted = find(owner, id).filter(webhook -> store.delete(webhook.id()));
    followActive();
    return deleted;
  }

  @EventListener(ApplicationReadyEvent.class)
  void resumeAfterStart() {
    store.resetPositionsAfter(log.end());
    followActive();
    active.forEach(webhook -> delivery.wake(webhook.id()));
  }

  /** Follows the log in a thread as long as there is an active webhook. */
  private synchronized void followActive() {
    active = store.listActive();
    if (!active.isEmpty() && (follower == null || !follower.isAlive())) {
      follower = Thread.ofVirtual().name("webhooks").start(this::follow);
    }
  }

  private void follow() {
    try {
      while (!active.isEmpty() && !closed.await(0, TimeUnit.SECONDS)) {
        followUntilFailure();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void followUntilFailure() throws InterruptedException {
    try (var reader = recent.readAfter(log.end())) {
      while (!active.isEmpty()) {
        delivery.wakeFor(reader.next(PATIENCE), active);
      }
    } catch (RuntimeException e) {
      LOG.warn("webhooks are delivered with delay: {}", e.toString());
      var _ = closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  @Override
  public synchronized void destroy() {
    closed.countDown();
    if (follower != null) {
      follower.interrupt();
    }
  }
}
