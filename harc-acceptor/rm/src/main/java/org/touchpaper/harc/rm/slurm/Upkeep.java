package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps in Slurm what is to stand there unchanged, and says what that makes of the booking. What
 * slurmctld lost in a restart is put back; what somebody took from it while it ran is respected.
 */
final class Upkeep {
  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  /** Slurm's clock may be so far from ours. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  private final Cluster cluster;
  private final SlurmController slurm;
  private final Clock clock;

  Upkeep(Cluster cluster, SlurmController slurm, Clock clock) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.clock = clock;
  }

  /**
   * What to record of a booking for which nothing is to be done, going by what was shown; empty if
   * somebody has to look closer. It may have been shown before the booking became what it is: all
   * that is learnt of it is which slurmctld has it.
   */
  Optional<Booking> asShown(Booking booking, ReservationSnapshot snapshot) {
    return snapshot
        .find(booking.reservation())
        .filter(_ -> isToStandAsItIs(booking) && booking.problem() == null)
        .filter(is -> isAsWanted(booking, is))
        .map(is -> booking.upheld(snapshot.boot(), is.isActive()))
        .filter(upheld -> upheld.state() == booking.state());
  }

  private boolean isToStandAsItIs(Booking booking) {
    return switch (booking.at(clock.instant()).state()) {
      case HELD, COMMITTED, ACTIVE -> true;
      case PREPARING,
          TAKEN,
          MERGING,
          ABORTING,
          ABORTED,
          AMENDING,
          ENDING,
          ENDED,
          CANCELLING,
          CANCELLED,
          FAILING,
          FAILED ->
          false;
    };
  }

  private String accountFor(Booking booking) {
    return booking.state() == BookingState.HELD ? cluster.holdAccountOf(booking) : booking.holder();
  }

  /** Has Slurm keep it for whom it is for. */
  Booking uphold(Booking booking) {
    var account = accountFor(booking);
    var boot = slurm.bootTime();
    var found = slurm.find(booking.reservation());
    if (found.filter(is -> cluster.isHeld(is, booking) && !isMadeOut(booking, is)).isPresent()) {
      slurm.handOver(booking.reservation(), account);
      found = slurm.find(booking.reservation());
    }
    if (found.isEmpty()) {
      return putBack(booking);
    }
    return isAsWanted(booking, found.get())
        ? booking.upheld(boot, found.get().isActive())
        : changeBack(booking, found.get(), account);
  }

  /**
   * A slurmctld that was killed comes back with what it had saved before the last change: nothing
   * that was ever made out to others.
   */
  private Booking changeBack(Booking booking, SlurmReservation found, String account) {
    var boot = slurm.bootTime();
    var name = booking.reservation();
    if (boot.equals(booking.seenBoot()) || !cluster.isStillOurs(found, booking)) {
      return changedBySomebody(booking);
    }
    if (booking.problem() == null) {
      LOG.warn("booking={} {} was lost by slurmctld in part", booking.ident(), name);
    }
    var refusal = slurm.change(found, booking.reservationFor(account));
    slurm.handOver(name, account);
    return slurm
        .find(name)
        .filter(is -> isAsWanted(booking, is))
        .map(is -> booking.upheld(boot, is.isActive()))
        .orElseGet(
            () -> booking.hindered("slurmctld lost a change, and says: " + refusal.orElse("")));
  }

  /** For what somebody has given to others, or left less of than was promised. */
  Booking changedBySomebody(Booking booking) {
    return booking.taken(
        "its reservation %s was changed by somebody on %s"
            .formatted(booking.reservation(), cluster.name()));
  }

  /** An administrator may give more than was promised, not less, and nothing of it to others. */
  private boolean isAsWanted(Booking booking, SlurmReservation is) {
    return isMadeOut(booking, is) && covers(booking, is);
  }

  private boolean isMadeOut(Booking booking, SlurmReservation is) {
    return booking.state() == BookingState.HELD
        ? cluster.isHeld(is, booking)
        : is.isOnlyFor(booking.holder());
  }

  /** As wanted of what is undecided, or holds what a decided modification needs. */
  boolean isHeldAsWanted(Booking booking, SlurmReservation is) {
    return cluster.isHeld(is, booking) && covers(booking, is);
  }

  private boolean covers(Booking booking, SlurmReservation is) {
    return is.covers(booking.nodes(), booking.schedule(), latest());
  }

  /**
   * Makes what is missing, unless somebody deleted it. The boot time is read after the reservation
   * was missed, lest a restart between be missed.
   */
  Booking putBack(Booking booking) {
    var boot = slurm.bootTime();
    if (boot.equals(booking.seenBoot()) && !booking.hasEndedAsItWas(latest())) {
      return isNearItsEnd(booking)
          ? booking
          : booking.taken(
              "its reservation "
                  + booking.reservation()
                  + " was deleted by somebody on "
                  + cluster.name());
    }
    if (booking.seenBoot() != null && booking.problem() == null) {
      LOG.warn("booking={} {} was lost by slurmctld", booking.ident(), booking.reservation());
    }
    var refusal = slurm.create(booking.reservationFor(accountFor(booking)));
    return slurm
        .find(booking.reservation())
        .map(is -> booking.upheld(boot, is.isActive()))
        .orElseGet(() ->
            booking.hindered(
                "Slurm does not have its reservation, and says: " + refusal.orElse("")));
  }

  /** True if Slurm may have ended its reservation already. */
  boolean isNearItsEnd(Booking booking) {
    return latest().isAfter(booking.schedule().endTime());
  }

  private Instant latest() {
    return clock.instant().plus(SKEW);
  }
}
