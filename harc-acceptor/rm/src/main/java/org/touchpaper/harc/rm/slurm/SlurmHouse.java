package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.answer.Answers;

/** A Slurm cluster put together: what promises its nodes, and what keeps the promises. */
public final class SlurmHouse {
  private final Cluster cluster;
  private final SlurmController slurm;
  private final SlurmScheduler scheduler;
  private final ReservationKeeper keeper;
  private final Patrol patrol;
  private final HoldAccount holdAccount;

  public SlurmHouse(
      Cluster cluster,
      SlurmAccess access,
      Answers answers,
      Agenda agenda,
      JdbcClient jdbc,
      TransactionOperations database,
      Clock clock) {
    this.cluster = cluster;
    this.slurm = SlurmController.of(access, clock);
    var bookings = new Bookings(jdbc);
    this.keeper = new ReservationKeeper(cluster, slurm, bookings, database, clock);
    this.scheduler =
        new SlurmScheduler(cluster, slurm, bookings, answers, keeper, database, agenda, clock);
    this.holdAccount = new HoldAccount(cluster, slurm);
    this.patrol = new Patrol(cluster, slurm, bookings, keeper, agenda, clock);
  }

  public SlurmScheduler scheduler() {
    return scheduler;
  }

  /** Does what is due for a booking; answers when to look again, or nothing if never. */
  public Optional<Instant> look(String ident) {
    return keeper.look(ident);
  }

  /**
   * Compares all of Slurm with all bookings, if it is time, and takes up what was interrupted;
   * answers when to come again.
   */
  public Instant patrol() {
    holdAccount.look();
    return patrol.look();
  }

  /**
   * The cluster's name, and what in Slurm has our names and is not in our books; empty if nothing.
   */
  public Optional<String> drift() {
    return patrol.drift().map(text -> cluster.name() + ": " + text);
  }

  /** The cluster's name, and why nothing can be held there at the moment; empty if it can. */
  public Optional<String> trouble() {
    return slurm.trouble().or(holdAccount::trouble).map(text -> cluster.name() + ": " + text);
  }
}
