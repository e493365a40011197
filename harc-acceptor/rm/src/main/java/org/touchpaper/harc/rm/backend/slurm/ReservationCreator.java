package org.touchpaper.harc.rm.backend.slurm;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmJob;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;

/**
 * Creates reservations. Slurm refuses nodes on which a job may run longer than until the
 * reservation starts. The job of a run may, by its time limit, for up to two minutes ({@link
 * SlurmJobLauncher}), but ends with its reservation: its nodes can be booked from then on.
 */
record ReservationCreator(Cluster cluster, SlurmController slurm) {
  /** How long the limit of a run's job may lie after the end of its reservation. */
  private static final Duration MAX_OVERRUN = Duration.ofMinutes(2);

  /** Creates it; returns the refusal, if any. */
  Optional<String> create(SlurmReservation wanted) {
    var refusal = slurm.create(wanted);
    if (refusal.isEmpty()) {
      return refusal;
    }
    var blocking = listBlockingJobs(wanted);
    if (blocking.isEmpty() || !areAllOverInTime(blocking, wanted)) {
      return refusal;
    }
    var again = slurm.createBesideJobs(wanted);
    if (again.isPresent() || areAllOverInTime(listBlockingJobs(wanted), wanted)) {
      return again;
    }
    slurm.delete(wanted.name()); // another job started just before
    return refusal;
  }

  /** The jobs that run on its nodes and may run longer than until it starts. */
  private List<SlurmJob> listBlockingJobs(SlurmReservation wanted) {
    return slurm.listRunningJobs().stream()
        .filter(job -> job.limit().overlaps(wanted.schedule()))
        .filter(job -> !Collections.disjoint(job.nodes(), wanted.nodes()))
        .toList();
  }

  /** Returns true if the jobs end by its start, whatever their limits. */
  private boolean areAllOverInTime(List<SlurmJob> jobs, SlurmReservation wanted) {
    var ours =
        slurm.listReservations().stream()
            .filter(reservation -> cluster.hasOurName(reservation.name()))
            .collect(Collectors.toUnmodifiableMap(SlurmReservation::name, it -> it));
    return jobs.stream().allMatch(job -> endsInTime(job, ours, wanted));
  }

  private static boolean endsInTime(
      SlurmJob job, Map<String, SlurmReservation> ours, SlurmReservation wanted) {
    var reservation = ours.get(job.reservation());
    if (reservation == null) {
      return false;
    }
    var end = reservation.schedule().endTime();
    return !end.isAfter(wanted.schedule().startTime())
        && !job.limit().endTime().isAfter(end.plus(MAX_OVERRUN));
  }
}
