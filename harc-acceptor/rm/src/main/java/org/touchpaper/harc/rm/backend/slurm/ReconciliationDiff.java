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

/**
 * The comparison of Slurm's reservations with our bookings. A booking is recorded before Slurm has
 * its reservation, so bookings are read after Slurm.
 *
 * @param cluster the cluster, which knows our names
 * @param bookingsByReservation the bookings of those reservations, by reservation name
 */
record ReconciliationDiff(Cluster cluster, Map<String, StoredBooking> bookingsByReservation) {
  ReconciliationDiff {
    bookingsByReservation = Map.copyOf(bookingsByReservation);
  }

  static ReconciliationDiff of(
      Cluster cluster,
      SlurmBookingRepository bookings,
      List<SlurmReservation> reservations,
      List<SlurmJob> jobs) {
    var names = names(reservations);
    jobs.forEach(job -> names.add(job.reservation()));
    return new ReconciliationDiff(
        cluster,
        bookings.listByReservations(names).stream()
            .collect(Collectors.toUnmodifiableMap(StoredBooking::reservation, row -> row)));
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
      case StoredBooking.UndecodableBooking _ -> ReservationMatch.UNREADABLE;
      case StoredBooking.DecodedBooking(var booking) -> match(reservation, booking);
    };
  }

  private ReservationMatch match(SlurmReservation reservation, SlurmBooking booking) {
    if (!booking.state().isClean()) {
      return ReservationMatch.BOOKED;
    }
    return cluster.isStillOurs(reservation, booking)
        ? ReservationMatch.LEFT_OVER
        : ReservationMatch.UNACCOUNTED;
  }

  /** The bookings that cannot be read. */
  List<StoredBooking.UndecodableBooking> unreadable() {
    return bookingsByReservation.values().stream()
        .filter(StoredBooking.UndecodableBooking.class::isInstance)
        .map(StoredBooking.UndecodableBooking.class::cast)
        .toList();
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
      case UNREADABLE ->
          bookingsByReservation.get(reservation.name())
                  instanceof StoredBooking.UndecodableBooking row
              && row.holdsNodes();
      case UNACCOUNTED, FOREIGN -> false;
    };
  }

  /** The booking of the reservation; empty if there is none that can be read. */
  Optional<SlurmBooking> bookingOf(SlurmReservation reservation) {
    return bookingsByReservation.get(reservation.name())
            instanceof StoredBooking.DecodedBooking(var booking)
        ? Optional.of(booking)
        : Optional.empty();
  }

  /**
   * Returns true if the job runs in a recorded booking. A job that runs on after its booking
   * (ResvOverRun) occupies nodes that are free in our records.
   */
  boolean isOnRecord(SlurmJob job) {
    return switch (bookingsByReservation.get(job.reservation())) {
      case null -> false;
      case StoredBooking.UndecodableBooking row -> row.holdsNodes();
      case StoredBooking.DecodedBooking(var booking) -> !booking.isOver();
    };
  }
}
