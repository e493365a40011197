package org.touchpaper.bar.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.event.EventPosition;

/** When a delivery is tried again, and when no more. */
class WebhookTest {

  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Webhook WEBHOOK = webhook(URI.create("https://hooks.example/"));

  static Webhook webhook(URI url) {
    return new Webhook(
        new UUID(0, 1),
        "anne",
        url,
        Set.of(),
        null,
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        NOW,
        Webhook.State.ACTIVE,
        new EventPosition(1, 0),
        0,
        null,
        null,
        null,
        null);
  }

  @Test
  void aFailureIsRetriedAfterFiveSecondsThenTwiceAsLong() {
    var once = WEBHOOK.fail("status 500", DAY, NOW);
    assertThat(once.retryAt()).isEqualTo(NOW.plusSeconds(5));
    assertThat(once.position()).isEqualTo(WEBHOOK.position());
    var twice = once.fail("status 500", DAY, NOW.plusSeconds(5));
    assertThat(twice.retryAt()).isEqualTo(NOW.plusSeconds(15));
    assertThat(twice.failingSince()).isEqualTo(NOW);
  }

  @Test
  void pausesGrowToAnHour() {
    var failing = WEBHOOK;
    for (var i = 0; i < 40; i++) {
      failing = failing.fail("status 500", DAY, NOW);
    }
    assertThat(failing.retryAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
  }

  @Test
  void itIsPausedAfterADayOfFailures() {
    var failing = WEBHOOK;
    var now = NOW;
    while (failing.isActive()) {
      failing = failing.fail("status 500", DAY, now);
      now = failing.isActive() ? Objects.requireNonNull(failing.retryAt()) : now;
    }
    assertThat(now).isBetween(NOW.plus(DAY), NOW.plus(DAY).plus(Duration.ofHours(1)));
    assertThat(failing.failingSince()).isEqualTo(NOW);
    assertThat(failing.failures()).isBetween(30, 40);
  }

  @Test
  void aDeliveryEndsTheFailures() {
    var delivered =
        WEBHOOK.fail("status 500", DAY, NOW).deliver(new EventPosition(2, 1), NOW.plusSeconds(5));
    assertThat(delivered.failures()).isZero();
    assertThat(delivered.lastFailure()).isNull();
    assertThat(delivered.retryAt()).isNull();
    assertThat(delivered.position()).isEqualTo(new EventPosition(2, 1));
  }

  @Test
  void itsTextDoesNotContainTheSecret() {
    assertThat(WEBHOOK.toString()).doesNotContain("whsec_");
  }
}
