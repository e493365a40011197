package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.acceptor.journal.UnusableJournalException;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/** An acceptor's journal is lost; see {@code docs/operations/replacing-an-acceptor.md}. */
@Timeout(300)
class LostJournalTest {
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration MEDIUM_TIMEOUT = Duration.ofSeconds(8);

  @TempDir Path data;

  @Test
  void anAcceptorThatLostItsJournalJoinsTheNextSet() throws Exception {
    try (var cluster = new InProcessCluster(data)) {
      cluster.startAll();
      assertThat(cluster.client.begin(cluster.request("t.1", LONG_TIMEOUT), LONG_TIMEOUT).outcome())
          .isEqualTo(Outcome.COMMIT);

      cluster.kill("acceptor-3");
      Files.delete(cluster.dataOf("acceptor-3").resolve("journal"));
      assertThatThrownBy(() -> cluster.start("acceptor-3"))
          .isInstanceOf(UnusableJournalException.class);
      AcceptorServer.initialise(cluster.dataOf("acceptor-3"), "acceptor-3", 2);
      cluster.start("acceptor-3");

      // It makes no promises for epoch 1 again.
      cluster.kill("acceptor-1");
      var result = cluster.client.begin(cluster.request("t.2", LONG_TIMEOUT), LONG_TIMEOUT);
      assertThat(result.outcome()).isIn(Outcome.NOT_STARTED, Outcome.UNDECIDED);
      assertThat(String.join("\n", result.objections()))
          .contains("acceptor-3 is an acceptor from epoch 2 on, but t.2 has epoch 1");
      assertThat(outcomeAtReplacement(cluster, "t.2")).isEqualTo(Outcome.UNKNOWN);

      // Two of three acceptors of the next set are up.
      assertThat(
              cluster.client.begin(cluster.request("t.3", LONG_TIMEOUT, 2), LONG_TIMEOUT).outcome())
          .isEqualTo(Outcome.COMMIT);
      // It learns the decision a moment later.
      Await.until(() -> assertThat(outcomeAtReplacement(cluster, "t.3")).isEqualTo(Outcome.COMMIT));

      // Transactions of the old set are completed by its remaining members.
      cluster.start("acceptor-1");
      assertThat(cluster.client.begin(cluster.request("t.4", LONG_TIMEOUT), LONG_TIMEOUT).outcome())
          .isEqualTo(Outcome.COMMIT);
      assertThat(cluster.client.outcome(new TransactionId("t.1")).outcome())
          .isEqualTo(Outcome.COMMIT);
      assertThat(
              cluster.client.begin(cluster.request("t.5", LONG_TIMEOUT, 2), LONG_TIMEOUT).outcome())
          .isEqualTo(Outcome.COMMIT);
    }
  }

  /** The configuration of the BARs has not been updated to the next set. */
  @Test
  void beginsOfAnEarlierEpochAreRefusedAtOnce() throws Exception {
    try (var cluster = new InProcessCluster(data);
        var client = new HarcClient("bar-ucl", cluster.streamingPeers("bar-ucl"), List.of())) {
      for (var name : cluster.names) {
        Files.delete(cluster.dataOf(name).resolve("journal"));
        AcceptorServer.initialise(cluster.dataOf(name), name, 2);
        cluster.start(name);
      }
      for (var harcClient : List.of(cluster.client, client)) {
        for (var time = 0; time < 2; time++) {
          var result = harcClient.begin(cluster.request("t.1", LONG_TIMEOUT), LONG_TIMEOUT);
          assertThat(result.outcome()).isEqualTo(Outcome.NOT_STARTED);
          assertThat(result.objections())
              .hasSize(3)
              .allSatisfy(objection ->
                  assertThat(objection).contains("from epoch 2 on", "touchpaper.bar.epoch"));
        }
      }
      assertThat(
              cluster.client.begin(cluster.request("t.2", LONG_TIMEOUT, 2), LONG_TIMEOUT).outcome())
          .isEqualTo(Outcome.COMMIT);
    }
  }

  /** As by a unit file that uses --initialise whenever the journal is missing. */
  @Test
  void anAcceptorWithABlankJournalOfTheSameEpochIsRejected() throws Exception {
    try (var cluster = new InProcessCluster(data)) {
      cluster.startAll();
      assertThat(cluster.client.begin(cluster.request("t.1", LONG_TIMEOUT), LONG_TIMEOUT).outcome())
          .isEqualTo(Outcome.COMMIT);
      cluster.kill("acceptor-3");
      var journal = cluster.dataOf("acceptor-3").resolve("journal");
      var saved = Files.readAllBytes(journal);
      Files.delete(journal);
      AcceptorServer.initialise(cluster.dataOf("acceptor-3"), "acceptor-3", 1);
      cluster.start("acceptor-3");
      cluster.kill("acceptor-1");
      assertThat(
              cluster.client.begin(cluster.request("t.2", MEDIUM_TIMEOUT), SHORT_TIMEOUT).outcome())
          .isIn(Outcome.NOT_STARTED, Outcome.UNDECIDED);

      cluster.kill("acceptor-3");
      Files.write(journal, saved);
      cluster.start("acceptor-3");
      assertThat(cluster.client.begin(cluster.request("t.3", LONG_TIMEOUT), LONG_TIMEOUT).outcome())
          .as("with its original journal")
          .isEqualTo(Outcome.COMMIT);
    }
  }

  /** As after a restore of yesterday's backup. */
  @Test
  void anAcceptorRestoredFromACopyDetectsItAndDoesNotVote() throws Exception {
    try (var cluster = new InProcessCluster(data)) {
      cluster.startAll();
      assertThat(cluster.client.begin(cluster.request("t.1", LONG_TIMEOUT), LONG_TIMEOUT).outcome())
          .isEqualTo(Outcome.COMMIT);
      var journal = cluster.dataOf("acceptor-3").resolve("journal");
      var copy = Files.readAllBytes(journal);
      var rollbackDetector = cluster.running("acceptor-3").rollbackDetector();
      var copied = rollbackDetector.ownPosition();
      // Two acceptors are enough for a decision, and the third may miss it: others follow.
      var transactions = new AtomicInteger();
      Await.until(() -> {
        var next = cluster.request("t.2." + transactions.incrementAndGet(), LONG_TIMEOUT);
        assertThat(cluster.client.begin(next, LONG_TIMEOUT).outcome()).isEqualTo(Outcome.COMMIT);
        assertThat(rollbackDetector.ownPosition().isAheadOf(copied)).isTrue();
      });
      var reached = rollbackDetector.ownPosition();
      Await.until(() ->
          assertThat(
                  cluster
                      .running("acceptor-2")
                      .rollbackDetector()
                      .seenPosition("acceptor-3")
                      .entries())
              .isGreaterThanOrEqualTo(reached.entries()));

      for (var who : List.of("acceptor-1", "acceptor-2", "acceptor-3")) {
        cluster.kill(who);
      }
      Files.write(journal, copy);
      var restored = cluster.start("acceptor-3");
      assertThat(
              cluster
                  .client
                  .begin(cluster.request("t.3", MEDIUM_TIMEOUT), MEDIUM_TIMEOUT)
                  .outcome())
          .as("without its peers, it cannot exclude that it began")
          .isEqualTo(Outcome.UNDECIDED);
      cluster.start("acceptor-2");
      Await.until(() ->
          assertThat(restored.problem())
              .contains("acceptor-2 has seen", "restored from a copy", "--epoch 2"));
      assertThat(
              cluster
                  .client
                  .begin(cluster.request("t.4", MEDIUM_TIMEOUT), MEDIUM_TIMEOUT)
                  .outcome())
          .isIn(Outcome.NOT_STARTED, Outcome.UNDECIDED);

      cluster.start("acceptor-1");
      assertThat(cluster.client.begin(cluster.request("t.5", LONG_TIMEOUT), LONG_TIMEOUT).outcome())
          .as("the two others are enough")
          .isEqualTo(Outcome.COMMIT);
      cluster.kill("acceptor-3");
      var restarted = cluster.start("acceptor-3");
      Await.until(() -> assertThat(restarted.problem()).contains("restored from a copy"));
    }
  }

  private static Outcome outcomeAtReplacement(InProcessCluster cluster, String id)
      throws Exception {
    var only = List.of(cluster.acceptorPeer("bar-ucl", "acceptor-3"));
    try (var client = new HarcClient("bar-ucl", only, List.of())) {
      return client.outcome(new TransactionId(id)).outcome();
    }
  }
}
