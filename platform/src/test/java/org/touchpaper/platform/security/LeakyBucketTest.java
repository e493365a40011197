package org.touchpaper.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeakyBucketTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private static LeakyBucket with(int events) {
    var bucket = LeakyBucket.empty(3, Duration.ofMinutes(15));
    for (var i = 0; i < events; i++) {
      bucket = bucket.plusOne(NOON);
    }
    return bucket;
  }

  @Test
  void hasRoomUpToItsLimit() {
    assertThat(with(0).waitAt(NOON)).isZero();
    assertThat(with(2).waitAt(NOON)).isZero();
    assertThat(with(3).waitAt(NOON)).isEqualTo(Duration.ofMinutes(5));
    assertThat(with(4).waitAt(NOON)).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void drainsAtAConstantRate() {
    assertThat(with(3).waitAt(NOON.plusSeconds(299))).isEqualTo(Duration.ofSeconds(1));
    assertThat(with(3).waitAt(NOON.plusSeconds(300))).isZero();
    var onceMore = with(3).plusOne(NOON.plusSeconds(300));
    assertThat(onceMore.waitAt(NOON.plusSeconds(300))).isEqualTo(Duration.ofMinutes(5));
    var tomorrow = NOON.plus(Duration.ofDays(1));
    assertThat(with(3).plusOne(tomorrow).plusOne(tomorrow).waitAt(tomorrow)).isZero();
  }

  @Test
  void aClockThatIsSetBackDrainsNothing() {
    assertThat(with(3).waitAt(NOON.minusSeconds(3600))).isEqualTo(Duration.ofMinutes(5));
  }
}
