package org.touchpaper.harc.rm.booking;

/**
 * Stores what bookings take of the capacity, under a constraint of the database that refuses a
 * double booking, whatever a program does.
 */
public interface AssignmentRepository {

  /** Assigns what a new booking has. */
  void assign(Booking booking);

  /** Assigns in addition what a held modification needs. */
  void holdAmendment(String bookingId, String transaction, Allocation amended);

  /** Releases what a held modification needed. */
  void releaseAmendment(String bookingId);

  /**
   * Assigns what the booking was modified into, which cannot fail; what it gave up stays assigned
   * while it is being amended.
   */
  void replace(Booking modified);

  /** Releases what it gave up: the backend is updated. */
  void releaseLeaving(String bookingId);

  /** Releases all that it has. */
  void release(String bookingId);
}
