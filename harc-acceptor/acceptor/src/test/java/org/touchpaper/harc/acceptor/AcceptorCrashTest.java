package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionRecord;

/**
 * Three acceptor processes; in each transaction one dies, at each of its writes and messages in
 * turn, once as the leader and once as one of the others. When it is back, client, acceptors and
 * resource managers name the same decision.
 */
@Timeout(600)
class AcceptorCrashTest {
  private static final Duration WAIT = Duration.ofSeconds(50);

  /** A leader that dies before Prepare leaves everybody waiting until voteBy. */
  private static final List<Duration> VOTE_BY =
      List.of(Duration.ofMillis(1500), Duration.ofSeconds(5), Duration.ofSeconds(20));

  @TempDir Path data;
  private Cluster cluster;
  private QuickStart quick;
  private final Map<String, AcceptorJvm> processes = new HashMap<>();
  private int transactions;

  @BeforeEach
  void start() throws Exception {
    cluster = new Cluster(data);
    var first = cluster.argsOf(cluster.names.getFirst());
    quick = QuickStart.trained(data.resolve("quick"), MortalAcceptor.class, first);
    for (var name : cluster.names) {
      processes.put(name, launch(name));
    }
    for (var process : processes.values()) {
      process.awaitReady();
    }
  }

  @AfterEach
  void stop() {
    processes.values().forEach(AcceptorJvm::close);
    cluster.close();
  }

  private AcceptorJvm launch(String name) throws IOException {
    return AcceptorJvm.start(quick, cluster.argsOf(name));
  }

  @Test
  void everybodyNamesOneDecisionWhereverAnAcceptorDies() throws Exception {
    run("acceptor-1", "acceptor-1", "", WAIT); // the first time everything takes longer
    var asLeader = failpoints("acceptor-1", "acceptor-1");
    var asOther = failpoints("acceptor-2", "acceptor-1");
    assertThat(asLeader.size()).isGreaterThan(20);
    assertThat(asOther.size()).isGreaterThan(10);
    var survived = new ArrayList<String>();
    for (var failpoint : asLeader) {
      die("acceptor-1", "acceptor-1", failpoint, survived);
    }
    for (var failpoint : asOther) {
      die("acceptor-2", "acceptor-1", failpoint, survived);
    }
    System.out.printf(
        "died at %d failpoints of a leader, %d of another; never came to %s%n",
        asLeader.size(), asOther.size(), survived);
    // How many events share a flush is a matter of timing; most shares must have been met.
    assertThat(survived).hasSizeLessThan((asLeader.size() + asOther.size()) / 8);
  }

  /** Those it passes twice: how many events share a flush differs from time to time. */
  private List<String> failpoints(String watched, String leader) throws Exception {
    var first = passed(watched, leader);
    var second = passed(watched, leader);
    return first.stream().filter(second::contains).toList();
  }

  private List<String> passed(String watched, String leader) throws Exception {
    run(watched, leader, "", WAIT);
    var process = process(watched);
    var passed = process.passed();
    assertThat(passed).doesNotHaveDuplicates();
    // What is said again, or not, is a matter of timing; what is written is not.
    return passed.stream().filter(each -> each.endsWith("#1") || each.matches("[WF].*")).toList();
  }

  private void die(String victim, String leader, String failpoint, List<String> survived)
      throws Exception {
    for (var voteBy : VOTE_BY) {
      var dead = run(victim, leader, failpoint, voteBy);
      if (dead) {
        return;
      }
    }
    survived.add(victim + " " + failpoint);
  }

  /** One transaction; true if the victim died in it. All is as before when this returns. */
  private boolean run(String victim, String leader, String failpoint, Duration voteBy)
      throws Exception {
    var request = cluster.request("t." + ++transactions, voteBy);
    var id = request.record().id();
    process(victim).watch(id.value(), failpoint);
    Outcome told;
    try (var client = clientOf(leader)) {
      told = client.begin(request, WAIT).outcome();
    }
    assertThat(told).as("%s at %s", id, failpoint).isIn(Outcome.COMMIT, Outcome.ABORT);
    var dead = !failpoint.isEmpty() && isDead(victim);
    if (dead) {
      var restarted = launch(victim);
      processes.put(victim, restarted);
      restarted.awaitReady();
    }
    agree(request.record(), told, failpoint);
    return dead;
  }

  /** Some failpoints come after the client's answer and need a moment; then they are called off. */
  private boolean isDead(String victim) throws Exception {
    var process = process(victim);
    try {
      var ended = process.death().get(1500, TimeUnit.MILLISECONDS);
      assertThat(ended.exitValue()).isEqualTo(MortalAcceptor.KILLED);
      return true;
    } catch (TimeoutException _) {
      return !process.callOff();
    }
  }

  private void agree(TransactionRecord record, Outcome told, String failpoint) throws Exception {
    for (var name : cluster.names) {
      Await.until(() ->
          assertThat(outcomeAt(name, record)).as("%s after %s", name, failpoint).isEqualTo(told));
    }
    for (var rm : List.of(cluster.network, cluster.newton)) {
      Await.until(() ->
          assertThat(rm.decisions.get(record.id()))
              .as("%s after %s", rm.name(), failpoint)
              .isEqualTo(Decision.valueOf(told.name())));
    }
  }

  private AcceptorJvm process(String name) {
    return Objects.requireNonNull(processes.get(name));
  }

  /** Asks the others only if that one fails. */
  private HarcClient clientOf(String leader) {
    var order = new ArrayList<>(cluster.acceptorPeers("bar-ucl"));
    order.removeIf(peer -> peer.name().equals(leader));
    order.addFirst(cluster.acceptorPeer("bar-ucl", leader));
    return new HarcClient("bar-ucl", order, List.of());
  }

  /** Asked with the record, since one that died early may never have heard of it. */
  private Outcome outcomeAt(String acceptor, TransactionRecord record) throws PeerUnreachable {
    var only = List.of(cluster.acceptorPeer("bar-ucl", acceptor));
    try (var client = new HarcClient("bar-ucl", only, List.of())) {
      return client.outcome(record).outcome();
    }
  }
}
