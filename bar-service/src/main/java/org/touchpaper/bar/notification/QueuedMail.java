package org.touchpaper.bar.notification;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A mail for one event and one recipient.
 *
 * @param id also names the message, so that a repeat after a crash has the same Message-ID
 * @param eventId with the recipient, unique
 * @param recipient the user
 * @param bookingOwner whose bookings the recipient must be allowed to see when it is sent
 * @param expiresAt no attempt is made at or after this instant
 * @param attempts how many were begun
 * @param retryAt no attempt is made before
 */
public record QueuedMail(
    UUID id,
    String eventId,
    String recipient,
    String address,
    String bookingOwner,
    String subject,
    String text,
    Instant createdAt,
    Instant expiresAt,
    State state,
    int attempts,
    Instant retryAt,
    @Nullable String lastFailure) {

  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 10;

  /** Whether it is to be sent. */
  public enum State {
    QUEUED,
    SENT,
    GIVEN_UP
  }

  /**
   * Counts an attempt before it is made; if the service dies meanwhile, the next one is made after
   * a minute, then after twice as long, up to an hour.
   */
  QueuedMail beginAttempt(Instant now) {
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(MAX_DOUBLINGS, attempts));
    var next = now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    return with(State.QUEUED, attempts + 1, next, lastFailure);
  }

  QueuedMail markSent() {
    return with(State.SENT, attempts, retryAt, null);
  }

  /** Gives it up if no further attempt is due before it expires. */
  QueuedMail fail(String reason) {
    return with(
        retryAt.isBefore(expiresAt) ? State.QUEUED : State.GIVEN_UP, attempts, retryAt, reason);
  }

  QueuedMail giveUp(String reason) {
    return with(State.GIVEN_UP, attempts, retryAt, reason);
  }

  boolean isExpired(Instant now) {
    return !now.isBefore(expiresAt);
  }

  private QueuedMail with(State newState, int begun, Instant next, @Nullable String failure) {
    return new QueuedMail(
        id,
        eventId,
        recipient,
        address,
        bookingOwner,
        subject,
        text,
        createdAt,
        expiresAt,
        newState,
        begun,
        next,
        failure);
  }
}
