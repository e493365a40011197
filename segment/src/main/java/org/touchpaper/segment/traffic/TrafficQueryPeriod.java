package org.touchpaper.segment.traffic;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.problem.InvalidRequestException;

/** A period of the history of traffic, at most a week; it begins with a whole minute. */
public record TrafficQueryPeriod(Instant from, Instant to) {

  private static final Duration LONGEST = Duration.ofDays(7);
  private static final Duration USUAL = Duration.ofHours(1);
  private static final int MAX_POINTS = 500;

  /**
   * The requested period.
   *
   * @param from an hour before its end if it is null
   * @param to now if it is null
   * @throws InvalidRequestException if it is empty or too long
   */
  public static TrafficQueryPeriod of(@Nullable Instant from, @Nullable Instant to, Instant now) {
    var end = to == null ? now : to;
    var start = from == null ? end.minus(USUAL) : from;
    // A segment gets the start that its BAR has truncated.
    var earliest = end.minus(LONGEST).truncatedTo(ChronoUnit.MINUTES);
    if (!start.isBefore(end) || start.isBefore(earliest)) {
      throw InvalidRequestException.malformed(
          "to", "after-from", "to must be after from, by 7 days at most");
    }
    return new TrafficQueryPeriod(start.truncatedTo(ChronoUnit.MINUTES), end);
  }

  /** The time from point to point: as many whole minutes as give no more than 500 points. */
  public Duration step() {
    var minutes = Duration.between(from, to).toMinutes();
    return Duration.ofMinutes(Math.max(1, Math.ceilDiv(minutes, MAX_POINTS)));
  }
}
