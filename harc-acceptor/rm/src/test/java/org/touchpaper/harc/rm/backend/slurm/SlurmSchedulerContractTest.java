package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.CrashInjector;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.LocalSchedulerContract;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;

@Tag("slurm")
public class SlurmSchedulerContractTest extends LocalSchedulerContract {
  private static final List<AutoCloseable> opened = new ArrayList<>();
  private static ResourceManagerDatabase store;
  private static SlurmCluster cluster;

  @BeforeAll
  static void open(TestInfo test) {
    store = ResourceManagerDatabase.fresh();
    opened.add(store);
    cluster = SlurmInterface.of(test).up("man");
    opened.add(cluster);
  }

  @AfterAll
  static void close() throws Exception {
    for (var resource : opened) {
      resource.close();
    }
    opened.clear();
  }

  private final CrashInjector crashes = new CrashInjector();
  private SlurmUnderTest slurm;

  @BeforeEach
  void fresh() {
    store.empty();
    cluster.empty();
    slurm =
        new SlurmUnderTest(
            cluster.name(),
            crashes.wrap(store.database()),
            new CrashingSlurm(cluster.controller(), crashes));
  }

  /** In the end Slurm has what the bookings require, and nothing else of ours. */
  @AfterEach
  void verifyReservations() {
    slurm.reconciliationLoop().check();
    assertThat(cluster.controller().listReservations())
        .extracting(SlurmReservation::name)
        .containsExactlyInAnyOrderElementsOf(
            slurm.unfinished().stream().map(booking -> booking.external().name()).toList());
  }

  @Override
  protected LocalScheduler newScheduler() {
    return slurm.newScheduler();
  }

  @Override
  protected BookingAction.Make small(String bookingId) {
    return slurm.nodes(bookingId, 1, slurm.tomorrow(0, 60));
  }

  @Override
  protected BookingAction.Make large(String bookingId) {
    return slurm.nodes(bookingId, SlurmCluster.NODES, slurm.tomorrow(0, 60));
  }

  @Override
  protected String bookingId(int n) {
    return "run-" + n;
  }

  @Override
  protected ResourceManagerDatabase database() {
    return store;
  }

  @Override
  protected CrashInjector crashInjector() {
    return crashes;
  }
}
