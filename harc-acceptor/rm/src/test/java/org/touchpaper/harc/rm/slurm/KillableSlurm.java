package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.touchpaper.harc.rm.local.Crashes;

/**
 * A real Slurm, each change of which is a write at which the process may be killed. It is asked
 * once only for what stays as it is while a test runs.
 */
final class KillableSlurm implements SlurmController {
  private final SlurmController slurm;
  private final Crashes crashes;
  private final Instant bootTime;
  private final List<SlurmNode> nodes;

  KillableSlurm(SlurmController slurm, Crashes crashes) {
    this.slurm = slurm;
    this.crashes = crashes;
    this.bootTime = slurm.bootTime();
    this.nodes = slurm.listNodes();
  }

  /** Slurm may take its time: no database transaction waits for it. */
  private SlurmController outside() {
    assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isFalse();
    return slurm;
  }

  @Override
  public Optional<String> trouble() {
    return slurm.trouble();
  }

  @Override
  public Instant bootTime() {
    return bootTime;
  }

  @Override
  public List<SlurmNode> listNodes() {
    return nodes;
  }

  @Override
  public List<SlurmReservation> listReservations() {
    return outside().listReservations();
  }

  @Override
  public Optional<SlurmReservation> find(String reservation) {
    return outside().find(reservation);
  }

  @Override
  public List<SlurmJob> listRunningJobs() {
    return List.of();
  }

  @Override
  public boolean knowsAccount(String account) {
    return account.equals(SlurmUnderTest.ANNES);
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    return crashes.write("create", () -> outside().create(wanted));
  }

  @Override
  public void handOver(String reservation, String account) {
    crashes.write(
        "hand over",
        () -> {
          outside().handOver(reservation, account);
          return reservation;
        });
  }

  @Override
  public Optional<String> change(SlurmReservation is, SlurmReservation wanted) {
    return crashes.write("change", () -> outside().change(is, wanted));
  }

  @Override
  public void letOverlap(String reservation) {
    crashes.write(
        "let overlap",
        () -> {
          outside().letOverlap(reservation);
          return reservation;
        });
  }

  @Override
  public Optional<String> delete(String reservation) {
    return crashes.write("delete", () -> outside().delete(reservation));
  }

  @Override
  public void endJobs(String reservation) {
    outside().endJobs(reservation);
  }
}
