package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  private volatile List<String> unaccounted = List.of();

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
      reckon();
      for (var booking : bookings.listUnfinished()) {
        keeper.look(booking.ident()).ifPresent(when -> agenda.lookAt(booking.ident(), when));
      }
    } catch (SchedulerUnreachable e) {
      LOG.warn("cluster={} {}", cluster.name(), e.getMessage());
    }
    return clock.instant().plus(PERIOD);
  }

  /**
   * A command that was given up may still have been carried out: what is left over of a booking
   * goes. What is not in the books at all is nobody's to delete but an administrator's: another
   * resource manager may have been given our prefix, and our database may be fresh or a copy of
   * last week's.
   */
  private void reckon() {
    var reservations = slurm.listReservations();
    var reckoning = Reckoning.of(cluster, bookings, reservations, List.of());
    var unknown = new ArrayList<String>();
    for (var reservation : reservations) {
      switch (reckoning.standing(reservation)) {
        case LEFT_OVER -> delete(reservation);
        case UNACCOUNTED ->
            unknown.add(reservation.name() + " for " + String.join(",", reservation.users()));
        case BOOKED, FOREIGN -> {}
      }
    }
    tell(unknown);
  }

  private void delete(SlurmReservation left) {
    LOG.warn("cluster={} {} is left over: deleted", cluster.name(), left.name());
    slurm
        .delete(left.name())
        .ifPresent(refusal -> LOG.warn("cluster={} {}", cluster.name(), refusal));
  }

  private void tell(List<String> unknown) {
    var before = unaccounted;
    unaccounted = unknown.stream().sorted().toList();
    if (!unaccounted.equals(before)) {
      drift().ifPresent(text -> LOG.warn("cluster={} {}", cluster.name(), text));
    }
  }

  /** What has our names and is not in our books, as of the last walk; empty if nothing is. */
  Optional<String> drift() {
    var known = unaccounted;
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ("named as ours, and in no books of ours: %s. Nothing here deletes them, and their nodes"
                    + " count as taken. Was this database put back from a copy, or has another resource"
                    + " manager the same touchpaper.rm.slurm.prefix (%s)? What nobody needs is deleted"
                    + " by scontrol delete ReservationName=<name>")
                .formatted(String.join("; ", known), cluster.prefix()));
  }
}
