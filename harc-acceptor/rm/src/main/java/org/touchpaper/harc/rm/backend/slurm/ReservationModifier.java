package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.util.Optional;
import org.touchpaper.harc.rm.backend.slurm.client.CircuitOpenException;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * Changes a booking's reservation according to a decided modification, and returns the resulting
 * booking.
 */
final class ReservationModifier {
  private final Cluster cluster;
  private final SlurmController slurm;
  private final ReservationRepair repair;
  private final SlurmBookingRepository bookings;
  private final Recorder recorder;
  private final Clock clock;

  /**
   * Records the new state of a booking; returns false if a later decision changed it in the
   * meantime.
   */
  @FunctionalInterface
  interface Recorder {
    boolean record(SlurmBooking before, SlurmBooking after);
  }

  ReservationModifier(
      Cluster cluster,
      SlurmController slurm,
      ReservationRepair repair,
      SlurmBookingRepository bookings,
      Recorder recorder,
      Clock clock) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.repair = repair;
    this.bookings = bookings;
    this.recorder = recorder;
    this.clock = clock;
  }

  /**
   * Applies the modification. The held pieces keep the additional nodes until the reservation
   * itself includes them; only then are they deleted.
   */
  SlurmBooking apply(SlurmBooking booking) {
    var bootTime = slurm.bootTime();
    var found = slurm.find(booking.reservation());
    if (found.filter(reservation -> !cluster.isStillOurs(reservation, booking)).isPresent()) {
      return repair.failAsChanged(booking);
    }
    if (found.filter(reservation -> matchesExactly(booking, reservation)).isPresent()) {
      return booking.confirmed(bootTime, found.get().isActive());
    }
    for (var piece : bookings.listPiecesOf(booking.bookingId())) {
      var loss = lossOf(piece);
      if (loss.isPresent()) {
        return booking.takenAway(loss.get());
      }
      slurm.allowOverlap(piece.reservation());
    }
    if (found.isEmpty()) {
      return repair.recreateMissing(booking);
    }
    if (mustBeRecreated(booking, found.get())) {
      return recreate(booking);
    }
    var refusal = slurm.change(found.get(), booking.reservationFor(booking.account()));
    return slurm
        .find(booking.reservation())
        .filter(reservation -> matchesExactly(booking, reservation))
        .map(reservation -> booking.confirmed(bootTime, reservation.isActive()))
        .orElseGet(() ->
            booking.withCurrentProblem(
                "Slurm does not change its reservation: " + refusal.orElse("")));
  }

  /**
   * Why a modification cannot use what was held for it; empty if it can. A slurmctld that restarted
   * may have lost it, but never given it to others.
   */
  private Optional<String> lossOf(SlurmBooking piece) {
    var found = slurm.find(piece.reservation());
    var belongsToOthers =
        found.filter(reservation -> !cluster.isStillOurs(reservation, piece)).isPresent();
    var isPresent =
        found.filter(reservation -> repair.isHeldAsRequired(piece, reservation)).isPresent()
            || repair.isNearItsEnd(piece)
            || !slurm.bootTime().equals(piece.seenBootTime());
    return isPresent && !belongsToOthers
        ? Optional.empty()
        : Optional.of(
            "reservation %s, which its modification needs, was %s by a third party on %s"
                .formatted(
                    piece.reservation(),
                    found.isPresent() ? "changed" : "deleted",
                    cluster.name()));
  }

  /** Slurm does not change the start of an active reservation. */
  private boolean mustBeRecreated(SlurmBooking booking, SlurmReservation reservation) {
    return reservation.isActive() && booking.schedule().startTime().isAfter(clock.instant());
  }

  /**
   * Deletes an active reservation, with the jobs in it, and creates it again for its later start.
   */
  private SlurmBooking recreate(SlurmBooking booking) {
    var recreated = booking.beingRecreated();
    if (!recorder.record(booking, recreated)) {
      return booking; // A later decision changed it in the meantime.
    }
    Optional<String> refusal;
    try {
      refusal = close(recreated);
      if (refusal.isEmpty()) {
        return repair.recreateMissing(recreated);
      }
    } catch (SchedulerUnreachableException e) {
      return recreated.withCurrentProblem(
          String.valueOf(e.getMessage())); // If it is missing now, we deleted it.
    }
    recorder.record(
        recreated,
        booking); // It was not deleted: if it is missing later, a third party deleted it.
    slurm.endJobs(booking.reservation());
    return booking.withCurrentProblem(
        "its reservation is being closed and will be created again later: " + refusal.get());
  }

  /** Deletes the reservation; returns the refusal, if any. */
  private Optional<String> close(SlurmBooking booking) {
    try {
      return slurm.delete(booking.reservation());
    } catch (CircuitOpenException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private boolean matchesExactly(SlurmBooking booking, SlurmReservation reservation) {
    return reservation.matches(booking.nodes(), booking.schedule(), clock.instant());
  }
}
