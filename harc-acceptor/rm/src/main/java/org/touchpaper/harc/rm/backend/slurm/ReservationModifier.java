package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.util.Optional;
import org.touchpaper.harc.rm.backend.slurm.client.CircuitOpenException;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.booking.Backend.Recorder;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * Changes a booking's reservation according to a decided modification, and returns the resulting
 * booking.
 */
final class ReservationModifier {
  private final Cluster cluster;
  private final SlurmController slurm;
  private final ReservationWriter writer;
  private final ReservationRepair repair;
  private final BookingRepository bookings;
  private final Clock clock;

  ReservationModifier(
      Cluster cluster,
      SlurmController slurm,
      ReservationRepair repair,
      BookingRepository bookings,
      Clock clock) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.writer = new ReservationWriter(cluster, slurm);
    this.repair = repair;
    this.bookings = bookings;
    this.clock = clock;
  }

  /**
   * Applies the modification. The held pieces keep the additional nodes until the reservation
   * itself includes them; only then are they deleted.
   */
  Booking apply(Booking booking, Recorder recorder) {
    var bootTime = slurm.bootTime();
    var found = slurm.find(booking.external().name());
    if (found.filter(reservation -> !cluster.isStillOurs(reservation, booking)).isPresent()) {
      return repair.failAsChanged(booking);
    }
    if (found.filter(reservation -> matchesExactly(booking, reservation)).isPresent()) {
      return repair.confirm(booking, found.get(), bootTime);
    }
    for (var piece : bookings.listPiecesOf(booking.bookingId())) {
      var loss = lossOf(piece);
      if (loss.isPresent()) {
        return booking.takenAway(loss.get());
      }
      slurm.allowOverlap(piece.external().name());
    }
    if (found.isEmpty()) {
      return repair.recreateMissing(booking, recorder);
    }
    if (mustBeRecreated(booking, found.get())) {
      return recreate(booking, recorder);
    }
    var changing = repair.recordBeingReserved(booking, recorder);
    if (changing.isEmpty()) {
      return booking;
    }
    var refusal = writer.change(found.get(), Cluster.reservationOf(booking, booking.account()));
    return slurm
        .find(booking.external().name())
        .filter(reservation -> refusal.isEmpty() && matchesExactly(booking, reservation))
        .map(reservation -> booking.confirmed(bootTime, reservation.isActive()))
        .orElseGet(() ->
            changing
                .get()
                .withCurrentProblem("its reservation cannot be changed: " + refusal.orElse("")));
  }

  /**
   * Why a modification cannot use what was held for it; empty if it can. A slurmctld that restarted
   * may have lost it, but never given it to others.
   */
  private Optional<String> lossOf(Booking piece) {
    var found = slurm.find(piece.external().name());
    var belongsToOthers =
        found.filter(reservation -> !cluster.isStillOurs(reservation, piece)).isPresent();
    var isPresent =
        found.filter(reservation -> repair.isHeldAsRequired(piece, reservation)).isPresent()
            || repair.isNearItsEnd(piece)
            || !slurm.bootTime().equals(piece.external().seenBootTime());
    return isPresent && !belongsToOthers
        ? Optional.empty()
        : Optional.of(
            "reservation %s, which its modification needs, was %s by a third party on %s"
                .formatted(
                    piece.external().name(),
                    found.isPresent() ? "changed" : "deleted",
                    cluster.name()));
  }

  /**
   * Slurm does not change the start of an active reservation. One that has the wanted start is
   * active before it by our clock if Slurm's is ahead: its jobs have started in time.
   */
  private boolean mustBeRecreated(Booking booking, SlurmReservation reservation) {
    var start = booking.schedule().startTime();
    return reservation.isActive()
        && start.isAfter(clock.instant())
        && reservation.schedule().startTime().isBefore(start);
  }

  /**
   * Deletes an active reservation, with the jobs in it, and creates it again for its later start.
   */
  private Booking recreate(Booking booking, Recorder recorder) {
    var recreated = booking.beingReserved();
    if (!recorder.record(booking, recreated)) {
      return booking; // A later decision changed it in the meantime.
    }
    Optional<String> refusal;
    try {
      refusal = close(recreated);
      if (refusal.isEmpty()) {
        return repair.recreateMissing(recreated, recorder);
      }
    } catch (SchedulerUnreachableException e) {
      return recreated.withCurrentProblem(
          String.valueOf(e.getMessage())); // If it is missing now, we deleted it.
    }
    recorder.record(
        recreated,
        booking); // It was not deleted: if it is missing later, a third party deleted it.
    slurm.endJobs(booking.external().name());
    return booking.withCurrentProblem(
        "its reservation is being closed and will be created again later: " + refusal.get());
  }

  /** Deletes the reservation; returns the refusal, if any. */
  private Optional<String> close(Booking booking) {
    try {
      return slurm.delete(booking.external().name());
    } catch (CircuitOpenException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private boolean matchesExactly(Booking booking, SlurmReservation reservation) {
    return reservation.matches(booking.items(), booking.schedule(), clock.instant());
  }
}
