package org.touchpaper.segment.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * How often lately it was told of each circuit what impairs it. A port that comes and goes all day
 * would fill the books, and keep all who are told busy: beyond a few news in a minute a circuit
 * stays impaired until it has been well for longer than a moment, as elements soak their alarms. In
 * memory: a restart of ours begins anew.
 */
final class Flapping {

  /** Impaired and well again, twice. */
  static final int MOST = 4;

  static final Duration LATELY = Duration.ofMinutes(1);

  private final Map<ConnectionId, List<Instant>> told = new ConcurrentHashMap<>();

  /** True if this much was told in the last minute. */
  boolean isToldTooOften(ConnectionId connection, Instant now) {
    return lately(told.getOrDefault(connection, List.of()), now).size() >= MOST;
  }

  /** It is told now. */
  void isTold(ConnectionId connection, Instant now) {
    told.merge(
        connection,
        List.of(now),
        (before, _) -> Stream.concat(lately(before, now).stream(), Stream.of(now)).toList());
  }

  /** Nothing was told lately of most, and of many never will be again. */
  void forgetOld(Instant now) {
    told.values().removeIf(times -> lately(times, now).isEmpty());
  }

  /** Whichever way the clock was set since. */
  private static List<Instant> lately(List<Instant> times, Instant now) {
    return times.stream()
        .filter(at -> Duration.between(at, now).abs().compareTo(LATELY) < 0)
        .toList();
  }
}
