package org.touchpaper.bar.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When a mail is tried again, and when no more. */
class QueuedMailTest {

  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");

  private static QueuedMail mail(Duration lifetime) {
    return new QueuedMail(
        new UUID(0, 1),
        "e-1",
        "anne",
        "anne@ucl.ac.uk",
        "anne",
        "Ended: a film",
        "…",
        NOW,
        NOW.plus(lifetime),
        QueuedMail.State.QUEUED,
        0,
        NOW,
        null);
  }

  @Test
  void anAttemptIsCountedBeforeItIsMadeAndRepeatedAfterAMinuteThenTwiceAsLong() {
    var once = mail(Duration.ofDays(1)).beginAttempt(NOW);
    assertThat(once.attempts()).isEqualTo(1);
    assertThat(once.retryAt()).isEqualTo(NOW.plusSeconds(60));
    var twice = once.fail("no answer").beginAttempt(NOW.plusSeconds(60));
    assertThat(twice.retryAt()).isEqualTo(NOW.plusSeconds(180));
  }

  @Test
  void pausesGrowToAnHourAndItIsGivenUpWhenItExpires() {
    var mail = mail(Duration.ofDays(1));
    var now = NOW;
    while (mail.state() == QueuedMail.State.QUEUED) {
      mail = mail.beginAttempt(now).fail("no answer");
      assertThat(mail.retryAt()).isBeforeOrEqualTo(now.plus(Duration.ofHours(1)));
      now = mail.retryAt();
    }
    assertThat(mail.state()).isEqualTo(QueuedMail.State.GIVEN_UP);
    assertThat(mail.attempts()).isBetween(25, 35);
  }
}
