package org.touchpaper.segment.inventory;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * A difference between expected and actual configuration, and its resolution.
 *
 * @param connection the circuit concerned; null for an orphan ({@link Resolution#UNBOOKED})
 * @param element its name (TL1's TID)
 * @param at when it was found
 * @param description for people
 * @param resolution so far
 */
public record DriftRecord(
    @Nullable ConnectionId connection,
    String element,
    Instant at,
    String description,
    Resolution resolution) {

  /** How the drift was resolved. */
  public enum Resolution {
    /** An item is missing and its circuit impaired; it is read again before anything is done. */
    MISSING,
    /** An item was lost in a restart and is being created again. */
    REPAIRING,
    /** The element reads as expected again. */
    REPAIRED,
    /** An item was removed while the element ran. It is not restored; the holder was notified. */
    REPORTED,
    /** An orphan: it has our name and is not booked. It is left to an operator. */
    UNBOOKED,
    /** The orphan is no longer on the element, or the circuit ended before its repair. */
    GONE
  }
}
