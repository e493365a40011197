package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** The base of tests with a real Slurm of four nodes. */
abstract class SlurmClusterTestBase {
  static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final List<AutoCloseable> opened = new ArrayList<>();
  static ResourceManagerDatabase database;
  static SlurmInterface slurmInterface;
  static SlurmCluster cluster;

  @BeforeAll
  static void open(TestInfo test) {
    database = ResourceManagerDatabase.fresh();
    opened.add(database);
    slurmInterface = SlurmInterface.of(test);
    cluster = slurmInterface.up("man");
    opened.add(cluster);
  }

  @AfterAll
  static void close() throws Exception {
    for (var resource : opened) {
      resource.close();
    }
    opened.clear();
  }

  SlurmUnderTest slurm;

  @BeforeEach
  void fresh() {
    database.empty();
    cluster.empty();
    slurm = fixture(cluster, database);
  }

  static SlurmUnderTest fixture(SlurmCluster cluster, ResourceManagerDatabase database) {
    return new SlurmUnderTest(cluster.name(), database.database(), cluster.controller());
  }

  Transaction makeTransaction(String bookingId, int count) {
    return TestRequests.transaction(
        "t." + bookingId, slurm.nodes(bookingId, count, slurm.tomorrow(0, 60)));
  }

  Transaction commitRun(String bookingId, int count) {
    var transaction = makeTransaction(bookingId, count);
    prepareTwice(transaction);
    slurm.newScheduler().commit(transaction);
    return transaction;
  }

  PrepareResult prepareTwice(Transaction transaction) {
    var answer = slurm.newScheduler().prepare(transaction);
    assertThat(slurm.newScheduler().prepare(transaction)).isEqualTo(answer);
    return answer;
  }

  Refusal prepareRefused(Transaction transaction) {
    var refused = (Refused) prepareTwice(transaction);
    return refused.refusals().getFirst().refusal();
  }

  ActionStatusDetails status(Transaction transaction) {
    return slurm.newScheduler().queryStatuses(transaction).getFirst();
  }

  SlurmReservation reservation(Transaction transaction) {
    return cluster.controller().find(status(transaction).reference()).orElseThrow();
  }

  static void createMaintenance(Schedule during, String nodes, String... options) {
    var command =
        List.of(
            "scontrol",
            "create",
            "reservation",
            "ReservationName=maintenance",
            "StartTime=" + slurmTime(during.startTime()),
            "EndTime=" + slurmTime(during.endTime()),
            "Nodes=" + nodes,
            "Users=root");
    cluster.runAsAdmin(Stream.concat(command.stream(), Stream.of(options)).toArray(String[]::new));
  }

  static String slurmTime(Instant instant) {
    return instant.toString().replace("Z", "");
  }

  static void submitJob(String where, String limit) {
    cluster.runAsAdmin(
        "sbatch",
        "--uid=" + SlurmUnderTest.ANNES_ACCOUNT,
        "--chdir=/",
        "--output=/dev/null",
        where,
        limit,
        "--wrap=sleep 600");
    await().atMost(TIMEOUT).until(() -> !cluster.controller().listRunningJobs().isEmpty());
  }
}
