package org.touchpaper.bar.event;

/** Keeps what happened to bookings. */
@FunctionalInterface
public interface BookingChangeRecorder {

  /** Records the difference between two snapshots of a booking, in the enclosing transaction. */
  void record(BookingSnapshot before, BookingSnapshot after);
}
