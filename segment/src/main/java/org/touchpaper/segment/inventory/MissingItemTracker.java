package org.touchpaper.segment.inventory;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * Tracks since when an item of an active circuit has been missing, within one session of its
 * element. In memory: a restart of the service begins anew, as does a circuit that goes down or
 * comes up.
 */
public final class MissingItemTracker {

  private final Map<ConnectionId, MissingReading> firstMissing = new ConcurrentHashMap<>();

  private final Map<String, Instant> sessionStarts = new ConcurrentHashMap<>();

  /** How many items each element lacked of a circuit, as it was last read. */
  private final Map<String, Map<ConnectionId, Integer>> lastReadings = new ConcurrentHashMap<>();

  /** The elements that were compared since this service's start. */
  private final Set<String> read = ConcurrentHashMap.newKeySet();

  /** The first of consecutive readings in which an item was missing on this element. */
  private record MissingReading(String element, Instant at) {
    boolean isWithinSession(String name, Instant session) {
      return element.equals(name) && !at.isBefore(session);
    }
  }

  /**
   * Records that an item is missing on this element now, and returns since when. Readings of
   * earlier sessions do not count: the current session must give two.
   */
  public Instant missingSince(ConnectionId connection, String element, Instant now) {
    var session = sessionStarts.getOrDefault(element, Instant.MIN);
    var reading = new MissingReading(element, now);
    return firstMissing
        .compute(
            connection,
            (_, known) ->
                known != null && known.isWithinSession(element, session) ? known : reading)
        .at();
  }

  /**
   * Records a new session: an element that has just restarted may not have loaded all its
   * configuration.
   */
  public void sessionStarted(String element, Instant now) {
    sessionStarts.put(element, now);
  }

  /** True if an item of this connection was missing at the last reading. */
  public boolean isMissing(ConnectionId connection) {
    return firstMissing.containsKey(connection);
  }

  /**
   * Records how many items of each active circuit an element lacks; true if it lacked others when
   * it was last read.
   */
  public boolean recordReading(String element, Map<ConnectionId, Integer> lacking) {
    read.add(element);
    var current = Map.copyOf(lacking);
    var previous =
        current.isEmpty() ? lastReadings.remove(element) : lastReadings.put(element, current);
    return !current.equals(previous == null ? Map.of() : previous);
  }

  /** True if an element was compared since this service's start. */
  public boolean isRead(String element) {
    return read.contains(element);
  }

  /** How many items an element lacked of each active circuit when it was last read. */
  public Map<ConnectionId, Integer> lastReading(String element) {
    return lastReadings.getOrDefault(element, Map.of());
  }

  /** Forgets a connection: nothing is missing, or its circuit has changed. */
  public void forget(ConnectionId connection) {
    firstMissing.remove(connection);
    lastReadings.replaceAll((_, lacking) -> without(connection, lacking));
  }

  private static Map<ConnectionId, Integer> without(
      ConnectionId connection, Map<ConnectionId, Integer> lacking) {
    if (!lacking.containsKey(connection)) {
      return lacking;
    }
    var remaining = new HashMap<>(lacking);
    remaining.remove(connection);
    return Map.copyOf(remaining);
  }
}
