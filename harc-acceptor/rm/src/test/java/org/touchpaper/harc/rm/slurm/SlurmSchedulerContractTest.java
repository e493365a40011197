package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Crashes;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.LocalSchedulerContract;
import org.touchpaper.harc.rm.local.Store;

@Tag("slurm")
class SlurmSchedulerContractTest extends LocalSchedulerContract {
  private static final List<AutoCloseable> opened = new ArrayList<>();
  private static Store store;
  private static SlurmCluster cluster;

  @BeforeAll
  static void open(TestInfo test) {
    store = Store.fresh();
    opened.add(store);
    cluster = Voice.of(test).up("man");
    opened.add(cluster);
  }

  @AfterAll
  static void close() throws Exception {
    for (var each : opened) {
      each.close();
    }
    opened.clear();
  }

  private final Crashes crashes = new Crashes();
  private SlurmUnderTest slurm;

  @BeforeEach
  void fresh() {
    store.empty();
    cluster.empty();
    slurm =
        new SlurmUnderTest(
            cluster.name(),
            crashes.around(store.database()),
            new KillableSlurm(cluster.controller(), crashes));
  }

  /** Whatever became of it: Slurm has what the calendar calls for, and nothing else of ours. */
  @AfterEach
  void slurmSaysWhatTheCalendarSays() {
    slurm.patrol().look();
    assertThat(cluster.controller().listReservations())
        .extracting(SlurmReservation::name)
        .containsExactlyInAnyOrderElementsOf(
            slurm.unfinished().stream().map(Booking::reservation).toList());
  }

  @Override
  protected LocalScheduler start() {
    return slurm.start();
  }

  @Override
  protected Action.Make modest(String ident) {
    return slurm.nodes(ident, 1, slurm.tomorrow(0, 60));
  }

  @Override
  protected Action.Make greedy(String ident) {
    return slurm.nodes(ident, SlurmCluster.NODES, slurm.tomorrow(0, 60));
  }

  @Override
  protected String ident(int n) {
    return "run-" + n;
  }

  @Override
  protected Store store() {
    return store;
  }

  @Override
  protected Crashes crashes() {
    return crashes;
  }
}
