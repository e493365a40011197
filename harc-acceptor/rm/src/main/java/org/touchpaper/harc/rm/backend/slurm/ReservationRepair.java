package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.backend.slurm.client.ReservationListing;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.booking.Backend.Recorder;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingState;

/**
 * Keeps a reservation in Slurm as its booking requires, and returns the resulting booking. What
 * slurmctld lost in a restart is created again; what a third party changed while it ran is
 * respected.
 */
final class ReservationRepair {
  private static final Logger LOG = LoggerFactory.getLogger(ReservationRepair.class);

  /** The maximum difference between Slurm's clock and ours. */
  private static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(1);

  private final Cluster cluster;
  private final SlurmController slurm;
  private final ReservationWriter writer;
  private final Clock clock;

  ReservationRepair(Cluster cluster, SlurmController slurm, Clock clock) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.writer = new ReservationWriter(cluster, slurm);
    this.clock = clock;
  }

  /**
   * The booking to record if the listing shows its reservation as required; empty if a closer check
   * is needed. The listing may be older than the booking's state: it only shows which slurmctld has
   * the reservation.
   */
  Optional<Booking> confirmFromListing(Booking booking, ReservationListing listing) {
    return listing
        .find(booking.external().name())
        .filter(_ -> mustStayUnchanged(booking) && booking.problem() == null)
        .filter(_ -> booking.external().seenBootTime() != null)
        .filter(reservation -> isAsRequired(booking, reservation))
        .map(reservation -> booking.confirmed(listing.bootTime(), reservation.isActive()))
        .filter(confirmed -> confirmed.state() == booking.state());
  }

  private boolean mustStayUnchanged(Booking booking) {
    var state = booking.dueAt(clock.instant()).state();
    return state == BookingState.HELD
        || state == BookingState.COMMITTED
        || state == BookingState.ACTIVE;
  }

  private String requiredAccount(Booking booking) {
    return booking.state() == BookingState.HELD
        ? booking.external().holdAccount()
        : booking.account();
  }

  /** Makes Slurm keep the reservation for the account that is to have it. */
  Booking repair(Booking booking, Recorder recorder) {
    var account = requiredAccount(booking);
    var bootTime = slurm.bootTime();
    var found = slurm.find(booking.external().name());
    if (found
        .filter(reservation ->
            cluster.isHeld(reservation, booking) && !hasRequiredUser(booking, reservation))
        .isPresent()) {
      slurm.handOver(booking.external().name(), account);
      found = slurm.find(booking.external().name());
    }
    if (found.isEmpty()) {
      return recreateMissing(booking, recorder);
    }
    return isAsRequired(booking, found.get())
        ? confirm(booking, found.get(), bootTime)
        : restore(booking, found.get(), account, recorder);
  }

  /**
   * Confirms a reservation that is as required. If we were interrupted while we created or changed
   * it, another job may be on its nodes: the booking then says so until that job has ended.
   */
  Booking confirm(Booking booking, SlurmReservation found, Instant bootTime) {
    var blocking =
        booking.external().seenBootTime() != null
            ? Optional.<String>empty()
            : writer.findBlocking(Cluster.reservationOf(booking, requiredAccount(booking)));
    var confirmed = booking.confirmed(bootTime, found.isActive());
    return blocking
        .map(problem -> confirmed.beingReserved().withCurrentProblem(problem))
        .orElse(confirmed);
  }

  /**
   * Restores a reservation that differs. A slurmctld that was killed restarts with what it saved
   * before the last change, which never includes other users.
   */
  private Booking restore(
      Booking booking, SlurmReservation found, String account, Recorder recorder) {
    var bootTime = slurm.bootTime();
    var name = booking.external().name();
    if (bootTime.equals(booking.external().seenBootTime())
        || !cluster.isStillOurs(found, booking)) {
      return failAsChanged(booking);
    }
    if (booking.problem() == null) {
      LOG.warn("booking={} reservation={} slurmctld lost a change", booking.bookingId(), name);
    }
    var changing = recordBeingReserved(booking, recorder);
    if (changing.isEmpty()) {
      return booking;
    }
    var refusal = writer.change(found, Cluster.reservationOf(booking, account));
    slurm.handOver(name, account);
    return slurm
        .find(name)
        .filter(reservation -> refusal.isEmpty() && isAsRequired(booking, reservation))
        .map(reservation -> booking.confirmed(bootTime, reservation.isActive()))
        .orElseGet(() ->
            changing
                .get()
                .withCurrentProblem(
                    "slurmctld lost a change of the reservation, and the repair failed: "
                        + refusal.orElse("")));
  }

  /** Fails a booking whose reservation was given to others, or reduced. */
  Booking failAsChanged(Booking booking) {
    return booking.takenAway(
        "its reservation %s was changed by a third party on %s"
            .formatted(booking.external().name(), cluster.name()));
  }

  /** Returns true if the reservation has at least what is required, for the required user only. */
  private boolean isAsRequired(Booking booking, SlurmReservation reservation) {
    return hasRequiredUser(booking, reservation) && covers(booking, reservation);
  }

  private boolean hasRequiredUser(Booking booking, SlurmReservation reservation) {
    return booking.state() == BookingState.HELD
        ? cluster.isHeld(reservation, booking)
        : reservation.isOnlyFor(booking.account());
  }

  /**
   * Returns true if the reservation holds what is undecided, or what a decided modification needs.
   */
  boolean isHeldAsRequired(Booking booking, SlurmReservation reservation) {
    return cluster.isHeld(reservation, booking) && covers(booking, reservation);
  }

  private boolean covers(Booking booking, SlurmReservation reservation) {
    return reservation.covers(booking.items(), booking.schedule(), latestSlurmTime());
  }

  /**
   * Creates a missing reservation, unless a third party deleted it. The boot time is read after the
   * reservation was found missing, so that a restart in between is noticed.
   */
  Booking recreateMissing(Booking booking, Recorder recorder) {
    var bootTime = slurm.bootTime();
    if (bootTime.equals(booking.external().seenBootTime())
        && !booking.hasEndedUnmodified(latestSlurmTime())) {
      return isNearItsEnd(booking)
          ? booking
          : booking.takenAway(
              "its reservation "
                  + booking.external().name()
                  + " was deleted by a third party on "
                  + cluster.name());
    }
    if (booking.external().seenBootTime() != null && booking.problem() == null) {
      LOG.warn(
          "booking={} reservation={} slurmctld lost the reservation",
          booking.bookingId(),
          booking.external().name());
    }
    var creating = recordBeingReserved(booking, recorder);
    if (creating.isEmpty()) {
      return booking;
    }
    var refusal = writer.create(Cluster.reservationOf(booking, requiredAccount(booking)));
    return slurm
        .find(booking.external().name())
        .filter(_ -> refusal.isEmpty())
        .map(reservation -> booking.confirmed(bootTime, reservation.isActive()))
        .orElseGet(() ->
            creating
                .get()
                .withCurrentProblem(
                    "its reservation was lost, and cannot be created again: "
                        + refusal.orElse("")));
  }

  /**
   * Records that its reservation is being created or changed, so that {@link #confirm} checks its
   * nodes after an interruption; empty if a later decision changed the booking in the meantime.
   */
  Optional<Booking> recordBeingReserved(Booking booking, Recorder recorder) {
    var marked = booking.beingReserved();
    return marked.equals(booking) || recorder.record(booking, marked)
        ? Optional.of(marked)
        : Optional.empty();
  }

  /** Returns true if Slurm may have ended its reservation already. */
  boolean isNearItsEnd(Booking booking) {
    return latestSlurmTime().isAfter(booking.schedule().endTime());
  }

  private Instant latestSlurmTime() {
    return clock.instant().plus(MAX_CLOCK_SKEW);
  }
}
