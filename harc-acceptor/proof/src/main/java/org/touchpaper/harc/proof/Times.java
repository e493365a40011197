package org.touchpaper.harc.proof;

import java.time.Duration;
import java.time.Instant;
import org.touchpaper.harc.commit.Timing;

/**
 * Time in the explorer has two instants, before {@code voteBy} and long after, and every process
 * may think it is either whenever it looks: safety must not depend on clocks.
 */
final class Times {
  static final Instant EARLY = Instant.parse("2026-12-01T21:00:00Z");
  static final Instant VOTE_BY = EARLY.plusSeconds(1);
  static final Instant LATE = EARLY.plusSeconds(3600);

  /** What has to be waited for is never due at once, and always due when it is late. */
  static final Timing TIMING =
      new Timing(
          Duration.ofMillis(1),
          Duration.ofMillis(1),
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofMillis(1));

  private Times() {}
}
