package org.touchpaper.segment.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * How often it was told of each circuit what impairs it. A port that comes and goes all day would
 * fill the books, and keep all who are told busy: where the last few news came within a short
 * while, the next is told only when the circuit has read so for longer than a moment, as elements
 * soak their alarms. In memory: a restart of ours begins anew. Safe for threads.
 */
final class Flapping {

  /** Impaired and well again, twice. */
  static final int MOST = 4;

  /** So many news in less than this are too many. */
  static final Duration LATELY = Duration.ofMinutes(10);

  /** What reads the same for this long is no flap. */
  static final Duration SOAK = Duration.ofMinutes(1);

  /** When the latest were told, at most {@link #MOST}; the oldest first. */
  private final Map<ConnectionId, List<Instant>> told = new ConcurrentHashMap<>();

  private final Map<ConnectionId, Reading> last = new ConcurrentHashMap<>();

  /** What a circuit reads as, and since when. */
  private record Reading(String how, Instant since) {}

  /** It reads as impaired by this now, or by nothing. */
  void reads(ConnectionId connection, String how, Instant now) {
    if (isFlapping(connection)) {
      last.compute(
          connection,
          (_, it) ->
              it != null && it.how.equals(how) && !it.since.isAfter(now) // the clock was set back
                  ? it
                  : new Reading(how, now));
    }
  }

  /** True if it has not read as it does now for long enough to be told of again. */
  boolean isTooSoon(ConnectionId connection, Instant now) {
    var it = last.get(connection);
    return isFlapping(connection) && (it == null || now.isBefore(it.since.plus(SOAK)));
  }

  private boolean isFlapping(ConnectionId connection) {
    var times = told.getOrDefault(connection, List.of());
    return times.size() == MOST
        && Duration.between(times.getFirst(), times.getLast()).abs().compareTo(LATELY) < 0;
  }

  /** It was told just now. */
  void isTold(ConnectionId connection, Instant now) {
    told.merge(
        connection,
        List.of(now),
        (before, _) ->
            Stream.concat(
                    before.stream().skip(Math.max(0, before.size() - MOST + 1)), Stream.of(now))
                .toList());
    last.remove(connection);
  }

  /** Many circuits are over, and will never be told of again. */
  void forgetAllBut(Collection<ConnectionId> circuits) {
    told.keySet().retainAll(circuits);
    last.keySet().retainAll(circuits);
  }
}
