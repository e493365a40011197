package org.touchpaper.segment.provider;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.PermittedRange;

/**
 * How patient a segment is, under {@code touchpaper.segment}.
 *
 * @param askAfter how long a hold may stay undecided before its holder is asked; 1 s to 1 h
 * @param askEvery how often it is asked after that; 1 s to 1 h
 * @param auditEvery how often circuits that are up are read back; 1 s to 1 day
 * @param lookForUnbookedEvery how often elements are searched for what bears our names and is in no
 *     books; 1 s to 30 days
 * @param inDoubtFor how long an element may still carry out what it was sent when its answer did
 *     not come, its session broke, or we died: until then nothing that is read proves anything, and
 *     nothing is set up; what reads as ours and shall be down is taken down at once, unless it was
 *     told to already, and looked for again afterwards; 0 s where there are no elements, else as
 *     long as a command may be answered ({@link #checkOutlasts}), to 1 h
 * @param missingFor how long something must be missing, at two readings or more and in one session
 *     with its element, before it counts as taken away by somebody's will, and its circuit is given
 *     up; until then the circuit is impaired; 0 s, which gives it up at the first reading, to 30
 *     days
 * @param retryAtMost the longest pause between two attempts of anything; 200 ms, which is the
 *     first, to 1 h
 */
@ConfigurationProperties("touchpaper.segment")
public record SegmentProperties(
    @DefaultValue("5s") Duration askAfter,
    @DefaultValue("5s") Duration askEvery,
    @DefaultValue("30s") Duration auditEvery,
    @DefaultValue("10m") Duration lookForUnbookedEvery,
    @DefaultValue("60s") Duration inDoubtFor,
    @DefaultValue("60s") Duration missingFor,
    @DefaultValue("30s") Duration retryAtMost) {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  public SegmentProperties {
    check("ask-after", SECOND, askAfter, HOUR);
    check("ask-every", SECOND, askEvery, HOUR);
    check("audit-every", SECOND, auditEvery, DAY);
    check("look-for-unbooked-every", SECOND, lookForUnbookedEvery, MONTH);
    check("in-doubt-for", Duration.ZERO, inDoubtFor, HOUR);
    check("missing-for", Duration.ZERO, missingFor, MONTH);
    check("retry-at-most", FIRST_PAUSE, retryAtMost, HOUR);
  }

  /**
   * What is answered at the very last moment was carried out until then, too.
   *
   * @param answer how long a command to an element may take to be answered; six times {@code
   *     touchpaper.element-timeout}
   * @throws IllegalArgumentException if a command could have an effect after it counts as settled
   */
  public void checkOutlasts(Duration answer) {
    try {
      check("in-doubt-for", answer, inDoubtFor, HOUR);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage()
              + ", for a command may be answered so late: 6 x touchpaper.element-timeout",
          e);
    }
  }

  private static void check(String name, Duration least, Duration value, Duration most) {
    new PermittedRange<>(least, most).check("touchpaper.segment." + name, value);
  }

  /** The pause before another attempt: a fifth of a second, then twice as long each time. */
  Duration pauseAfter(int attempts) {
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(Math.max(attempts - 1, 0), 16));
    return pause.compareTo(retryAtMost) < 0 ? pause : retryAtMost;
  }

  /** Before another attempt that interrupts what runs: a minute, then twice as long, to an hour. */
  static Duration pauseBeforeChange(int attempts) {
    return Duration.ofMinutes(Math.min(1L << Math.min(Math.max(attempts - 1, 0), 6), 60));
  }
}
