package org.touchpaper.harc.rm.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/** A Slurm of four nodes that has no clock and does as it is told, silent or not. */
final class PaperSlurm implements SlurmController {
  private final Map<String, SlurmReservation> reservations = new ConcurrentHashMap<>();

  /** The accounts that it does not know. */
  final Set<String> strangers = new HashSet<>();

  /** What was made is made, but nobody is told. */
  boolean silent;

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public Instant bootTime() {
    return Instant.EPOCH;
  }

  @Override
  public List<SlurmNode> listNodes() {
    return List.of("man1", "man2", "man3", "man4").stream()
        .map(name -> new SlurmNode(name, List.of("main"), "IDLE"))
        .toList();
  }

  @Override
  public List<SlurmReservation> listReservations() {
    return new ArrayList<>(reservations.values());
  }

  @Override
  public Optional<SlurmReservation> find(String reservation) {
    return Optional.ofNullable(reservations.get(reservation));
  }

  @Override
  public List<SlurmJob> listRunningJobs() {
    return List.of();
  }

  @Override
  public boolean knowsAccount(String account) {
    return !strangers.contains(account);
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    reservations.put(wanted.name(), wanted);
    if (silent) {
      throw new SchedulerUnreachable("silent", new IllegalStateException("scripted"));
    }
    return Optional.empty();
  }

  @Override
  public void handOver(String reservation, String account) {
    reservations.computeIfPresent(
        reservation,
        (name, has) ->
            new SlurmReservation(
                name, has.nodes(), has.schedule(), List.of(account), has.isActive()));
  }

  @Override
  public Optional<String> change(SlurmReservation is, SlurmReservation wanted) {
    return create(wanted);
  }

  @Override
  public void letOverlap(String reservation) {}

  @Override
  public Optional<String> delete(String reservation) {
    reservations.remove(reservation);
    return Optional.empty();
  }

  @Override
  public void endJobs(String reservation) {}
}
