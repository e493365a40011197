package org.touchpaper.harc.rm.slurm;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager's scheduler before a real Slurm, on a database of its own. */
final class SlurmUnderTest {
  static final String HOLD = "bin";
  static final String ANNES = "daemon";

  /** Slurm lives in the present, so tests must. */
  final SettableClock clock = SettableClock.at(Instant.now().truncatedTo(ChronoUnit.SECONDS));

  final Map<String, Instant> agenda = new TreeMap<>();
  final Cluster cluster;
  private final DataSource database;
  private final SlurmController slurm;
  private final Agenda reminders;

  SlurmUnderTest(String name, DataSource database, SlurmController slurm) {
    this.cluster = cluster(name);
    this.database = database;
    this.slurm = slurm;
    this.reminders = agenda::put;
  }

  SlurmUnderTest(String name, DataSource database, SlurmController slurm, Agenda reminders) {
    this.cluster = cluster(name);
    this.database = database;
    this.slurm = slurm;
    this.reminders = reminders;
  }

  private static Cluster cluster(String name) {
    return new Cluster(name, "", "touchpaper", HOLD, Map.of("anne", ANNES));
  }

  Bookings bookings() {
    return new Bookings(JdbcClient.create(database));
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

  private TransactionTemplate transactions() {
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
