package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmAccess;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import org.touchpaper.harc.rm.scheduler.DurableTimer;

/** Assembles the scheduler of a Slurm cluster and what keeps Slurm in step with it. */
public final class SlurmModule {
  private final Cluster cluster;
  private final SlurmController slurm;
  private final SlurmScheduler scheduler;
  private final ReservationSynchronizer synchronizer;
  private final ReconciliationLoop reconciliationLoop;
  private final HoldAccountGuard holdAccountGuard;

  public SlurmModule(
      Cluster cluster,
      SlurmAccess access,
      PreparedTransactions preparedTransactions,
      DurableTimer timer,
      JdbcClient jdbc,
      TransactionOperations database,
      Clock clock) {
    this.cluster = cluster;
    this.slurm = SlurmController.of(access, clock);
    var bookings = new SlurmBookingRepository(jdbc);
    this.synchronizer = new ReservationSynchronizer(cluster, slurm, bookings, database, clock);
    this.scheduler =
        new SlurmScheduler(
            cluster, slurm, bookings, preparedTransactions, synchronizer, database, timer, clock);
    this.holdAccountGuard = new HoldAccountGuard(cluster, slurm);
    this.reconciliationLoop =
        new ReconciliationLoop(cluster, slurm, bookings, synchronizer, timer, clock);
  }

  public SlurmScheduler scheduler() {
    return scheduler;
  }

  /** Does what is due for a booking; returns when to check again, empty for never. */
  public Optional<Instant> check(String bookingId) {
    return synchronizer.check(bookingId);
  }

  /** Runs the reconciliation loop; returns when to run it again. */
  public Instant reconcile() {
    holdAccountGuard.check();
    return reconciliationLoop.check();
  }

  /**
   * The cluster's name and the differences that the last full check found; empty if there are none.
   */
  public Optional<String> describeDrift() {
    return reconciliationLoop.describeDrift().map(text -> cluster.name() + ": " + text);
  }

  /** The cluster's name and why nothing can be held there now; empty if it can. */
  public Optional<String> problem() {
    return slurm.problem().or(holdAccountGuard::problem).map(text -> cluster.name() + ": " + text);
  }
}
