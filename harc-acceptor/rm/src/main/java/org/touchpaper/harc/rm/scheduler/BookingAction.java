package org.touchpaper.harc.rm.scheduler;

import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** A requested change of one booking (MacLaren 2007: Make, Modify and Cancel). */
public sealed interface BookingAction {

  /** The booking's id, chosen by the client that made it. */
  String bookingId();

  /**
   * Makes a new booking.
   *
   * @param owner the owner, if not the person on whose behalf the transaction is made
   */
  record Make(String bookingId, @Nullable Person owner, Schedule schedule, ResourceRequest work)
      implements BookingAction {
    /** With the transaction's person as the owner. */
    public Make(String bookingId, Schedule schedule, ResourceRequest work) {
      this(bookingId, null, schedule, work);
    }
  }

  /**
   * Modifies a booking; null keeps the present value. The booking stays as it is until the
   * decision.
   */
  record Modify(String bookingId, @Nullable Schedule schedule, @Nullable ResourceRequest work)
      implements BookingAction {}

  /**
   * Cancels a booking; accepted, without effect, if it has already ended, failed or been cancelled.
   */
  record Cancel(String bookingId) implements BookingAction {}
}
