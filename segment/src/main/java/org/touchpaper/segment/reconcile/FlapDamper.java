package org.touchpaper.segment.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * Damps reports about a circuit whose impairment flaps (RFC 2439). A port that goes up and down all
 * day would fill the database and flood the holders. When the last reports came within {@link
 * #FLAP_WINDOW}, a further change is reported only after it has lasted for {@link #SOAK_TIME}. In
 * memory: a restart of the service begins anew. Thread-safe.
 */
public final class FlapDamper {

  /** Reports within the window before damping begins: impaired and clear, twice. */
  public static final int MAX_REPORTS = 4;

  /** The window in which that many reports are too many. */
  static final Duration FLAP_WINDOW = Duration.ofMinutes(10);

  /** How long a reading must last to be reported. */
  public static final Duration SOAK_TIME = Duration.ofMinutes(1);

  /** The times of the latest reports, at most {@link #MAX_REPORTS}, the oldest first. */
  private final Map<ConnectionId, List<Instant>> reportTimes = new ConcurrentHashMap<>();

  private final Map<ConnectionId, ImpairmentReading> lastReadings = new ConcurrentHashMap<>();

  /** The impairment that a circuit reads as, and since when. */
  private record ImpairmentReading(String impairment, Instant since) {}

  /** Records the impairment that a circuit reads as now; empty text if none. */
  void observe(ConnectionId connection, String impairment, Instant now) {
    if (isFlapping(connection)) {
      lastReadings.compute(
          connection,
          (_, lastReading) ->
              lastReading != null
                      && lastReading.impairment.equals(impairment)
                      && !lastReading.since.isAfter(now) // the clock was set back
                  ? lastReading
                  : new ImpairmentReading(impairment, now));
    }
  }

  /** True if the current reading has not lasted long enough to be reported. */
  boolean isDamped(ConnectionId connection, Instant now) {
    var lastReading = lastReadings.get(connection);
    return isFlapping(connection)
        && (lastReading == null || now.isBefore(lastReading.since.plus(SOAK_TIME)));
  }

  private boolean isFlapping(ConnectionId connection) {
    var times = reportTimes.getOrDefault(connection, List.of());
    return times.size() == MAX_REPORTS
        && Duration.between(times.getFirst(), times.getLast()).abs().compareTo(FLAP_WINDOW) < 0;
  }

  void recordReport(ConnectionId connection, Instant now) {
    reportTimes.merge(
        connection,
        List.of(now),
        (previous, _) ->
            Stream.concat(
                    previous.stream().skip(Math.max(0, previous.size() - MAX_REPORTS + 1)),
                    Stream.of(now))
                .toList());
    lastReadings.remove(connection);
  }

  /** Discards the state of circuits that are no longer active. */
  void retainOnly(Collection<ConnectionId> active) {
    reportTimes.keySet().retainAll(active);
    lastReadings.keySet().retainAll(active);
  }
}
