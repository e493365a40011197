package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmJob;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmNode;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.CrashInjector;

/**
 * A real Slurm whose every change is a write at which the process may crash. State that does not
 * change during a test is read once.
 */
final class CrashingSlurm implements SlurmController {
  private final SlurmController slurm;
  private final CrashInjector crashes;
  private final Instant bootTime;
  private final List<SlurmNode> nodes;

  CrashingSlurm(SlurmController slurm, CrashInjector crashes) {
    this.slurm = slurm;
    this.crashes = crashes;
    this.bootTime = slurm.bootTime();
    this.nodes = slurm.listNodes();
  }

  /** Slurm may be slow: verifies that no database transaction waits for it. */
  private SlurmController outsideTransaction() {
    assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isFalse();
    return slurm;
  }

  @Override
  public Optional<String> problem() {
    return slurm.problem();
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
    return outsideTransaction().listReservations();
  }

  @Override
  public Optional<SlurmReservation> find(String reservation) {
    return outsideTransaction().find(reservation);
  }

  @Override
  public List<SlurmJob> listRunningJobs() {
    return List.of();
  }

  @Override
  public boolean knowsAccount(String account) {
    return account.equals(SlurmUnderTest.ANNES_ACCOUNT);
  }

  @Override
  public Optional<String> create(SlurmReservation wanted) {
    return crashes.write("create", () -> outsideTransaction().create(wanted));
  }

  @Override
  public Optional<String> createBesideJobs(SlurmReservation wanted) {
    return crashes.write("create beside jobs", () -> outsideTransaction().createBesideJobs(wanted));
  }

  @Override
  public void handOver(String reservation, String account) {
    crashes.write(
        "hand over",
        () -> {
          outsideTransaction().handOver(reservation, account);
          return reservation;
        });
  }

  @Override
  public Optional<String> change(SlurmReservation current, SlurmReservation wanted) {
    return crashes.write("change", () -> outsideTransaction().change(current, wanted));
  }

  @Override
  public void allowOverlap(String reservation) {
    crashes.write(
        "let overlap",
        () -> {
          outsideTransaction().allowOverlap(reservation);
          return reservation;
        });
  }

  @Override
  public Optional<String> delete(String reservation) {
    return crashes.write("delete", () -> outsideTransaction().delete(reservation));
  }

  @Override
  public void endJobs(String reservation) {
    outsideTransaction().endJobs(reservation);
  }
}
