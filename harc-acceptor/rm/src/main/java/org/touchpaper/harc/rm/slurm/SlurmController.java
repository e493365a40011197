package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What we say to slurmctld. None of it is evidence but what reads back; where nothing sensible came
 * back, {@link org.touchpaper.harc.rm.local.SchedulerUnreachable} is thrown and what was done is
 * not known.
 */
interface SlurmController {

  /** The voice for that access. */
  static SlurmController of(SlurmAccess access, Clock clock) {
    return switch (access) {
      case SlurmCommands commands -> new Scontrol(commands, clock);
      case RestAccess rest -> new Slurmrestd(rest, clock);
    };
  }

  /** Why what was asked last got no answer; empty if it got one. */
  Optional<String> trouble();

  /** When the slurmctld that answers was started; another value means that it was restarted. */
  Instant bootTime();

  List<SlurmNode> listNodes();

  List<SlurmReservation> listReservations();

  Optional<SlurmReservation> find(String reservation);

  /** The jobs that hold nodes at this moment. */
  List<SlurmJob> listRunningJobs();

  /** True if a reservation may be made out to that account. */
  boolean knowsAccount(String account);

  /** Why Slurm will not make it; empty if it says that it did. */
  Optional<String> create(SlurmReservation wanted);

  /** Makes it out to that account, and to nobody else. */
  void handOver(String reservation, String account);

  /** Changes what there is in nodes and times; why Slurm will not; empty if it says that it did. */
  Optional<String> change(SlurmReservation is, SlurmReservation wanted);

  /** Lets other reservations overlap it from now on; harmless if it is gone. */
  void letOverlap(String reservation);

  /** Deletes it; harmless if it is gone; why Slurm will not; empty if it says that it did. */
  Optional<String> delete(String reservation);

  /** Ends the jobs that run or wait in it. */
  void endJobs(String reservation);
}
