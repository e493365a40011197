package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.touchpaper.harc.client.Begun;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionRecord;

/**
 * Three acceptor processes led by the first, of which one dies in a transaction, at one of its
 * writes or messages. When it is back, client, acceptors and resource managers name the same
 * decision.
 */
final class MortalCluster implements AutoCloseable {
  static final String LEADER = "acceptor-1";
  static final String OTHER = "acceptor-2";

  private static final Duration WAIT = Duration.ofSeconds(50);

  /** A leader that dies before Prepare leaves everybody waiting until voteBy. */
  private static final List<Duration> VOTE_BY =
      List.of(Duration.ofMillis(1500), Duration.ofSeconds(5), Duration.ofSeconds(20));

  private final QuickStart quick;
  private final Cluster cluster;
  private final Map<String, AcceptorJvm> processes = new HashMap<>();
  private int transactions;

  /** Started, and over the first transaction, in which everything takes longer. */
  static MortalCluster start(Path data) throws Exception {
    var cluster = new Cluster(Files.createDirectories(data));
    var args = cluster.argsOf(LEADER);
    return new MortalCluster(
        cluster, QuickStart.trained(data.resolve("quick"), MortalAcceptor.class, args));
  }

  /** One more, which starts as quickly. */
  MortalCluster startAnother(Path data) throws Exception {
    return new MortalCluster(new Cluster(Files.createDirectories(data)), quick);
  }

  private MortalCluster(Cluster cluster, QuickStart quick) throws Exception {
    this.cluster = cluster;
    this.quick = quick;
    try {
      for (var name : cluster.names) {
        processes.put(name, launch(name));
      }
      for (var process : processes.values()) {
        process.awaitReady();
      }
      run(LEADER, "", WAIT);
    } catch (Exception | AssertionError e) {
      close();
      throw e;
    }
  }

  private AcceptorJvm launch(String name) throws IOException {
    return AcceptorJvm.start(quick, cluster.argsOf(name));
  }

  /** Where the victim can die: those it passes twice, for flushes are shared as it happens. */
  List<String> failpoints(String victim) throws Exception {
    var first = passed(victim);
    var second = passed(victim);
    return first.stream().filter(second::contains).toList();
  }

  private List<String> passed(String victim) throws Exception {
    run(victim, "", WAIT);
    var passed = process(victim).passed();
    assertThat(passed).doesNotHaveDuplicates();
    // What is said again, or not, is a matter of timing; what is written is not.
    return passed.stream().filter(each -> each.endsWith("#1") || each.matches("[WF].*")).toList();
  }

  /** False if the victim never came to it. */
  boolean dies(String victim, String failpoint) throws Exception {
    for (var voteBy : VOTE_BY) {
      if (run(victim, failpoint, voteBy)) {
        return true;
      }
    }
    return false;
  }

  /** One transaction; true if the victim died in it. All is as before when this returns. */
  private boolean run(String victim, String failpoint, Duration voteBy) throws Exception {
    var request = cluster.request("t." + ++transactions, voteBy);
    var id = request.record().id();
    process(victim).watch(id.value(), failpoint);
    Outcome told;
    try (var client = client()) {
      told = end(client.begin(request, WAIT));
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

  /**
   * What was begun: on a machine so busy that {@code voteBy} comes before anybody is asked to vote,
   * it was not, and then everybody names an abort.
   */
  static Outcome end(Begun begun) {
    var isLate =
        begun.objections().stream().anyMatch(each -> each.contains("could be voted on until"));
    return switch (begun.outcome()) {
      case NOT_STARTED -> Outcome.ABORT;
      case UNDECIDED -> isLate ? Outcome.ABORT : Outcome.UNDECIDED;
      case COMMIT, ABORT, OTHER_RECORD, UNKNOWN -> begun.outcome();
    };
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

  /** Asks the others only if the leader fails. */
  private HarcClient client() {
    var order = new ArrayList<>(cluster.acceptorPeers("bar-ucl"));
    order.removeIf(peer -> peer.name().equals(LEADER));
    order.addFirst(cluster.acceptorPeer("bar-ucl", LEADER));
    return new HarcClient("bar-ucl", order, List.of());
  }

  /** Asked with the record, since one that died early may never have heard of it. */
  private Outcome outcomeAt(String acceptor, TransactionRecord record) throws PeerUnreachable {
    var only = List.of(cluster.acceptorPeer("bar-ucl", acceptor));
    try (var client = new HarcClient("bar-ucl", only, List.of())) {
      return client.outcome(record).outcome();
    }
  }

  @Override
  public void close() {
    processes.values().forEach(AcceptorJvm::close);
    cluster.close();
  }
}
