package org.touchpaper.harc.rm.backend.slurm.client;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Requests to slurmctld. Its acknowledgement proves nothing: only reading back does. Without a
 * usable answer {@link org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException} is thrown,
 * and the effect is unknown.
 */
public interface SlurmController {

  /** The implementation for that access. */
  static SlurmController of(SlurmAccessSettings access, Clock clock) {
    return switch (access) {
      case SlurmCommands commands -> new ScontrolController(commands, clock);
      case SlurmrestdAccess rest -> new SlurmrestdController(rest, clock);
    };
  }

  /** Why the latest request got no answer; empty if it got one. */
  Optional<String> problem();

  /** The boot time of slurmctld; a different value means that it was restarted. */
  Instant bootTime();

  List<SlurmNode> listNodes();

  List<SlurmReservation> listReservations();

  Optional<SlurmReservation> find(String reservation);

  /** The jobs that occupy nodes now. */
  List<SlurmJob> listRunningJobs();

  /** Returns true if the account may own a reservation. */
  boolean knowsAccount(String account);

  /** Creates a reservation; returns Slurm's refusal, empty if Slurm reports success. */
  Optional<String> create(SlurmReservation wanted);

  /** As {@link #create}, but also on nodes where jobs may run longer. */
  Optional<String> createBesideJobs(SlurmReservation wanted);

  /** Gives the reservation to that account alone. */
  void handOver(String reservation, String account);

  /**
   * Changes nodes and times, also to nodes where jobs may run longer; returns Slurm's refusal,
   * empty if Slurm reports success.
   */
  Optional<String> change(SlurmReservation current, SlurmReservation wanted);

  /** Allows other reservations to overlap it; no effect if it does not exist. */
  void allowOverlap(String reservation);

  /** Deletes it, if it exists; returns Slurm's refusal, empty if Slurm reports success. */
  Optional<String> delete(String reservation);

  /** Ends the jobs that run or wait in it. */
  void endJobs(String reservation);
}
