package org.touchpaper.harc.rm.slurm;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What Slurm showed, held against our books. Whatever is ours is in the books before Slurm is told
 * of it, so the books are read after Slurm.
 *
 * @param cluster whose names they are
 * @param booked what the books have of those that Slurm showed, by their names in Slurm
 */
record Reconciliation(Cluster cluster, Map<String, BookingRow> booked) {
  Reconciliation {
    booked = Map.copyOf(booked);
  }

  static Reconciliation of(
      Cluster cluster,
      Bookings bookings,
      List<SlurmReservation> reservations,
      List<SlurmJob> jobs) {
    var names = names(reservations);
    jobs.forEach(job -> names.add(job.reservation()));
    return new Reconciliation(
        cluster,
        bookings.listByReservations(names).stream()
            .collect(Collectors.toUnmodifiableMap(BookingRow::reservation, row -> row)));
  }

  private static Set<String> names(Collection<SlurmReservation> reservations) {
    return reservations.stream()
        .map(SlurmReservation::name)
        .collect(Collectors.toCollection(HashSet::new));
  }

  Standing standing(SlurmReservation is) {
    return switch (booked.get(is.name())) {
      case null -> cluster.isNamedAsOurs(is.name()) ? Standing.UNACCOUNTED : Standing.FOREIGN;
      case BookingRow.Unreadable _ -> Standing.UNREADABLE;
      case BookingRow.Read(var booking) -> standing(is, booking);
    };
  }

  private Standing standing(SlurmReservation is, Booking booking) {
    if (!booking.state().isClean()) {
      return Standing.BOOKED;
    }
    return cluster.isStillOurs(is, booking) ? Standing.LEFT_OVER : Standing.UNACCOUNTED;
  }

  /** What is in our books and cannot be read there. */
  List<BookingRow.Unreadable> unreadable() {
    return booked.values().stream()
        .filter(BookingRow.Unreadable.class::isInstance)
        .map(BookingRow.Unreadable.class::cast)
        .toList();
  }

  /** True if our own calendar knows better than Slurm what it takes: not of what is others' now. */
  boolean isInTheBooks(SlurmReservation is) {
    return switch (standing(is)) {
      case BOOKED -> bookingOf(is).filter(booking -> cluster.isStillOurs(is, booking)).isPresent();
      case LEFT_OVER -> true;
      case UNREADABLE ->
          booked.get(is.name()) instanceof BookingRow.Unreadable row && row.keepsNodes();
      case UNACCOUNTED, FOREIGN -> false;
    };
  }

  /** The booking of that name; empty if there is none that can be read. */
  Optional<Booking> bookingOf(SlurmReservation is) {
    return booked.get(is.name()) instanceof BookingRow.Read(var booking)
        ? Optional.of(booking)
        : Optional.empty();
  }

  /**
   * True if it runs in what is in the books. One that runs on when its booking is over
   * (ResvOverRun) has nodes that our calendar calls free.
   */
  boolean isInTheBooks(SlurmJob job) {
    return switch (booked.get(job.reservation())) {
      case null -> false;
      case BookingRow.Unreadable row -> row.keepsNodes();
      case BookingRow.Read(var booking) -> !booking.isOver();
    };
  }
}
