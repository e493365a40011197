package org.touchpaper.harc.rm.backend.slurm;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmJob;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingRepository;

/**
 * The comparison of Slurm's reservations with our bookings. A booking is recorded before Slurm has
 * its reservation, so bookings are read after Slurm.
 *
 * @param cluster the cluster, which knows our names
 * @param bookingsByReservation the bookings of those reservations, by reservation name
 */
record ReconciliationDiff(Cluster cluster, Map<String, Booking> bookingsByReservation) {
  ReconciliationDiff {
    bookingsByReservation = Map.copyOf(bookingsByReservation);
  }

  static ReconciliationDiff of(
      Cluster cluster,
      BookingRepository bookings,
      List<SlurmReservation> reservations,
      List<SlurmJob> jobs) {
    var names = names(reservations);
    jobs.forEach(job -> names.add(job.reservation()));
    return new ReconciliationDiff(
        cluster,
        bookings.listByReservations(names).stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    booking -> booking.external().name(), booking -> booking)));
  }

  private static Set<String> names(Collection<SlurmReservation> reservations) {
    return reservations.stream()
        .map(SlurmReservation::name)
        .collect(Collectors.toCollection(HashSet::new));
  }

  ReservationMatch match(SlurmReservation reservation) {
    return switch (bookingsByReservation.get(reservation.name())) {
      case null ->
          cluster.hasOurName(reservation.name())
              ? ReservationMatch.UNACCOUNTED
              : ReservationMatch.FOREIGN;
      case Booking booking -> match(reservation, booking);
    };
  }

  private ReservationMatch match(SlurmReservation reservation, Booking booking) {
    if (!booking.state().isClean()) {
      return ReservationMatch.BOOKED;
    }
    return cluster.isStillOurs(reservation, booking)
        ? ReservationMatch.LEFT_OVER
        : ReservationMatch.UNACCOUNTED;
  }

  /**
   * Returns true if our records, not Slurm's, say what the reservation takes; false if it belongs
   * to others now.
   */
  boolean isOnRecord(SlurmReservation reservation) {
    return switch (match(reservation)) {
      case BOOKED ->
          bookingOf(reservation)
              .filter(booking -> cluster.isStillOurs(reservation, booking))
              .isPresent();
      case LEFT_OVER -> true;
      case UNACCOUNTED, FOREIGN -> false;
    };
  }

  /** The booking of the reservation; empty if there is none. */
  Optional<Booking> bookingOf(SlurmReservation reservation) {
    return Optional.ofNullable(bookingsByReservation.get(reservation.name()));
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
