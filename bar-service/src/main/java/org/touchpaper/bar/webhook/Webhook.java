package org.touchpaper.bar.webhook;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.event.EventPosition;
import org.touchpaper.bar.event.EventType;

/**
 * An address to which a user's events are posted.
 *
 * @param types empty for all
 * @param booking the only booking; null for all that the owner may see
 * @param secret the key of the signatures; never shown after the creation
 * @param position the last event that was delivered or passed over
 * @param failures how many attempts failed since the last delivery
 * @param lastFailure why; null after a delivery
 * @param retryAt no attempt is made before; null unless the last one failed
 */
public record Webhook(
    UUID id,
    String owner,
    URI url,
    Set<EventType> types,
    @Nullable UUID booking,
    String secret,
    Instant createdAt,
    State state,
    EventPosition position,
    int failures,
    @Nullable String lastFailure,
    @Nullable Instant failingSince,
    @Nullable Instant retryAt,
    @Nullable Instant lastDeliveryAt) {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 20;

  public Webhook {
    types = Set.copyOf(types);
  }

  /** Whether events are delivered. */
  public enum State {
    ACTIVE,
    /** By its owner, or because deliveries failed for long. */
    PAUSED
  }

  boolean isActive() {
    return state == State.ACTIVE;
  }

  boolean isFailing() {
    return failures > 0;
  }

  Webhook deliver(EventPosition event, Instant now) {
    return with(state, event, 0, null, null, null, now);
  }

  /** Passes over events that it is not to receive. */
  Webhook moveTo(EventPosition next) {
    return with(state, next, failures, lastFailure, failingSince, retryAt, lastDeliveryAt);
  }

  /**
   * Counts a failed attempt; the next one is made after 5 s, then twice as long, up to an hour.
   * Pauses it if attempts have failed for too long.
   */
  Webhook fail(String reason, Duration giveUpAfter, Instant now) {
    var since = failingSince == null ? now : failingSince;
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(MAX_DOUBLINGS, failures));
    var next = now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    var isOver = !since.plus(giveUpAfter).isAfter(now);
    return with(
        isOver ? State.PAUSED : state,
        position,
        failures + 1,
        reason,
        since,
        isOver ? null : next,
        lastDeliveryAt);
  }

  Webhook pause(String reason, Instant now) {
    var since = failingSince == null ? now : failingSince;
    return with(State.PAUSED, position, failures, reason, since, null, lastDeliveryAt);
  }

  /** Notes that events were deleted before they could be delivered. */
  Webhook noteLostEvents() {
    var note = "events were no longer stored when it was resumed; read the bookings";
    return with(state, position, failures, note, failingSince, retryAt, lastDeliveryAt);
  }

  private Webhook with(
      State newState,
      EventPosition newPosition,
      int newFailures,
      @Nullable String failure,
      @Nullable Instant since,
      @Nullable Instant nextAttempt,
      @Nullable Instant deliveredAt) {
    return new Webhook(
        id,
        owner,
        url,
        types,
        booking,
        secret,
        createdAt,
        newState,
        newPosition,
        newFailures,
        failure,
        since,
        nextAttempt,
        deliveredAt);
  }

  @Override
  public String toString() {
    return "Webhook[" + id + " of " + owner + ", " + state + "]";
  }
}
