package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.backend.slurm.client.CircuitOpenException;
import org.touchpaper.harc.rm.backend.slurm.client.ReservationSnapshot;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * Brings Slurm into the state that a booking calls for: the intention is recorded, Slurm is
 * changed, it is read back, and the result is recorded (DESIGN decision 8). What was interrupted is
 * repeated. {@link ReservationRepair} keeps a reservation as it is, {@link ReservationModifier}
 * applies modifications.
 */
final class ReservationSynchronizer {
  private static final Logger LOG = LoggerFactory.getLogger(ReservationSynchronizer.class);
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final SlurmController slurm;
  private final ReservationRepair repair;
  private final ReservationModifier modifier;
  private final SlurmBookingRepository bookings;
  private final TransactionOperations database;
  private final Clock clock;
  private final BookingLocks locks;

  ReservationSynchronizer(
      Cluster cluster,
      SlurmController slurm,
      SlurmBookingRepository bookings,
      TransactionOperations database,
      Clock clock) {
    this(cluster, slurm, bookings, database, clock, new BookingLocks());
  }

  /** With its own locks. */
  ReservationSynchronizer(
      Cluster cluster,
      SlurmController slurm,
      SlurmBookingRepository bookings,
      TransactionOperations database,
      Clock clock,
      BookingLocks locks) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.repair = new ReservationRepair(cluster, slurm, clock);
    this.modifier =
        new ReservationModifier(cluster, slurm, repair, bookings, this::recordTransition, clock);
    this.bookings = bookings;
    this.database = database;
    this.clock = clock;
    this.locks = locks;
  }

  /**
   * Has Slurm hold a booking that is being prepared, for the hold account; returns the refusal, if
   * any.
   *
   * @throws SchedulerUnreachableException if Slurm does not answer, or another call for this
   *     booking is waiting for it
   */
  Optional<String> hold(String bookingId) {
    return locks
        .runExclusively(bookingId, () -> bookings.find(bookingId).flatMap(this::refusalOf))
        .orElseThrow(() ->
            new CircuitOpenException(
                "Slurm has not answered an earlier request about booking " + bookingId + " yet"));
  }

  /** Holds the booking; an existing hold may have been lost or taken since, and is verified. */
  private Optional<String> refusalOf(SlurmBooking booking) {
    return switch (booking.state()) {
      case PREPARING -> hold(booking);
      case HELD -> verifyHeld(booking);
      case TAKEN -> Optional.of(String.valueOf(booking.problem()));
      case MERGING,
          ABORTING,
          ABORTED,
          COMMITTED,
          AMENDING,
          ACTIVE,
          ENDING,
          ENDED,
          CANCELLING,
          CANCELLED,
          FAILING,
          FAILED ->
          Optional.empty();
    };
  }

  private Optional<String> verifyHeld(SlurmBooking booking) {
    var confirmed = repair.repair(booking);
    if (!confirmed.equals(booking)) {
      recordTransition(booking, confirmed);
    }
    if (confirmed.problem() != null) {
      return Optional.of(confirmed.problem());
    }
    return slurm
            .find(booking.reservation())
            .filter(reservation -> repair.isHeldAsRequired(confirmed, reservation))
            .isPresent()
        ? Optional.empty()
        : Optional.of(
            "reservation " + booking.reservation() + " was held, but is missing or different now");
  }

  private Optional<String> hold(SlurmBooking booking) {
    var bootTime = slurm.bootTime();
    var found = slurm.find(booking.reservation());
    if (found.isEmpty()) {
      var refusal = slurm.create(booking.reservationFor(booking.holdAccount()));
      found = slurm.find(booking.reservation());
      if (found.isEmpty()) {
        return Optional.of(
            refusal.orElse(
                "Slurm reported success, but reservation "
                    + booking.reservation()
                    + " does not exist"));
      }
    }
    if (!repair.isHeldAsRequired(booking, found.get())) {
      return Optional.of(
          "reservation " + booking.reservation() + " exists with other nodes, times or users");
    }
    recordTransition(booking, booking.held(bootTime));
    return Optional.empty();
  }

  /** Does what is due; returns when to check again, empty for never. */
  Optional<Instant> check(String bookingId) {
    return locks
        .runExclusively(bookingId, () -> checkExclusively(bookingId))
        .orElseGet(this::retryTime);
  }

  /**
   * As {@link #check(String)}, but queries Slurm only if the snapshot differs from what is
   * required.
   */
  Optional<Instant> check(String bookingId, ReservationSnapshot snapshot) {
    return locks
        .runExclusively(bookingId, () -> checkExclusively(bookingId, snapshot))
        .orElseGet(this::retryTime);
  }

  /** Another thread has the lock and is waiting for Slurm. */
  private Optional<Instant> retryTime() {
    return Optional.of(clock.instant().plus(RETRY_INTERVAL));
  }

  private Optional<Instant> checkExclusively(String bookingId, ReservationSnapshot snapshot) {
    var found = bookings.find(bookingId);
    var confirmed = found.flatMap(booking -> repair.confirmFromSnapshot(booking, snapshot));
    if (confirmed.isEmpty()) {
      return checkExclusively(bookingId);
    }
    if (!confirmed.equals(found)) {
      recordTransition(found.orElseThrow(), confirmed.get());
    }
    return nextCheck(confirmed.get());
  }

  /**
   * Deletes the reservation of a finished booking. Both are read again: since the snapshot a
   * modification may have restarted the booking, or a third party may have given the reservation to
   * other users. If the lock is taken, the next full check deletes it.
   */
  void deleteLeftOver(String bookingId) {
    locks.runExclusively(
        bookingId,
        () -> {
          var finished = bookings.find(bookingId).filter(booking -> booking.state().isClean());
          finished
              .flatMap(booking ->
                  slurm
                      .find(booking.reservation())
                      .filter(reservation -> cluster.isStillOurs(reservation, booking)))
              .ifPresent(this::deleteLeftOver);
          return finished;
        });
  }

  private void deleteLeftOver(SlurmReservation reservation) {
    LOG.warn(
        "cluster={} reservation={} deleted: its booking has finished",
        cluster.name(),
        reservation.name());
    slurm
        .delete(reservation.name())
        .ifPresent(refusal -> LOG.warn("cluster={} {}", cluster.name(), refusal));
  }

  private Optional<Instant> checkExclusively(String bookingId) {
    var found = bookings.find(bookingId);
    while (found.isPresent()) {
      var before = found.get();
      var intended = before.dueAt(clock.instant());
      var after = intended.equals(before) ? synchronize(before) : intended;
      if (!after.equals(before)) {
        recordTransition(before, after);
      }
      if (after.state() == before.state()) {
        return nextCheck(after);
      }
      found = bookings.find(bookingId);
    }
    return Optional.empty();
  }

  /**
   * A full check happens anyway; an earlier check is needed only at a start or an end, or after a
   * problem.
   */
  private Optional<Instant> nextCheck(SlurmBooking booking) {
    var now = clock.instant();
    var schedule = booking.schedule();
    return switch (booking.state()) {
      case HELD ->
          booking.problem() == null ? Optional.empty() : Optional.of(now.plus(RETRY_INTERVAL));
      case COMMITTED ->
          Optional.of(
              booking.problem() == null && now.isBefore(schedule.startTime())
                  ? schedule.startTime()
                  : now.plus(RETRY_INTERVAL));
      case ACTIVE ->
          Optional.of(booking.problem() == null ? schedule.endTime() : now.plus(RETRY_INTERVAL));
      case MERGING, AMENDING, ABORTING, ENDING, CANCELLING, FAILING ->
          Optional.of(now.plus(RETRY_INTERVAL));
      case PREPARING, TAKEN, ABORTED, ENDED, CANCELLED, FAILED -> Optional.empty();
    };
  }

  private SlurmBooking synchronize(SlurmBooking booking) {
    try {
      return switch (booking.state()) {
        case HELD, COMMITTED, ACTIVE -> repair.repair(booking);
        case AMENDING -> modifier.apply(booking);
        case MERGING, ABORTING, ENDING, CANCELLING, FAILING -> clear(booking);
        case PREPARING, TAKEN, ABORTED, ENDED, CANCELLED, FAILED -> booking;
      };
    } catch (SchedulerUnreachableException e) {
      return booking.withCurrentProblem(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Deletes the booking's reservation, whatever nodes and times a third party left it. A
   * reservation that was given to other users is kept, and the reconciliation loop reports it.
   */
  private SlurmBooking clear(SlurmBooking booking) {
    if (isStillNeeded(booking)) {
      return booking;
    }
    var found = slurm.find(booking.reservation());
    if (found.filter(reservation -> cluster.isStillOurs(reservation, booking)).isEmpty()) {
      found.ifPresent(reservation ->
          LOG.warn(
              "booking={} reservation={} is kept: it belongs to {}",
              booking.bookingId(),
              reservation.name(),
              reservation.users()));
      return booking.cleared();
    }
    var refusal = slurm.delete(booking.reservation());
    if (refusal.isPresent()) {
      endJobs(booking);
      return booking.withCurrentProblem(refusal.get());
    }
    return slurm.find(booking.reservation()).isEmpty()
        ? booking.cleared()
        : booking.withCurrentProblem("Slurm still has its reservation " + booking.reservation());
  }

  /**
   * Ends the jobs of a cancelled booking, because Slurm deletes no reservation with running jobs.
   * Jobs of a booking that ended may run on as long as the site allows (ResvOverRun), and jobs in a
   * reservation that was taken away may be a third party's.
   */
  private void endJobs(SlurmBooking booking) {
    if (booking.state() == SlurmBookingState.CANCELLING) {
      slurm.endJobs(booking.reservation());
    }
  }

  private boolean isStillNeeded(SlurmBooking booking) {
    return booking.state() == SlurmBookingState.MERGING
        && bookings
            .find(booking.rootBookingId())
            .filter(parent -> parent.state() == SlurmBookingState.AMENDING)
            .isPresent();
  }

  private boolean recordTransition(SlurmBooking before, SlurmBooking after) {
    if (after.state() != before.state()) {
      var problem = after.problem() == null ? "" : after.problem();
      LOG.info(
          "booking={} {} -> {} {}", before.bookingId(), before.state(), after.state(), problem);
    }
    return database.execute(_ -> bookings.update(before, after));
  }
}
