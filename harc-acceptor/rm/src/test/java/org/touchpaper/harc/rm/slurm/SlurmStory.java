package org.touchpaper.harc.rm.slurm;

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
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** A real Slurm of four nodes, and what stories about it have in common. */
abstract class SlurmStory {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<AutoCloseable> opened = new ArrayList<>();
  static Store store;
  static Voice voice;
  static SlurmCluster cluster;

  @BeforeAll
  static void open(TestInfo test) {
    store = Store.fresh();
    opened.add(store);
    voice = Voice.of(test);
    cluster = voice.up("man");
    opened.add(cluster);
  }

  @AfterAll
  static void close() throws Exception {
    for (var each : opened) {
      each.close();
    }
    opened.clear();
  }

  SlurmUnderTest slurm;

  @BeforeEach
  void fresh() {
    store.empty();
    cluster.empty();
    slurm = before(cluster, store);
  }

  static SlurmUnderTest before(SlurmCluster cluster, Store store) {
    return new SlurmUnderTest(cluster.name(), store.database(), cluster.controller());
  }

  Transaction make(String ident, int count) {
    return Ask.transaction("t." + ident, slurm.nodes(ident, count, slurm.tomorrow(0, 60)));
  }

  Transaction committed(String ident, int count) {
    var transaction = make(ident, count);
    prepared(transaction);
    slurm.start().commit(transaction);
    return transaction;
  }

  HoldAnswer prepared(Transaction transaction) {
    var answer = slurm.start().prepare(transaction);
    assertThat(slurm.start().prepare(transaction)).isEqualTo(answer);
    return answer;
  }

  Refusal refused(Transaction transaction) {
    var refused = (Refused) prepared(transaction);
    return refused.reasons().getFirst().refusal();
  }

  Part part(Transaction transaction) {
    return slurm.start().query(transaction).getFirst();
  }

  SlurmReservation reservation(Transaction transaction) {
    return cluster.controller().find(part(transaction).reference()).orElseThrow();
  }

  static void maintenance(Schedule during, String nodes, String... more) {
    var words =
        List.of(
            "scontrol",
            "create",
            "reservation",
            "ReservationName=maintenance",
            "StartTime=" + slurmTime(during.startTime()),
            "EndTime=" + slurmTime(during.endTime()),
            "Nodes=" + nodes,
            "Users=root");
    cluster.admin(Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new));
  }

  static String slurmTime(Instant instant) {
    return instant.toString().replace("Z", "");
  }

  static void submit(String where, String limit) {
    cluster.admin(
        "sbatch",
        "--uid=" + SlurmUnderTest.ANNES,
        "--chdir=/",
        "--output=/dev/null",
        where,
        limit,
        "--wrap=sleep 600");
    await().atMost(PATIENCE).until(() -> !cluster.controller().listRunningJobs().isEmpty());
  }
}
