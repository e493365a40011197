package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionId;

/** An acceptor's disk is lost for good: how it is replaced, step by step (ARCHITECTURE.md). */
@Timeout(300)
class LostMemoryTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration MOMENT = Duration.ofSeconds(3);
  private static final Duration A_WHILE = Duration.ofSeconds(8);

  @TempDir Path data;

  @Test
  void whoLostItsMemoryComesBackAsAMemberOfTheNextSet() throws Exception {
    try (var cluster = new Cluster(data)) {
      cluster.startAll();
      assertThat(cluster.client.begin(cluster.request("t.1", SOON), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);

      cluster.kill("acceptor-3");
      Files.delete(cluster.dataOf("acceptor-3").resolve("journal"));
      assertThatThrownBy(() -> cluster.start("acceptor-3")).isInstanceOf(JournalRefused.class);
      Acceptor.initialise(cluster.dataOf("acceptor-3"), "acceptor-3", 2);
      cluster.start("acceptor-3");

      // What it may have promised before it promises nobody again.
      cluster.kill("acceptor-1");
      var begun = cluster.client.begin(cluster.request("t.2", SOON), SOON);
      assertThat(begun.outcome()).isIn(Outcome.NOT_STARTED, Outcome.UNDECIDED);
      assertThat(String.join("\n", begun.objections()))
          .contains("acceptor-3 is an acceptor from epoch 2 on, and t.2 is of epoch 1");
      assertThat(outcomeAtTheNewOne(cluster, "t.2")).isEqualTo(Outcome.UNKNOWN);

      // The next set is complete: two of its three are up.
      assertThat(cluster.client.begin(cluster.request("t.3", SOON, 2), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);
      // It hears of a decision a moment after whoever waited for that.
      Await.until(() -> assertThat(outcomeAtTheNewOne(cluster, "t.3")).isEqualTo(Outcome.COMMIT));

      // What began in the old set is finished by those that remember.
      cluster.start("acceptor-1");
      assertThat(cluster.client.begin(cluster.request("t.4", SOON), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);
      assertThat(cluster.client.outcome(new TransactionId("t.1")).outcome())
          .isEqualTo(Outcome.COMMIT);
      assertThat(cluster.client.begin(cluster.request("t.5", SOON, 2), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);
    }
  }

  /** The brokers have not been told of the next set: each of their bookings would wait for ever. */
  @Test
  void whoBooksForAnEarlierEpochIsToldSoAtOnce() throws Exception {
    try (var cluster = new Cluster(data);
        var client = new HarcClient("bar-ucl", cluster.streamingPeers("bar-ucl"), List.of())) {
      for (var name : cluster.names) {
        Files.delete(cluster.dataOf(name).resolve("journal"));
        Acceptor.initialise(cluster.dataOf(name), name, 2);
        cluster.start(name);
      }
      for (var each : List.of(cluster.client, client)) {
        for (var time = 0; time < 2; time++) {
          var begun = each.begin(cluster.request("t.1", SOON), SOON);
          assertThat(begun.outcome()).isEqualTo(Outcome.NOT_STARTED);
          assertThat(begun.objections())
              .hasSize(3)
              .allSatisfy(objection ->
                  assertThat(objection).contains("from epoch 2 on", "touchpaper.bar.epoch"));
        }
      }
      assertThat(cluster.client.begin(cluster.request("t.2", SOON, 2), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);
    }
  }

  /** As a unit file that says --initialise whenever there is no journal would do it. */
  @Test
  void whoLostItsMemoryAndDoesNotSaySoIsNotListenedTo() throws Exception {
    try (var cluster = new Cluster(data)) {
      cluster.startAll();
      assertThat(cluster.client.begin(cluster.request("t.1", SOON), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);
      cluster.kill("acceptor-3");
      var journal = cluster.dataOf("acceptor-3").resolve("journal");
      var saved = Files.readAllBytes(journal);
      Files.delete(journal);
      Acceptor.initialise(cluster.dataOf("acceptor-3"), "acceptor-3", 1);
      cluster.start("acceptor-3");
      cluster.kill("acceptor-1");
      assertThat(cluster.client.begin(cluster.request("t.2", A_WHILE), MOMENT).outcome())
          .isIn(Outcome.NOT_STARTED, Outcome.UNDECIDED);

      cluster.kill("acceptor-3");
      Files.write(journal, saved);
      cluster.start("acceptor-3");
      assertThat(cluster.client.begin(cluster.request("t.3", SOON), SOON).outcome())
          .as("its memory has been found")
          .isEqualTo(Outcome.COMMIT);
    }
  }

  /** As after a disk was lost, and yesterday's backup of it put back. */
  @Test
  void whoWasPutBackFromACopyIsRemindedOfItAndDoesNotVote() throws Exception {
    try (var cluster = new Cluster(data)) {
      cluster.startAll();
      assertThat(cluster.client.begin(cluster.request("t.1", SOON), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);
      var journal = cluster.dataOf("acceptor-3").resolve("journal");
      var copy = Files.readAllBytes(journal);
      assertThat(cluster.client.begin(cluster.request("t.2", SOON), SOON).outcome())
          .isEqualTo(Outcome.COMMIT);
      var reached = cluster.running("acceptor-3").others().extent();
      Await.until(() ->
          assertThat(cluster.running("acceptor-2").others().seen("acceptor-3").entries())
              .isGreaterThanOrEqualTo(reached.entries()));

      for (var who : List.of("acceptor-1", "acceptor-2", "acceptor-3")) {
        cluster.kill(who);
      }
      Files.write(journal, copy);
      var putBack = cluster.start("acceptor-3");
      assertThat(cluster.client.begin(cluster.request("t.3", A_WHILE), A_WHILE).outcome())
          .as("alone it may have forgotten that it was started")
          .isEqualTo(Outcome.UNDECIDED);
      cluster.start("acceptor-2");
      Await.until(() ->
          assertThat(putBack.trouble())
              .contains("acceptor-2 has seen", "put back from a copy", "--epoch 2"));
      assertThat(cluster.client.begin(cluster.request("t.4", A_WHILE), A_WHILE).outcome())
          .isIn(Outcome.NOT_STARTED, Outcome.UNDECIDED);

      cluster.start("acceptor-1");
      assertThat(cluster.client.begin(cluster.request("t.5", SOON), SOON).outcome())
          .as("the two others are enough")
          .isEqualTo(Outcome.COMMIT);
      cluster.kill("acceptor-3");
      var again = cluster.start("acceptor-3");
      Await.until(() -> assertThat(again.trouble()).contains("put back from a copy"));
    }
  }

  private static Outcome outcomeAtTheNewOne(Cluster cluster, String id) throws Exception {
    var only = List.of(cluster.acceptorPeer("bar-ucl", "acceptor-3"));
    try (var client = new HarcClient("bar-ucl", only, List.of())) {
      return client.outcome(new TransactionId(id)).outcome();
    }
  }
}
