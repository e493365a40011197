package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmJob;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmNode;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.segment.connection.Schedule;

/**
 * A simulated Slurm of four nodes with a settable clock. It behaves as the real one was observed to
 * (22.05): a reservation disappears at its end, an active one keeps its start, two reservations
 * share a node only where one allows it, and a new one gets no node where a job may still run.
 */
final class SimulatedSlurm implements SlurmController {
  static final List<String> NODES = List.of("man1", "man2", "man3", "man4");

  private final Clock clock;
  private final Map<String, SlurmReservation> reservations = new ConcurrentHashMap<>();
  private final Set<String> overlapping = ConcurrentHashMap.newKeySet();

  /** The reservations in which a job runs. */
  final Set<String> reservationsWithJobs = ConcurrentHashMap.newKeySet();

  /** Its jobs. */
  final List<SlurmJob> running = new ArrayList<>();

  /** The unknown accounts. */
  final Set<String> unknownAccounts = new HashSet<>();

  /** Its boot time. */
  private Instant bootTime = Instant.EPOCH;

  /** Its nodes have not registered: nothing can be reserved. */
  boolean isWithoutNodes;

  /** Creations take effect without an answer. */
  boolean swallowsResponses;

  /** Without a clock: nothing starts or ends by itself. */
  SimulatedSlurm() {
    this(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  }

  SimulatedSlurm(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Optional<String> problem() {
    return Optional.empty();
  }

  @Override
  public Instant bootTime() {
    return bootTime;
  }

  /** Is killed before it has saved that reservation, and restarted. */
  void loseReservation(String reservation) {
    reservations.remove(reservation);
    bootTime = bootTime.plusSeconds(1);
  }

  @Override
  public List<SlurmNode> listNodes() {
    return NODES.stream().map(name -> new SlurmNode(name, List.of("main"), "IDLE")).toList();
  }

  @Override
  public List<SlurmReservation> listReservations() {
    return new ArrayList<>(current().values());
  }

  private Map<String, SlurmReservation> current() {
    var now = clock.instant();
    reservations.values().removeIf(reservation -> !now.isBefore(reservation.schedule().endTime()));
    reservations.replaceAll((_, reservation) ->
        with(reservation, reservation.users(), !now.isBefore(reservation.schedule().startTime())));
    return reservations;
  }

  private static SlurmReservation with(
      SlurmReservation reservation, List<String> users, boolean isActive) {
    return new SlurmReservation(
        reservation.name(),
        reservation.nodes(),
        reservation.schedule(),
        users,
        isActive,
        reservation.recurrence());
  }

  @Override
  public Optional<SlurmReservation> find(String reservation) {
    return Optional.ofNullable(current().get(reservation));
  }

  @Override
  public List<SlurmJob> listRunningJobs() {
    return List.copyOf(running);
  }

  @Override
  public boolean knowsAccount(String account) {
    return !unknownAccounts.contains(account);
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    var isBusy =
        running.stream()
            .filter(job -> job.limit().overlaps(wanted.schedule()))
            .anyMatch(job -> !Collections.disjoint(job.nodes(), wanted.nodes()));
    return isBusy ? Optional.of("Requested nodes are busy") : createBesideJobs(wanted);
  }

  @Override
  public Optional<String> createBesideJobs(SlurmReservation wanted) {
    var refusal = refusal(wanted);
    if (refusal.isEmpty()) {
      overlapping.remove(wanted.name());
      put(wanted);
    }
    if (swallowsResponses) {
      throw new SchedulerUnreachableException("silent", new IllegalStateException("scripted"));
    }
    return refusal;
  }

  private void put(SlurmReservation wanted) {
    var now = clock.instant();
    var start = wanted.schedule().startTime();
    var from = start.isBefore(now) ? now : start;
    reservations.put(
        wanted.name(),
        new SlurmReservation(
            wanted.name(),
            wanted.nodes(),
            new Schedule(from, wanted.schedule().endTime()),
            wanted.users(),
            false,
            wanted.recurrence()));
  }

  private Optional<String> refusal(SlurmReservation wanted) {
    if (isWithoutNodes) {
      return Optional.of("Requested nodes are busy");
    }
    var isTaken =
        current().values().stream()
            .filter(reservation -> !reservation.name().equals(wanted.name()))
            .filter(reservation -> !overlapping.contains(reservation.name()))
            .filter(reservation -> reservation.schedule().overlaps(wanted.schedule()))
            .anyMatch(reservation ->
                !Collections.disjoint(reservation.nodes(), new HashSet<>(wanted.nodes())));
    return isTaken
        ? Optional.of("Requested reservation overlaps with another reservation")
        : Optional.empty();
  }

  @Override
  public void handOver(String reservation, String account) {
    current()
        .computeIfPresent(
            reservation, (_, existing) -> with(existing, List.of(account), existing.isActive()));
  }

  @Override
  public Optional<String> change(SlurmReservation current, SlurmReservation wanted) {
    var existing = find(wanted.name());
    var start = wanted.schedule().startTime();
    if (existing.filter(SlurmReservation::isActive).isPresent() && start.isAfter(clock.instant())) {
      return Optional.of("Invalid time specified");
    }
    var refusal = refusal(wanted);
    if (refusal.isEmpty() && existing.isPresent()) {
      put(with(wanted, existing.get().users(), false));
    }
    return refusal;
  }

  @Override
  public void allowOverlap(String reservation) {
    overlapping.add(reservation);
  }

  /** Returns true if others may overlap it. */
  boolean allowsOverlap(String reservation) {
    return overlapping.contains(reservation);
  }

  @Override
  public Optional<String> delete(String reservation) {
    if (reservationsWithJobs.contains(reservation)) {
      return Optional.of("Requested reservation is in use");
    }
    reservations.remove(reservation);
    return Optional.empty();
  }

  @Override
  public void endJobs(String reservation) {
    reservationsWithJobs.remove(reservation);
  }
}
