package org.touchpaper.harc.rm.backend.slurm;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.booking.BackendSynchronizer;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingLocks;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager's scheduler in front of a real Slurm, with its own database. */
final class SlurmUnderTest {
  static final String HOLD_ACCOUNT = "bin";
  static final String ANNES_ACCOUNT = "daemon";

  /** Slurm uses the real clock, so tests must, too. */
  final SettableClock clock;

  final Map<String, Instant> scheduledChecks = new TreeMap<>();
  final Cluster cluster;
  private final DataSource database;
  private final SlurmController slurm;
  private final DurableTimer timer;

  SlurmUnderTest(String name, DataSource database, SlurmController slurm) {
    this.cluster = cluster(name, "touchpaper");
    this.database = database;
    this.slurm = slurm;
    this.timer = scheduledChecks::put;
    this.clock = clockOfToday();
  }

  private static SettableClock clockOfToday() {
    return SettableClock.at(Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** In front of a Slurm with a settable clock. */
  SlurmUnderTest(String name, DataSource database, SlurmController slurm, SettableClock clock) {
    this(cluster(name, "touchpaper"), database, slurm, clock);
  }

  SlurmUnderTest(Cluster cluster, DataSource database, SlurmController slurm, SettableClock clock) {
    this.cluster = cluster;
    this.database = database;
    this.slurm = slurm;
    this.timer = scheduledChecks::put;
    this.clock = clock;
  }

  SlurmUnderTest(String name, DataSource database, SlurmController slurm, DurableTimer timer) {
    this.cluster = cluster(name, "touchpaper");
    this.database = database;
    this.slurm = slurm;
    this.timer = timer;
    this.clock = clockOfToday();
  }

  private static final AccountMapping ACCOUNTS =
      new AccountMapping(Map.of("anne@ucl", ANNES_ACCOUNT), Set.of("manchester"));

  static Cluster cluster(String name, String prefix) {
    return new Cluster(name, "", prefix, HOLD_ACCOUNT, ACCOUNTS);
  }

  BookingRepository bookings() {
    return backend().bookings();
  }

  List<Booking> unfinished() {
    return bookings().listUnfinished().stream()
        .flatMap(bookingId -> bookings().find(bookingId).stream())
        .toList();
  }

  BackendSynchronizer synchronizer() {
    return newScheduler().synchronizer();
  }

  private SlurmBackend backend() {
    return new SlurmBackend(cluster, slurm, JdbcClient.create(database), clock);
  }

  ReconciliationLoop reconciliationLoop() {
    return reconciliationLoop(synchronizer());
  }

  ReconciliationLoop reconciliationLoop(BackendSynchronizer synchronizer) {
    return new ReconciliationLoop(backend(), synchronizer, timer, clock);
  }

  /** As after a restart: all its state is in the database. */
  BackendResourceScheduler newScheduler() {
    return newScheduler(new BookingLocks());
  }

  BackendResourceScheduler newScheduler(BookingLocks locks) {
    return new BackendResourceScheduler(
        backend(),
        JdbcClient.create(database),
        JsonMapper.shared(),
        locks,
        new TransactionTemplate(new JdbcTransactionManager(database)),
        timer,
        clock);
  }

  /** Recovers as at the start of the service. */
  void restart() {
    reconciliationLoop().check();
  }

  /** Sets the clock, does what is due by then, and runs a full check. */
  void turnTo(Instant instant) {
    clock.set(instant);
    for (var bookingId : List.copyOf(scheduledChecks.keySet())) {
      while (scheduledChecks.containsKey(bookingId)
          && !scheduledChecks.get(bookingId).isAfter(instant)) {
        synchronizer()
            .check(bookingId)
            .ifPresentOrElse(
                next -> scheduledChecks.put(bookingId, next),
                () -> scheduledChecks.remove(bookingId));
      }
    }
    reconciliationLoop().check();
  }

  BookingAction.Make nodes(String bookingId, int count, Schedule schedule) {
    return new BookingAction.Make(
        bookingId, schedule, new ResourceRequest.Compute(cluster.name(), count));
  }

  /** With launches. */
  BackendResourceScheduler newScheduler(DataSource crashing, RunService runs) {
    var jdbc = JdbcClient.create(crashing);
    return new BackendResourceScheduler(
        new SlurmBackend(cluster, slurm, Optional.of(runs), jdbc, clock),
        jdbc,
        JsonMapper.shared(),
        new TransactionTemplate(new JdbcTransactionManager(crashing)),
        timer,
        clock);
  }

  /** A schedule in minutes from this time tomorrow. */
  Schedule tomorrow(int from, int to) {
    var base = clock.instant().plus(1, ChronoUnit.DAYS);
    return new Schedule(base.plusSeconds(60L * from), base.plusSeconds(60L * to));
  }
}
