package org.touchpaper.bar.history;

import java.util.UUID;

/**
 * An order about a booking has been accepted. Published within the transaction that carries it out.
 *
 * @param booking a connection or a co-allocation
 * @param who the person, or the security office that cut it
 * @param detail what was ordered
 */
public record BookingOrderAuditEvent(Kind kind, UUID booking, String who, String detail) {

  /** What becomes of the booking. */
  public enum Kind {
    BOOKED,
    CHANGED,
    ENDED,
    CUT
  }
}
