package org.touchpaper.segment.provider;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * Since when something of a circuit that is up reads as not there, in one session with its element.
 * In memory, so a restart of ours begins anew, as does a circuit that went down or came up.
 */
final class Missing {

  private final Map<ConnectionId, Reading> first = new ConcurrentHashMap<>();

  private final Map<String, Instant> sessions = new ConcurrentHashMap<>();

  /** The first of the readings in a row in which something was missing on this element. */
  private record Reading(String element, Instant at) {
    boolean isOf(String which, Instant session) {
      return element.equals(which) && !at.isBefore(session);
    }
  }

  /**
   * It is missing on this element now; since when? What was read in an earlier session counts for
   * nothing: of this one, too, there are to be two readings.
   */
  Instant since(ConnectionId connection, String element, Instant now) {
    var session = sessions.getOrDefault(element, Instant.MIN);
    var reading = new Reading(element, now);
    return first
        .compute(connection, (_, it) -> it != null && it.isOf(element, session) ? it : reading)
        .at();
  }

  /** An element that comes back may not have found all it holds yet. */
  void connected(String element, Instant now) {
    sessions.put(element, now);
  }

  /** Something of it was missing when it was last read. */
  boolean isLookedFor(ConnectionId connection) {
    return first.containsKey(connection);
  }

  /** Nothing is missing, or there is another circuit to look for. */
  void forget(ConnectionId connection) {
    first.remove(connection);
  }
}
