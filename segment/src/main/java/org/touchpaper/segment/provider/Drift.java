package org.touchpaper.segment.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * An element held something else for a circuit than it should, or something of ours for none, and
 * what was done about it.
 *
 * @param connection whose circuit it was; null if nobody knows ({@link Done#UNBOOKED})
 * @param element its name (TL1's TID)
 * @param at when it was found
 * @param what for people
 * @param done so far
 */
public record Drift(
    @Nullable ConnectionId connection, String element, Instant at, String what, Done done) {

  /** What was done about it. */
  public enum Done {
    /** It was lost in a restart, and is being created again. */
    REPAIRING,
    /** It reads as it should again. */
    REPAIRED,
    /** Somebody took it while the element ran: respected, and the holder told. */
    REPORTED,
    /** It bears a name of ours and is in no books: left alone, an operator decides. */
    UNBOOKED,
    /** It was unbooked, and is on the element no more. */
    GONE
  }
}
