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
 * Creates and changes reservations. Slurm refuses nodes on which a job may run longer than until
 * the reservation starts. The job of a run may, by its time limit, for up to two minutes ({@link
 * SlurmJobLauncher}), but ends with its reservation: its nodes can be booked from then on. Slurm is
 * told to ignore jobs (the flag IGNORE_JOBS) only after it was asked which there are.
 */
record ReservationWriter(Cluster cluster, SlurmController slurm) {
  /** How long the limit of a run's job may lie after the end of its reservation. */
  private static final Duration MAX_OVERRUN = Duration.ofMinutes(2);

  private static final int MAX_LISTED_NODES = 10;

  /** Creates it; returns the refusal, if any. */
  Optional<String> create(SlurmReservation wanted) {
    var refusal = slurm.create(wanted);
    if (refusal.isEmpty()) {
      return refusal;
    }
    var jobs = listJobsOnItsNodes(wanted);
    if (jobs.isEmpty() || findBlocking(jobs, wanted).isPresent()) {
      return refusal;
    }
    var again = slurm.createBesideJobs(wanted);
    return again.isPresent() ? again : deleteIfBlocked(wanted);
  }

  /**
   * Deletes a reservation on whose nodes another job started just before it was created; returns
   * the refusal, if any.
   */
  Optional<String> deleteIfBlocked(SlurmReservation wanted) {
    var refusal = findBlocking(wanted);
    if (refusal.isPresent()) {
      slurm.delete(wanted.name());
    }
    return refusal;
  }

  /**
   * Changes its nodes and times; returns the refusal, if any. The jobs in it may run on, and a
   * change that adds nothing needs no look at the others.
   */
  Optional<String> change(SlurmReservation current, SlurmReservation wanted) {
    if (current.covers(wanted.nodes(), wanted.schedule(), wanted.schedule().startTime())) {
      return slurm.change(current, wanted);
    }
    var refusal = findBlocking(wanted);
    if (refusal.isPresent()) {
      return refusal;
    }
    var answer = slurm.change(current, wanted);
    return answer.isPresent() ? answer : changeBackIfBlocked(current, wanted);
  }

  /** A job may have started on the added nodes just before they were added. */
  private Optional<String> changeBackIfBlocked(SlurmReservation before, SlurmReservation wanted) {
    var refusal = findBlocking(wanted);
    if (refusal.isPresent()) {
      slurm.change(wanted, before);
    }
    return refusal;
  }

  /**
   * Says where other jobs may run on after the start of a reservation that exists; empty if none.
   */
  Optional<String> findBlocking(SlurmReservation existing) {
    return findBlocking(listJobsOnItsNodes(existing), existing);
  }

  /** The jobs outside it that run on its nodes and may run longer than until it starts. */
  private List<SlurmJob> listJobsOnItsNodes(SlurmReservation wanted) {
    return slurm.listRunningJobs().stream()
        .filter(job -> !job.reservation().equals(wanted.name()))
        .filter(job -> job.limit().overlaps(wanted.schedule()))
        .filter(job -> !Collections.disjoint(job.nodes(), wanted.nodes()))
        .toList();
  }

  /**
   * Says where jobs may run on after its start; empty if all end by then, whatever their limits.
   */
  private Optional<String> findBlocking(List<SlurmJob> jobs, SlurmReservation wanted) {
    if (jobs.isEmpty()) {
      return Optional.empty();
    }
    var ours =
        slurm.listReservations().stream()
            .filter(reservation -> cluster.hasOurName(reservation.name()))
            .collect(Collectors.toUnmodifiableMap(SlurmReservation::name, it -> it));
    var nodes =
        jobs.stream()
            .filter(job -> !endsInTime(job, ours, wanted))
            .flatMap(job -> job.nodes().stream())
            .filter(wanted.nodes()::contains)
            .distinct()
            .sorted()
            .toList();
    return nodes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "nodes are busy: jobs outside reservation %s may run beyond %s on %s"
                .formatted(
                    wanted.name(),
                    wanted.schedule().startTime(),
                    nodes.stream().limit(MAX_LISTED_NODES).collect(Collectors.joining(", "))
                        + (nodes.size() > MAX_LISTED_NODES ? ", …" : "")));
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
