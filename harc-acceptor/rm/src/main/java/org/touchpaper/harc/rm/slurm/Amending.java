package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.util.Optional;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/**
 * Makes of a booking's reservation what a decided modification calls for, and says what that makes
 * of the booking.
 */
final class Amending {
  private final Cluster cluster;
  private final SlurmController slurm;
  private final Upkeep upkeep;
  private final Bookings bookings;
  private final Recorder recorder;
  private final Clock clock;

  /** Puts on record what became of a booking; false if it was decided otherwise meanwhile. */
  @FunctionalInterface
  interface Recorder {
    boolean record(Booking before, Booking after);
  }

  Amending(
      Cluster cluster,
      SlurmController slurm,
      Upkeep upkeep,
      Bookings bookings,
      Recorder recorder,
      Clock clock) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.upkeep = upkeep;
    this.bookings = bookings;
    this.recorder = recorder;
    this.clock = clock;
  }

  /**
   * The pieces that were held keep everybody else away until the reservation itself has grown over
   * them: only then do they go.
   */
  Booking amend(Booking booking) {
    var boot = slurm.bootTime();
    var found = slurm.find(booking.reservation());
    if (found.filter(is -> !cluster.isStillOurs(is, booking)).isPresent()) {
      return upkeep.changedBySomebody(booking);
    }
    if (found.filter(is -> isExactly(booking, is)).isPresent()) {
      return booking.upheld(boot, found.get().isActive());
    }
    for (var piece : bookings.listPiecesOf(booking.ident())) {
      var whyNot = takenFrom(piece);
      if (whyNot.isPresent()) {
        return booking.taken(whyNot.get());
      }
      slurm.letOverlap(piece.reservation());
    }
    if (found.isEmpty()) {
      return upkeep.putBack(booking);
    }
    if (isToBeClosed(booking, found.get())) {
      return makeAnew(booking);
    }
    var refusal = slurm.change(found.get(), booking.reservationFor(booking.holder()));
    return slurm
        .find(booking.reservation())
        .filter(is -> isExactly(booking, is))
        .map(is -> booking.upheld(boot, is.isActive()))
        .orElseGet(() -> booking.hindered("Slurm does not change it: " + refusal.orElse("")));
  }

  /**
   * Why a modification cannot have what was held for it; empty if it can. A slurmctld that was
   * started anew may have lost it, and never made it out to others.
   */
  private Optional<String> takenFrom(Booking piece) {
    var found = slurm.find(piece.reservation());
    var isOthers = found.filter(is -> !cluster.isStillOurs(is, piece)).isPresent();
    var isThere =
        found.filter(is -> upkeep.isHeldAsWanted(piece, is)).isPresent()
            || upkeep.isNearItsEnd(piece)
            || !slurm.bootTime().equals(piece.seenBoot());
    return isThere && !isOthers
        ? Optional.empty()
        : Optional.of(
            "its reservation %s was %s by somebody on %s, and its modification needs it"
                .formatted(
                    piece.reservation(),
                    found.isPresent() ? "changed" : "deleted",
                    cluster.name()));
  }

  /** Slurm lets nobody change the start of what goes on. */
  private boolean isToBeClosed(Booking booking, SlurmReservation is) {
    return is.isActive() && booking.schedule().startTime().isAfter(clock.instant());
  }

  /** What was decided while it went on is closed, with all that runs in it, and opened later. */
  private Booking makeAnew(Booking booking) {
    var anew = booking.beingMadeAnew();
    if (!recorder.record(booking, anew)) {
      return booking; // It was decided otherwise meanwhile.
    }
    Optional<String> whyNot;
    try {
      whyNot = close(anew);
      if (whyNot.isEmpty()) {
        return upkeep.putBack(anew);
      }
    } catch (SchedulerUnreachable e) {
      return anew.hindered(String.valueOf(e.getMessage())); // What is gone now we have deleted.
    }
    recorder.record(anew, booking); // We have not: what is gone next somebody else has deleted.
    slurm.endJobs(booking.reservation());
    return booking.hindered("it is being closed, to be opened later: " + whyNot.get());
  }

  /** Why it was not deleted. */
  private Optional<String> close(Booking anew) {
    try {
      return slurm.delete(anew.reservation());
    } catch (TurnedAway e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private boolean isExactly(Booking booking, SlurmReservation is) {
    return is.is(booking.nodes(), booking.schedule(), clock.instant());
  }
}
