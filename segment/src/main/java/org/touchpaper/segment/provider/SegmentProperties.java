package org.touchpaper.segment.provider;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How patient a segment is, under {@code touchpaper.segment}.
 *
 * @param askAfter how long a hold may stay undecided before its holder is asked
 * @param askEvery how often it is asked after that
 * @param auditEvery how often circuits that are up are read back
 * @param lookForUnbookedEvery how often elements are searched for what bears our names and is in no
 *     books
 * @param inDoubtFor how long an element may still carry out what it was sent when its answer did
 *     not come, its session broke, or we died: until then nothing that is read proves anything, and
 *     nothing is set up; what reads as ours and shall be down is taken down at once, unless it was
 *     told to already, and looked for again afterwards
 * @param missingFor how long something must be missing, at two readings or more and in one session
 *     with its element, before it counts as taken away by somebody's will, and its circuit is given
 *     up; until then the circuit is impaired
 * @param retryAtMost the longest pause between two attempts of anything
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

  /** The pause before another attempt: a fifth of a second, then twice as long each time. */
  Duration pauseAfter(int attempts) {
    var pause = Duration.ofMillis(200L << Math.min(Math.max(attempts - 1, 0), 16));
    return pause.compareTo(retryAtMost) < 0 ? pause : retryAtMost;
  }
}
