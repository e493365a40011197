package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/**
 * Makes Slurm say what a booking calls for: the intention is on record, then Slurm is told, then it
 * is read back, then that goes on record (DESIGN decision 8). Whatever was interrupted is done
 * again. What is to stand there unchanged is {@link Upkeep}'s, and what a modification makes of it
 * {@link Amending}'s.
 */
final class ReservationKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(ReservationKeeper.class);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final SlurmController slurm;
  private final Upkeep upkeep;
  private final Amending amending;
  private final Bookings bookings;
  private final TransactionOperations database;
  private final Clock clock;
  private final BookingLocks locks;

  ReservationKeeper(
      Cluster cluster,
      SlurmController slurm,
      Bookings bookings,
      TransactionOperations database,
      Clock clock) {
    this(cluster, slurm, bookings, database, clock, new BookingLocks());
  }

  /** With locks of its own. */
  ReservationKeeper(
      Cluster cluster,
      SlurmController slurm,
      Bookings bookings,
      TransactionOperations database,
      Clock clock,
      BookingLocks locks) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.upkeep = new Upkeep(cluster, slurm, clock);
    this.amending = new Amending(cluster, slurm, upkeep, bookings, this::record, clock);
    this.bookings = bookings;
    this.database = database;
    this.clock = clock;
    this.locks = locks;
  }

  /**
   * Has Slurm hold what is being prepared, for the hold account; why not, if it will not.
   *
   * @throws SchedulerUnreachable if Slurm does not answer, or somebody is still asking it
   */
  Optional<String> hold(String ident) {
    return locks
        .alone(ident, () -> bookings.find(ident).flatMap(this::objection))
        .orElseThrow(
            () -> new TurnedAway("what Slurm was asked before it has not answered yet: " + ident));
  }

  /** What was held when it was asked for before may have been lost or taken since. */
  private Optional<String> objection(Booking booking) {
    return switch (booking.state()) {
      case PREPARING -> hold(booking);
      case HELD -> stillHold(booking);
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

  private Optional<String> stillHold(Booking booking) {
    var upheld = upkeep.uphold(booking);
    if (!upheld.equals(booking)) {
      record(booking, upheld);
    }
    if (upheld.problem() != null) {
      return Optional.of(upheld.problem());
    }
    return slurm
            .find(booking.reservation())
            .filter(is -> upkeep.isHeldAsWanted(upheld, is))
            .isPresent()
        ? Optional.empty()
        : Optional.of(booking.reservation() + " was held, and is not there as it was asked for");
  }

  private Optional<String> hold(Booking booking) {
    var boot = slurm.bootTime();
    var found = slurm.find(booking.reservation());
    if (found.isEmpty()) {
      var refusal = slurm.create(booking.reservationFor(cluster.holdAccountOf(booking)));
      found = slurm.find(booking.reservation());
      if (found.isEmpty()) {
        return Optional.of(refusal.orElse("what it said it made is not there"));
      }
    }
    if (!upkeep.isHeldAsWanted(booking, found.get())) {
      return Optional.of(booking.reservation() + " is there, and is not what was asked for");
    }
    record(booking, booking.held(boot));
    return Optional.empty();
  }

  /** Does what is due; answers when to look again, or nothing if never. */
  Optional<Instant> look(String ident) {
    return locks.alone(ident, () -> lookAlone(ident)).orElseGet(this::soon);
  }

  /**
   * As {@link #look(String)}, and Slurm is asked only if what it showed calls for a closer look.
   */
  Optional<Instant> look(String ident, ReservationSnapshot shown) {
    return locks.alone(ident, () -> lookAlone(ident, shown)).orElseGet(this::soon);
  }

  /** Whoever is at it waits for Slurm. */
  private Optional<Instant> soon() {
    return Optional.of(clock.instant().plus(AGAIN));
  }

  private Optional<Instant> lookAlone(String ident, ReservationSnapshot shown) {
    var found = bookings.find(ident);
    var upheld = found.flatMap(booking -> upkeep.asShown(booking, shown));
    if (upheld.isEmpty()) {
      return lookAlone(ident);
    }
    if (!upheld.equals(found)) {
      record(found.orElseThrow(), upheld.get());
    }
    return nextLook(upheld.get());
  }

  /**
   * Deletes what Slurm has of a booking that is over. Both are looked at again: since it was shown
   * a modification may have begun the booking again, and somebody have made it out to others. While
   * somebody else is at it, it is left to the next patrol.
   */
  void deleteLeftOver(String ident) {
    locks.alone(
        ident,
        () -> {
          var over = bookings.find(ident).filter(booking -> booking.state().isClean());
          over.flatMap(booking ->
                  slurm.find(booking.reservation()).filter(is -> cluster.isStillOurs(is, booking)))
              .ifPresent(this::deleteLeftOver);
          return over;
        });
  }

  private void deleteLeftOver(SlurmReservation left) {
    LOG.warn("cluster={} {} is left over: deleted", cluster.name(), left.name());
    slurm
        .delete(left.name())
        .ifPresent(refusal -> LOG.warn("cluster={} {}", cluster.name(), refusal));
  }

  private Optional<Instant> lookAlone(String ident) {
    var found = bookings.find(ident);
    while (found.isPresent()) {
      var before = found.get();
      var intended = before.at(clock.instant());
      var after = intended.equals(before) ? act(before) : intended;
      if (!after.equals(before)) {
        record(before, after);
      }
      if (after.state() == before.state()) {
        return nextLook(after);
      }
      found = bookings.find(ident);
    }
    return Optional.empty();
  }

  /** The patrol comes by anyway; sooner only at a start or an end, or if something is wrong. */
  private Optional<Instant> nextLook(Booking booking) {
    var now = clock.instant();
    var schedule = booking.schedule();
    return switch (booking.state()) {
      case HELD -> booking.problem() == null ? Optional.empty() : Optional.of(now.plus(AGAIN));
      case COMMITTED ->
          Optional.of(
              booking.problem() == null && now.isBefore(schedule.startTime())
                  ? schedule.startTime()
                  : now.plus(AGAIN));
      case ACTIVE -> Optional.of(booking.problem() == null ? schedule.endTime() : now.plus(AGAIN));
      case MERGING, AMENDING, ABORTING, ENDING, CANCELLING, FAILING -> Optional.of(now.plus(AGAIN));
      case PREPARING, TAKEN, ABORTED, ENDED, CANCELLED, FAILED -> Optional.empty();
    };
  }

  private Booking act(Booking booking) {
    try {
      return switch (booking.state()) {
        case HELD, COMMITTED, ACTIVE -> upkeep.uphold(booking);
        case AMENDING -> amending.amend(booking);
        case MERGING, ABORTING, ENDING, CANCELLING, FAILING -> clear(booking);
        case PREPARING, TAKEN, ABORTED, ENDED, CANCELLED, FAILED -> booking;
      };
    } catch (SchedulerUnreachable e) {
      return booking.hindered(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The reservation of that name is ours to delete, whatever nodes and times somebody has left it;
   * but what was made out to others an administrator has given to them, and the patrol tells of it.
   */
  private Booking clear(Booking booking) {
    if (isStillNeeded(booking)) {
      return booking;
    }
    var found = slurm.find(booking.reservation());
    if (found.filter(is -> cluster.isStillOurs(is, booking)).isEmpty()) {
      found.ifPresent(
          is -> LOG.warn("booking={} {} is left to {}", booking.ident(), is.name(), is.users()));
      return booking.cleared();
    }
    var refusal = slurm.delete(booking.reservation());
    if (refusal.isPresent()) {
      endJobs(booking);
      return booking.hindered(refusal.get());
    }
    return slurm.find(booking.reservation()).isEmpty()
        ? booking.cleared()
        : booking.hindered("its reservation " + booking.reservation() + " is still there");
  }

  /**
   * Slurm deletes no reservation in which jobs run. What was cancelled is to end now; what has come
   * to its end may run over it as long as the site allows (ResvOverRun), and what an administrator
   * took may be somebody else's.
   */
  private void endJobs(Booking booking) {
    if (booking.state() == BookingState.CANCELLING) {
      slurm.endJobs(booking.reservation());
    }
  }

  private boolean isStillNeeded(Booking booking) {
    return booking.state() == BookingState.MERGING
        && bookings
            .find(booking.wholeIdent())
            .filter(whole -> whole.state() == BookingState.AMENDING)
            .isPresent();
  }

  private boolean record(Booking before, Booking after) {
    if (after.state() != before.state()) {
      var problem = after.problem() == null ? "" : after.problem();
      LOG.info("booking={} {} -> {} {}", before.ident(), before.state(), after.state(), problem);
    }
    return database.execute(_ -> bookings.change(before, after));
  }
}
