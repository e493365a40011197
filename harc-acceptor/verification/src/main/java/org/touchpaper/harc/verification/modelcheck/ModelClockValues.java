package org.touchpaper.harc.verification.modelcheck;

import java.time.Duration;
import java.time.Instant;
import org.touchpaper.harc.protocol.ProtocolTimeouts;

/**
 * The model's clock has two values, before {@code voteBy} and long after it, and each process may
 * read either at any time: safety must not depend on clocks.
 */
final class ModelClockValues {
  static final Instant EARLY = Instant.parse("2026-12-01T21:00:00Z");
  static final Instant VOTE_BY = EARLY.plusSeconds(1);
  static final Instant LATE = EARLY.plusSeconds(3600);

  /** No timeout is over at {@link #EARLY}, and all are at {@link #LATE}. */
  static final ProtocolTimeouts TIMEOUTS =
      new ProtocolTimeouts(
          Duration.ofMillis(1),
          Duration.ofMillis(1),
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofMillis(1));

  private ModelClockValues() {}
}
