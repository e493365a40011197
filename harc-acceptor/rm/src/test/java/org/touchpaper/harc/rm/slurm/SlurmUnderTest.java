package org.touchpaper.harc.rm.slurm;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager's scheduler before a real Slurm, on a database of its own. */
final class SlurmUnderTest {
  static final String HOLD = "bin";
  static final String ANNES = "daemon";

  /** Slurm lives in the present, so tests must. */
  final SettableClock clock;

  final Map<String, Instant> agenda = new TreeMap<>();
  final Cluster cluster;
  private final DataSource database;
  private final SlurmController slurm;
  private final Agenda reminders;

  SlurmUnderTest(String name, DataSource database, SlurmController slurm) {
    this.cluster = cluster(name, "touchpaper");
    this.database = database;
    this.slurm = slurm;
    this.reminders = agenda::put;
    this.clock = present();
  }

  private static SettableClock present() {
    return SettableClock.at(Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** Before a Slurm whose clock can be turned. */
  SlurmUnderTest(String name, DataSource database, SlurmController slurm, SettableClock clock) {
    this(cluster(name, "touchpaper"), database, slurm, clock);
  }

  SlurmUnderTest(Cluster cluster, DataSource database, SlurmController slurm, SettableClock clock) {
    this.cluster = cluster;
    this.database = database;
    this.slurm = slurm;
    this.reminders = agenda::put;
    this.clock = clock;
  }

  SlurmUnderTest(String name, DataSource database, SlurmController slurm, Agenda reminders) {
    this.cluster = cluster(name, "touchpaper");
    this.database = database;
    this.slurm = slurm;
    this.reminders = reminders;
    this.clock = present();
  }

  private static final Accounts ACCOUNTS =
      new Accounts(Map.of("anne@ucl", ANNES), Set.of("manchester"));

  static Cluster cluster(String name, String prefix) {
    return new Cluster(name, "", prefix, HOLD, ACCOUNTS);
  }

  Bookings bookings() {
    return new Bookings(JdbcClient.create(database));
  }

  List<Booking> unfinished() {
    return bookings().listUnfinished().stream()
        .flatMap(ident -> bookings().find(ident).stream())
        .toList();
  }

  ReservationKeeper keeper() {
    return new ReservationKeeper(cluster, slurm, bookings(), transactions(), clock);
  }

  Patrol patrol() {
    return new Patrol(cluster, slurm, bookings(), keeper(), reminders, clock);
  }

  /** As after a restart: everything it knows is in the database. */
  SlurmScheduler start() {
    return new SlurmScheduler(
        cluster,
        slurm,
        bookings(),
        new Answers(JdbcClient.create(database), new JsonMapper(), clock),
        keeper(),
        transactions(),
        reminders,
        clock);
  }

  /** As the service does when it is started. */
  void restart() {
    patrol().look();
  }

  /** Turns the clock, does what has come due by then, and compares all books. */
  void turnTo(Instant instant) {
    clock.set(instant);
    for (var ident : List.copyOf(agenda.keySet())) {
      while (agenda.containsKey(ident) && !agenda.get(ident).isAfter(instant)) {
        keeper()
            .look(ident)
            .ifPresentOrElse(next -> agenda.put(ident, next), () -> agenda.remove(ident));
      }
    }
    patrol().look();
  }

  TransactionTemplate transactions() {
    return new TransactionTemplate(new JdbcTransactionManager(database));
  }

  Action.Make nodes(String ident, int count, Schedule schedule) {
    return new Action.Make(ident, schedule, new Work.Compute(cluster.name(), count));
  }

  /** From so many minutes from tomorrow at this time to so many. */
  Schedule tomorrow(int from, int to) {
    var then = clock.instant().plus(1, ChronoUnit.DAYS);
    return new Schedule(then.plusSeconds(60L * from), then.plusSeconds(60L * to));
  }
}
