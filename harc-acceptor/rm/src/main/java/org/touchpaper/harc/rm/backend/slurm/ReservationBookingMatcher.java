package org.touchpaper.harc.rm.backend.slurm;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmJob;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingRepository;

/**
 * Matches Slurm's reservations and our bookings. A booking is recorded before Slurm has its
 * reservation, so bookings are read after Slurm.
 *
 * @param cluster the cluster, which knows our names
 * @param bookingsByReservation the bookings of those reservations, by reservation name
 */
record ReservationBookingMatcher(Cluster cluster, Map<String, Booking> bookingsByReservation) {
  ReservationBookingMatcher {
    bookingsByReservation = Map.copyOf(bookingsByReservation);
  }

  static ReservationBookingMatcher of(
      Cluster cluster,
      BookingRepository bookings,
      List<SlurmReservation> reservations,
      List<SlurmJob> jobs) {
    var names =
        reservations.stream()
            .map(SlurmReservation::name)
            .collect(Collectors.toCollection(HashSet::new));
    jobs.forEach(job -> names.add(job.reservation()));
    return new ReservationBookingMatcher(
        cluster,
        bookings.listByReservations(names).stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    booking -> booking.external().name(), booking -> booking)));
  }

  /**
   * Returns true if our records, not Slurm's, say what the reservation takes; false if it belongs
   * to others.
   */
  boolean isOnRecord(SlurmReservation reservation) {
    var booking = bookingsByReservation.get(reservation.name());
    return booking != null && cluster.isStillOurs(reservation, booking);
  }

  /**
   * The finished booking of a reservation that is as we made it: an abandoned command took effect
   * late. Empty for any other reservation.
   */
  Optional<Booking> findLeftOver(SlurmReservation reservation) {
    return Optional.ofNullable(bookingsByReservation.get(reservation.name()))
        .filter(booking -> booking.state().isClean() && cluster.isStillOurs(reservation, booking));
  }

  /**
   * Returns true if the reservation has the form of our names and no booking, or a third party gave
   * it to others after its booking had finished. The database may be new or restored, and someone
   * may rely on the reservation: it is reported and kept.
   */
  boolean isUnaccounted(SlurmReservation reservation) {
    var booking = bookingsByReservation.get(reservation.name());
    return booking == null
        ? cluster.hasOurName(reservation.name())
        : booking.state().isClean() && !cluster.isStillOurs(reservation, booking);
  }

  /**
   * Returns true if the job runs in a recorded booking. A job that runs on after its booking
   * (ResvOverRun) occupies nodes that are free in our records.
   */
  boolean isOnRecord(SlurmJob job) {
    var booking = bookingsByReservation.get(job.reservation());
    return booking != null && !booking.isOver();
  }
}
