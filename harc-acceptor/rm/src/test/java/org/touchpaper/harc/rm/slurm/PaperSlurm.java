package org.touchpaper.harc.rm.slurm;

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
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.segment.connection.Schedule;

/**
 * A Slurm of four nodes whose clock is turned by the test. It does what the real one was seen to do
 * (22.05): a reservation is gone at its end, what goes on keeps its start, two have a node at once
 * only where one of them lets the other.
 */
final class PaperSlurm implements SlurmController {
  static final List<String> NODES = List.of("man1", "man2", "man3", "man4");

  private final Clock clock;
  private final Map<String, SlurmReservation> reservations = new ConcurrentHashMap<>();
  private final Set<String> overlapping = ConcurrentHashMap.newKeySet();

  /** The reservations in which a job runs. */
  final Set<String> jobs = ConcurrentHashMap.newKeySet();

  /** The jobs that it shows. */
  final List<SlurmJob> running = new ArrayList<>();

  /** The accounts that it does not know. */
  final Set<String> strangers = new HashSet<>();

  /** When it was started. */
  private Instant boot = Instant.EPOCH;

  /** Its nodes have not found it again: nothing can be reserved. */
  boolean isWithoutNodes;

  /** What was made is made, but nobody is told. */
  boolean silent;

  /** Without a clock: nothing begins or ends by itself. */
  PaperSlurm() {
    this(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  }

  PaperSlurm(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public Instant bootTime() {
    return boot;
  }

  /** Is killed before it has saved that, and started again. */
  void lose(String reservation) {
    reservations.remove(reservation);
    boot = boot.plusSeconds(1);
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
    reservations.values().removeIf(has -> !now.isBefore(has.schedule().endTime()));
    reservations.replaceAll(
        (_, has) -> with(has, has.users(), !now.isBefore(has.schedule().startTime())));
    return reservations;
  }

  private static SlurmReservation with(SlurmReservation has, List<String> users, boolean isActive) {
    return new SlurmReservation(
        has.name(), has.nodes(), has.schedule(), users, isActive, has.recurrence());
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
    return !strangers.contains(account);
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    var refusal = refusal(wanted);
    if (refusal.isEmpty()) {
      overlapping.remove(wanted.name());
      put(wanted);
    }
    if (silent) {
      throw new SchedulerUnreachable("silent", new IllegalStateException("scripted"));
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
            .filter(other -> !other.name().equals(wanted.name()))
            .filter(other -> !overlapping.contains(other.name()))
            .filter(other -> other.schedule().overlaps(wanted.schedule()))
            .anyMatch(other -> !Collections.disjoint(other.nodes(), new HashSet<>(wanted.nodes())));
    return isTaken
        ? Optional.of("Requested reservation overlaps with another reservation")
        : Optional.empty();
  }

  @Override
  public void handOver(String reservation, String account) {
    current()
        .computeIfPresent(reservation, (_, has) -> with(has, List.of(account), has.isActive()));
  }

  @Override
  public Optional<String> change(SlurmReservation is, SlurmReservation wanted) {
    var has = find(wanted.name());
    var start = wanted.schedule().startTime();
    if (has.filter(SlurmReservation::isActive).isPresent() && start.isAfter(clock.instant())) {
      return Optional.of("Invalid time specified");
    }
    var refusal = refusal(wanted);
    if (refusal.isEmpty() && has.isPresent()) {
      put(with(wanted, has.get().users(), false));
    }
    return refusal;
  }

  @Override
  public void letOverlap(String reservation) {
    overlapping.add(reservation);
  }

  /** True if others may overlap it. */
  boolean lets(String reservation) {
    return overlapping.contains(reservation);
  }

  @Override
  public Optional<String> delete(String reservation) {
    if (jobs.contains(reservation)) {
      return Optional.of("Requested reservation is in use");
    }
    reservations.remove(reservation);
    return Optional.empty();
  }

  @Override
  public void endJobs(String reservation) {
    jobs.remove(reservation);
  }
}
