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
import org.touchpaper.harc.client.BeginResult;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;

/**
 * Three acceptor processes led by the first. One crashes in a transaction at one of its writes or
 * messages. After its restart client, acceptors and resource managers agree on the decision.
 */
final class CrashTestCluster implements AutoCloseable {
  static final String LEADER = "acceptor-1";
  static final String FOLLOWER = "acceptor-2";

  private static final Duration WAIT = Duration.ofSeconds(50);

  /** After a crash of the leader before Prepare, all wait until voteBy. */
  private static final List<Duration> VOTE_BY =
      List.of(Duration.ofMillis(1500), Duration.ofSeconds(5), Duration.ofSeconds(20));

  private final CachedJvmLauncher launcher;
  private final InProcessCluster cluster;
  private final Map<String, AcceptorJvm> processes = new HashMap<>();
  private int transactions;

  /** Starts the cluster and runs a first transaction, which is slower than later ones. */
  static CrashTestCluster start(Path data) throws Exception {
    var cluster = new InProcessCluster(Files.createDirectories(data));
    var args = cluster.argsOf(LEADER);
    return new CrashTestCluster(
        cluster,
        CachedJvmLauncher.withTrainedCache(data.resolve("aot"), CrashingAcceptor.class, args));
  }

  /** Starts another cluster with the same AOT cache. */
  CrashTestCluster startAnother(Path data) throws Exception {
    return new CrashTestCluster(new InProcessCluster(Files.createDirectories(data)), launcher);
  }

  private CrashTestCluster(InProcessCluster cluster, CachedJvmLauncher launcher) throws Exception {
    this.cluster = cluster;
    this.launcher = launcher;
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
    return AcceptorJvm.start(launcher, cluster.argsOf(name));
  }

  /** The victim's failpoints, common to two runs, because shared flushes depend on timing. */
  List<String> failpoints(String victim) throws Exception {
    var first = passed(victim);
    var second = passed(victim);
    return first.stream().filter(second::contains).toList();
  }

  private List<String> passed(String victim) throws Exception {
    run(victim, "", WAIT);
    var passed = process(victim).passed(lastTransaction());
    assertThat(passed).doesNotHaveDuplicates();
    // Repeated messages, and the question for a decision that is late, depend on timing; writes do
    // not.
    return passed.stream()
        .filter(failpoint ->
            (failpoint.endsWith("#1") && !failpoint.contains(" Learn "))
                || failpoint.matches("[WF].*"))
        .toList();
  }

  /** False if the victim did not reach the failpoint. */
  boolean crashesAt(String victim, String failpoint) throws Exception {
    for (var voteBy : VOTE_BY) {
      if (run(victim, failpoint, voteBy)) {
        return true;
      }
    }
    return false;
  }

  /** Runs a transaction; true if the victim crashed. On return all acceptors are up again. */
  private boolean run(String victim, String failpoint, Duration voteBy) throws Exception {
    transactions++;
    var request = cluster.request(lastTransaction(), voteBy);
    var id = request.record().id();
    process(victim).watch(id.value(), failpoint);
    Outcome outcome;
    try (var client = client()) {
      outcome = outcomeOf(client.begin(request, WAIT));
    }
    assertThat(outcome).as("%s at %s", id, failpoint).isIn(Outcome.COMMIT, Outcome.ABORT);
    var isCrashed = !failpoint.isEmpty() && isCrashed(victim);
    if (isCrashed) {
      var restarted = launch(victim);
      processes.put(victim, restarted);
      restarted.awaitReady();
    }
    assertAgreement(request.record(), outcome, failpoint);
    return isCrashed;
  }

  /**
   * The expected outcome. On a machine so busy that {@code voteBy} passes before the begin, the
   * transaction is not begun, and its outcome is an abort.
   */
  static Outcome outcomeOf(BeginResult result) {
    var isLate =
        result.objections().stream()
            .anyMatch(objection -> objection.contains("could be voted on until"));
    return switch (result.outcome()) {
      case NOT_STARTED -> Outcome.ABORT;
      case UNDECIDED -> isLate ? Outcome.ABORT : Outcome.UNDECIDED;
      case COMMIT, ABORT, OTHER_RECORD, UNKNOWN -> result.outcome();
    };
  }

  /** Some failpoints follow the client's reply; after a while the crash is cancelled. */
  private boolean isCrashed(String victim) throws Exception {
    var process = process(victim);
    try {
      var exited = process.exit().get(1500, TimeUnit.MILLISECONDS);
      assertThat(exited.exitValue()).isEqualTo(CrashingAcceptor.KILLED);
      return true;
    } catch (TimeoutException _) {
      return !process.cancelWatch();
    }
  }

  private void assertAgreement(TransactionRecord record, Outcome outcome, String failpoint)
      throws Exception {
    for (var name : cluster.names) {
      Await.until(() ->
          assertThat(outcomeAt(name, record))
              .as("%s after %s", name, failpoint)
              .isEqualTo(outcome));
    }
    for (var rm : List.of(cluster.network, cluster.newton)) {
      Await.until(() ->
          assertThat(rm.decisions.get(record.id()))
              .as("%s after %s", rm.name(), failpoint)
              .isEqualTo(Decision.valueOf(outcome.name())));
    }
  }

  private String lastTransaction() {
    return "t." + transactions;
  }

  private AcceptorJvm process(String name) {
    return Objects.requireNonNull(processes.get(name));
  }

  /** Tries the leader first. */
  private HarcClient client() {
    var order = new ArrayList<>(cluster.acceptorPeers("bar-ucl"));
    order.removeIf(peer -> peer.name().equals(LEADER));
    order.addFirst(cluster.acceptorPeer("bar-ucl", LEADER));
    return new HarcClient("bar-ucl", order, List.of());
  }

  /** Queried by record, because an acceptor that crashed early may not know the transaction. */
  private Outcome outcomeAt(String acceptor, TransactionRecord record) throws PeerRequestException {
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
