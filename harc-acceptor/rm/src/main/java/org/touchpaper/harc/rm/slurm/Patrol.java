package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/** Compares all of Slurm with all of our calendar, at the start and every minute. */
final class Patrol {
  private static final Logger LOG = LoggerFactory.getLogger(Patrol.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final Cluster cluster;
  private final SlurmController slurm;
  private final Bookings bookings;
  private final ReservationKeeper keeper;
  private final Agenda agenda;
  private final Clock clock;

  Patrol(
      Cluster cluster,
      SlurmController slurm,
      Bookings bookings,
      ReservationKeeper keeper,
      Agenda agenda,
      Clock clock) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.bookings = bookings;
    this.keeper = keeper;
    this.agenda = agenda;
    this.clock = clock;
  }

  /** Walks once; answers when to walk again. */
  Instant walk() {
    try {
      deleteWhatIsNobodys();
      for (var booking : bookings.listUnfinished()) {
        keeper.look(booking.ident()).ifPresent(when -> agenda.lookAt(booking.ident(), when));
      }
    } catch (SchedulerUnreachable e) {
      LOG.warn("cluster={} {}", cluster.name(), e.getMessage());
    }
    return clock.instant().plus(PERIOD);
  }

  /**
   * A command that was given up may still have been carried out. A booking is on record before its
   * reservation is made, so what Slurm showed before we look here belongs to nobody.
   */
  private void deleteWhatIsNobodys() {
    for (var reservation : slurm.listReservations()) {
      if (cluster.isOurs(reservation.name())
          && bookings
              .findByReservation(reservation.name())
              .filter(booking -> !booking.state().isClean())
              .isEmpty()) {
        LOG.warn("cluster={} {} is nobody's: deleted", cluster.name(), reservation.name());
        slurm
            .delete(reservation.name())
            .ifPresent(refusal -> LOG.warn("cluster={} {}", cluster.name(), refusal));
      }
    }
  }
}
