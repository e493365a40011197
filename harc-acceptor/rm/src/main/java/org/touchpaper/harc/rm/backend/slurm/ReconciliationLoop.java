package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.backend.slurm.client.ReservationListing;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.booking.BackendSynchronizer;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * Compares Slurm's reservations with our bookings: at start, every minute, and when slurmctld has
 * restarted, which may have lost something. A full check needs two requests to Slurm, however much
 * is booked, and further ones only where it finds a difference. Every quarter of a minute it reads
 * which nodes take no jobs.
 */
public final class ReconciliationLoop {
  private static final Logger LOG = LoggerFactory.getLogger(ReconciliationLoop.class);
  private static final Duration FULL_CHECK_INTERVAL = Duration.ofMinutes(1);

  /** How soon nodes that went down or came back are noticed. */
  private static final Duration NODE_CHECK_INTERVAL = Duration.ofSeconds(15);

  /** How soon a restart of slurmctld is noticed. */
  private static final Duration BOOT_CHECK_INTERVAL = Duration.ofSeconds(5);

  /** The number of failures that a message lists. */
  private static final int MAX_LISTED = 10;

  /** How long slurmctld may have been down: jobs that ended earlier are not looked for. */
  private static final Duration MAX_DOWNTIME = Duration.ofHours(1);

  /** The maximum difference between Slurm's clock and ours: jobs that ended later stay ended. */
  private static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(1);

  /** The interval while Slurm does not answer. */
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final SlurmController slurm;
  private final BookingRepository bookings;
  private final SlurmBackend backend;
  private final BackendSynchronizer synchronizer;
  private final HoldAccountExistenceCheck holdAccountExistenceCheck;
  private final DurableTimer timer;
  private final Clock clock;
  private volatile List<String> unaccounted = List.of();

  /** The items that the last full check failed on, each with its error. */
  private volatile Map<String, String> lastFailures = Map.of();

  private volatile Instant nextFullCheck = Instant.MIN;
  private volatile Instant nextNodeCheck = Instant.MIN;

  /** The boot time of slurmctld at the last full check; null before the first. */
  private volatile @Nullable Instant seenBootTime;

  /** The bookings whose ended jobs slurmctld may have brought back, and nobody has ended again. */
  private volatile Set<String> broughtBack = Set.of();

  private volatile boolean wasReachable = true;

  public ReconciliationLoop(
      SlurmBackend backend, BackendSynchronizer synchronizer, DurableTimer timer, Clock clock) {
    this.cluster = backend.cluster();
    this.slurm = backend.slurm();
    this.bookings = backend.bookings();
    this.backend = backend;
    this.synchronizer = synchronizer;
    this.holdAccountExistenceCheck = new HoldAccountExistenceCheck(cluster, slurm);
    this.timer = timer;
    this.clock = clock;
  }

  /** Checks the hold account, then as {@link #check}. */
  public Instant reconcile() {
    holdAccountExistenceCheck.check();
    return check();
  }

  /** Runs a full check if it is due or slurmctld has restarted; returns when to check again. */
  Instant check() {
    try {
      var bootTime = slurm.bootTime();
      if (!clock.instant().isBefore(nextFullCheck) || !bootTime.equals(seenBootTime)) {
        checkAll(bootTime);
      }
      if (!clock.instant().isBefore(nextNodeCheck)) {
        nextNodeCheck = clock.instant().plus(NODE_CHECK_INTERVAL);
        backend.readNodes();
      }
      logReachabilityChange(true, "Slurm answers again");
      return clock.instant().plus(BOOT_CHECK_INTERVAL);
    } catch (SchedulerUnreachableException e) {
      logReachabilityChange(false, String.valueOf(e.getMessage()));
      return clock.instant().plus(RETRY_INTERVAL);
    }
  }

  /** Logs only the change. */
  private void logReachabilityChange(boolean isReachable, String message) {
    if (isReachable != wasReachable) {
      LOG.warn("cluster={} {}", cluster.name(), message);
    }
    wasReachable = isReachable;
  }

  private void checkAll(Instant bootTime) {
    var listing = ReservationListing.fetch(slurm, bootTime);
    var failures = new TreeMap<String, String>();
    if (!bootTime.equals(seenBootTime)) {
      findJobsBroughtBack(bootTime);
    }
    var mustCheckSoon = endJobsBroughtBack(bootTime, failures);
    runIsolated(
        "left-over reservations", () -> reconcile(listing.reservations(), failures), failures);
    for (var bookingId : bookings.listUnfinished()) {
      runIsolated(
          "booking=" + bookingId,
          () ->
              synchronizer
                  .check(
                      bookingId, booking -> backend.repair().confirmFromListing(booking, listing))
                  .ifPresent(time -> timer.schedule(bookingId, time)),
          failures);
    }
    lastFailures = Collections.unmodifiableMap(failures);
    nextFullCheck = clock.instant().plus(mustCheckSoon ? BOOT_CHECK_INTERVAL : FULL_CHECK_INTERVAL);
    seenBootTime = bootTime;
  }

  /**
   * slurmctld saves up to five seconds late: killed, it restarts with the jobs that had ended just
   * before, which then occupy their nodes, and keep their reservations from being deleted.
   */
  private void findJobsBroughtBack(Instant bootTime) {
    var found = new TreeSet<>(broughtBack);
    backend
        .runs()
        .ifPresent(runs ->
            found.addAll(
                runs.listEndedBetween(
                    bootTime.minus(MAX_DOWNTIME), bootTime.plus(MAX_CLOCK_SKEW))));
    broughtBack = Collections.unmodifiableSet(found);
  }

  /**
   * Ends them again; those that could not be ended stay for the next full check. Returns true if
   * that must come soon: what they kept from being done can be done then.
   */
  private boolean endJobsBroughtBack(Instant bootTime, Map<String, String> failures) {
    var left = new TreeSet<>(broughtBack);
    for (var bookingId : broughtBack) {
      runIsolated(
          "run of booking=" + bookingId,
          () -> {
            if (endAgain(bookingId)) {
              left.remove(bookingId);
            }
          },
          failures);
    }
    var isAnyEnded = left.size() < broughtBack.size();
    var isFirstTry = !bootTime.equals(seenBootTime) && !left.isEmpty();
    broughtBack = Collections.unmodifiableSet(left);
    return isAnyEnded || isFirstTry;
  }

  /** Returns false if another thread is at the booking. */
  private boolean endAgain(String bookingId) {
    return synchronizer
        .runExclusively(
            bookingId,
            () -> {
              backend.runs().ifPresent(runs -> runs.endAgain(bookingId));
              return true;
            })
        .isPresent();
  }

  /** Runs a check whose failure must not keep the others from running. */
  private void runIsolated(String subject, Runnable check, Map<String, String> failures) {
    try {
      check.run();
    } catch (RuntimeException e) {
      failures.put(subject, e.toString());
      LOG.error(
          "cluster={} {}: check failed; retry within {}",
          cluster.name(),
          subject,
          FULL_CHECK_INTERVAL,
          e);
    }
  }

  /**
   * Deletes the reservations of finished bookings, because an abandoned command may still have
   * taken effect. A reservation without a booking is only reported, never deleted: another resource
   * manager may use our prefix, or our database may be new or restored.
   */
  private void reconcile(List<SlurmReservation> reservations, Map<String, String> failures) {
    var diff = ReservationBookingMatcher.of(cluster, bookings, reservations, List.of());
    for (var reservation : reservations) {
      diff.findLeftOver(reservation)
          .ifPresent(booking ->
              runIsolated(reservation.name(), () -> deleteLeftOver(booking.bookingId()), failures));
    }
    reportUnaccounted(
        reservations.stream()
            .filter(diff::isUnaccounted)
            .map(
                reservation -> reservation.name() + " for " + String.join(",", reservation.users()))
            .toList());
  }

  /** If another thread is at it, the next full check deletes it. */
  void deleteLeftOver(String bookingId) {
    synchronizer.runExclusively(
        bookingId,
        () -> {
          backend.deleteLeftOver(bookingId);
          return true;
        });
  }

  private void reportUnaccounted(List<String> unaccountedNames) {
    var previous = unaccounted;
    unaccounted = unaccountedNames.stream().sorted().toList();
    if (!unaccounted.equals(previous)) {
      describeUnaccounted()
          .ifPresent(message -> LOG.warn("cluster={} {}", cluster.name(), message));
    }
  }

  /** The cluster's name and why nothing can be held there now; empty if it can. */
  public Optional<String> problem() {
    return slurm.problem().or(holdAccountExistenceCheck::problem).map(this::withName);
  }

  private String withName(String text) {
    return cluster.name() + ": " + text;
  }

  /**
   * The cluster's name, reservations with our names but without a booking, and failures of the last
   * full check; empty if there are none.
   */
  public Optional<String> describeDrift() {
    var findings =
        Stream.of(describeUnaccounted(), describeFailures()).flatMap(Optional::stream).toList();
    return findings.isEmpty()
        ? Optional.empty()
        : Optional.of(withName(String.join("; ", findings)));
  }

  private Optional<String> describeFailures() {
    var failures = lastFailures;
    return failures.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "checks that failed, with a retry within "
                + FULL_CHECK_INTERVAL.toSeconds()
                + " s (see the log for details): "
                + failures.entrySet().stream()
                    .limit(MAX_LISTED)
                    .map(failure -> failure.getKey() + " (" + failure.getValue() + ")")
                    .collect(Collectors.joining("; "))
                + (failures.size() > MAX_LISTED
                    ? " and " + (failures.size() - MAX_LISTED) + " more"
                    : ""));
  }

  private Optional<String> describeUnaccounted() {
    var names = unaccounted;
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ("reservations with our prefix but without a booking: %s. They are not deleted, and their"
                    + " nodes count as taken. Was this database restored from a backup, or does"
                    + " another resource manager use touchpaper.rm.slurm.prefix=%s? Delete those that"
                    + " nobody needs with scontrol delete ReservationName=<name>")
                .formatted(String.join("; ", names), cluster.prefix()));
  }
}
