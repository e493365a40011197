package org.touchpaper.segment.reservation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.SettingValueRange;
import org.touchpaper.segment.connection.Criteria;

/**
 * The timing of a segment, under {@code touchpaper.segment}.
 *
 * <p>Until {@code uncertainEffectTimeout} has passed, readings of the element prove nothing. Items
 * to be removed that read as ours are deleted at once, unless a delete is already uncertain, and
 * read again afterwards. Without elements the timeout may be 0 s ({@link
 * #checkUncertainEffectTimeout}).
 *
 * @param holdQueryDelay how long a hold may stay undecided before its holder is queried, less near
 *     its start; 1 s to 1 h
 * @param holdQueryInterval pause between further queries, less near the start; 1 s to 1 h
 * @param auditInterval how often active circuits are read back; 1 s to 1 day
 * @param orphanScanInterval how often elements are searched for items that have our names and are
 *     not booked; 1 s to 30 days
 * @param uncertainEffectTimeout how long an element may still carry out a command whose answer was
 *     lost; nothing is set up there until then. At least the longest time to answer; to 1 h
 * @param missingItemGrace how long an item must be missing, in two readings and one session, before
 *     its circuit is abandoned; until then the circuit is impaired; 0 s to 30 days
 * @param maxRetryDelay the longest pause between two attempts; 200 ms, which is the first pause, to
 *     1 h
 * @param trafficInterval how often the traffic counters of elements with active circuits are read;
 *     1 min to 1 h, or 0 s: never
 * @param trafficRetention how long the traffic of each minute is kept; 1 h to 30 days
 */
@ConfigurationProperties("touchpaper.segment")
public record SegmentProperties(
    @DefaultValue("5s") Duration holdQueryDelay,
    @DefaultValue("5s") Duration holdQueryInterval,
    @DefaultValue("30s") Duration auditInterval,
    @DefaultValue("10m") Duration orphanScanInterval,
    @DefaultValue("60s") Duration uncertainEffectTimeout,
    @DefaultValue("60s") Duration missingItemGrace,
    @DefaultValue("30s") Duration maxRetryDelay,
    @DefaultValue("1m") Duration trafficInterval,
    @DefaultValue("7d") Duration trafficRetention) {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Duration FIRST_RETRY_DELAY = Duration.ofMillis(200);

  public SegmentProperties {
    check("hold-query-delay", SECOND, holdQueryDelay, HOUR);
    check("hold-query-interval", SECOND, holdQueryInterval, HOUR);
    check("audit-interval", SECOND, auditInterval, DAY);
    check("orphan-scan-interval", SECOND, orphanScanInterval, MONTH);
    check("uncertain-effect-timeout", Duration.ZERO, uncertainEffectTimeout, HOUR);
    check("missing-item-grace", Duration.ZERO, missingItemGrace, MONTH);
    check("max-retry-delay", FIRST_RETRY_DELAY, maxRetryDelay, HOUR);
    if (!trafficInterval.isZero()) {
      check("traffic-interval", MINUTE, trafficInterval, HOUR);
    }
    check("traffic-retention", HOUR, trafficRetention, MONTH);
  }

  /**
   * Checks that a command cannot take effect after it counts as settled: an answer at the last
   * moment means that the command ran until then.
   *
   * @param maxAnswerTime the longest time an element may take to answer a command; six times {@code
   *     touchpaper.element-timeout}
   * @throws IllegalArgumentException if the uncertain-effect timeout is shorter
   */
  public void checkUncertainEffectTimeout(Duration maxAnswerTime) {
    try {
      check("uncertain-effect-timeout", maxAnswerTime, uncertainEffectTimeout, HOUR);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage()
              + "; a command may take that long to be answered: 6 x touchpaper.element-timeout",
          e);
    }
  }

  private static void check(String name, Duration min, Duration value, Duration max) {
    new SettingValueRange<>(min, max).check("touchpaper.segment." + name, value);
  }

  /**
   * When to query the holder of a hold. Near its start an answer is urgent: the pause is at most a
   * quarter of the time from or to the start, and at least a second.
   *
   * @param pause the usual pause
   * @param criteria of the held version; null for a cancellation
   */
  Instant nextHoldQuery(Duration pause, @Nullable Criteria criteria, Instant now) {
    if (criteria == null) {
      return now.plus(pause);
    }
    var quarter = Duration.between(now, criteria.schedule().startTime()).abs().dividedBy(4);
    var urgent = quarter.compareTo(SECOND) < 0 ? SECOND : quarter;
    return now.plus(urgent.compareTo(pause) < 0 ? urgent : pause);
  }

  /** The pause before another attempt: 200 ms, doubled each time. */
  public Duration retryDelay(int attempts) {
    var delay = FIRST_RETRY_DELAY.multipliedBy(1L << Math.min(Math.max(attempts - 1, 0), 16));
    return delay.compareTo(maxRetryDelay) < 0 ? delay : maxRetryDelay;
  }

  /**
   * The pause before another attempt that interrupts a running circuit: a minute, doubled each
   * time, up to an hour.
   */
  public static Duration changeRetryDelay(int attempts) {
    return Duration.ofMinutes(Math.min(1L << Math.min(Math.max(attempts - 1, 0), 6), 60));
  }
}
