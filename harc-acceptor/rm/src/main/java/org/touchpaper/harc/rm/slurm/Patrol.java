package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/**
 * Compares all of Slurm with all of our calendar: at the start, every minute, and as soon as
 * another slurmctld answers than did before, which may have lost something. A walk costs Slurm two
 * questions, however much is booked, and more only for what differs.
 */
final class Patrol {
  private static final Logger LOG = LoggerFactory.getLogger(Patrol.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);

  /** How soon a slurmctld that was started anew is noticed. */
  private static final Duration GLANCE = Duration.ofSeconds(5);

  /** So many that could not be looked at are named at once. */
  private static final int TOLD = 10;

  /** The same while none answers. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final SlurmController slurm;
  private final Bookings bookings;
  private final ReservationKeeper keeper;
  private final Agenda agenda;
  private final Clock clock;
  private volatile List<String> unaccounted = List.of();

  /** What the last walk could not look at, and why. */
  private volatile Map<String, String> failed = Map.of();

  private volatile Instant due = Instant.MIN;

  /** The boot time of the slurmctld of the last walk; null before the first. */
  private volatile @Nullable Instant seenBoot;

  private volatile boolean isAnswered = true;

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

  /** Walks if it is time, or slurmctld was started anew; answers when to look again. */
  Instant look() {
    try {
      var boot = slurm.bootTime();
      if (!clock.instant().isBefore(due) || !boot.equals(seenBoot)) {
        walk(boot);
      }
      tellOnce(true, "answers");
      return clock.instant().plus(GLANCE);
    } catch (SchedulerUnreachable e) {
      tellOnce(false, String.valueOf(e.getMessage()));
      return clock.instant().plus(AGAIN);
    }
  }

  /** Once, however long it lasts. */
  private void tellOnce(boolean answers, String text) {
    if (answers != isAnswered) {
      LOG.warn("cluster={} {}", cluster.name(), text);
    }
    isAnswered = answers;
  }

  private void walk(Instant boot) {
    var shown = ReservationSnapshot.by(slurm, boot);
    var failures = new TreeMap<String, String>();
    apart("what is left over", () -> reconcile(shown.reservations(), failures), failures);
    for (var ident : bookings.listUnfinished()) {
      apart(
          "booking=" + ident,
          () -> keeper.look(ident, shown).ifPresent(when -> agenda.lookAt(ident, when)),
          failures);
    }
    failed = Collections.unmodifiableMap(failures);
    due = clock.instant().plus(PERIOD);
    seenBoot = boot;
  }

  /** What is wrong with one thing is no reason not to look at the next. */
  private void apart(String what, Runnable look, Map<String, String> failures) {
    try {
      look.run();
    } catch (RuntimeException e) {
      failures.put(what, e.toString());
      LOG.error(
          "cluster={} {}: failed, to be tried again within {}", cluster.name(), what, PERIOD, e);
    }
  }

  /**
   * A command that was given up may still have been carried out: what is left over of a booking
   * goes. What is not in the books at all is nobody's to delete but an administrator's: another
   * resource manager may have been given our prefix, and our database may be fresh or a copy of
   * last week's.
   */
  private void reconcile(List<SlurmReservation> reservations, Map<String, String> failures) {
    var reconciliation = Reconciliation.of(cluster, bookings, reservations, List.of());
    for (var row : reconciliation.unreadable()) {
      LOG.error("cluster={} booking={} cannot be read: {}", cluster.name(), row.ident(), row.why());
      failures.put("booking=" + row.ident(), row.why());
    }
    var unknown = new ArrayList<String>();
    for (var reservation : reservations) {
      switch (reconciliation.standing(reservation)) {
        case LEFT_OVER ->
            reconciliation
                .bookingOf(reservation)
                .ifPresent(over ->
                    apart(reservation.name(), () -> keeper.deleteLeftOver(over.ident()), failures));
        case UNACCOUNTED ->
            unknown.add(reservation.name() + " for " + String.join(",", reservation.users()));
        case BOOKED, UNREADABLE, FOREIGN -> {}
      }
    }
    tell(unknown);
  }

  private void tell(List<String> unknown) {
    var before = unaccounted;
    unaccounted = unknown.stream().sorted().toList();
    if (!unaccounted.equals(before)) {
      strangers().ifPresent(text -> LOG.warn("cluster={} {}", cluster.name(), text));
    }
  }

  /**
   * What has our names and is not in our books, and what could not be looked at, as of the last
   * walk; empty if nothing is.
   */
  Optional<String> drift() {
    var all = Stream.of(strangers(), unlooked()).flatMap(Optional::stream).toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
  }

  private Optional<String> unlooked() {
    var known = failed;
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "could not be looked at, to be tried again within "
                + PERIOD.toSeconds()
                + " s, and all of it is in the log: "
                + known.entrySet().stream()
                    .limit(TOLD)
                    .map(each -> each.getKey() + " (" + each.getValue() + ")")
                    .collect(Collectors.joining("; "))
                + (known.size() > TOLD ? " and " + (known.size() - TOLD) + " more" : ""));
  }

  private Optional<String> strangers() {
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
