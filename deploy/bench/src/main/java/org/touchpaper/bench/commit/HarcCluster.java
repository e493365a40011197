package org.touchpaper.bench.commit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.touchpaper.bench.process.AcceptorCluster;
import org.touchpaper.bench.process.FreePortFinder;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;

/** Acceptors in processes of their own, as in production, and resource managers in this one. */
final class HarcCluster implements AutoCloseable {
  private static final Duration STARTUP_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration DECISION_TIMEOUT = Duration.ofSeconds(59);
  private static final String CLIENT_NAME = "bench";
  private static final RequestingUser CALLER =
      new RequestingUser(CLIENT_NAME, "here", List.of(), "scientist", CLIENT_NAME);

  private final Clock clock = Clock.systemUTC();
  private final List<LogOnlyResourceManager> resourceManagers = new ArrayList<>();
  private final List<String> rmNames;
  private final AcceptorCluster acceptors;
  private final LongAdder transactionsBegun = new LongAdder();
  private final HarcClient client;

  /**
   * Starts acceptors and resource managers.
   *
   * @param settings more settings of the acceptors
   */
  HarcCluster(Path directory, int acceptorCount, int rmCount, String... settings)
      throws IOException, InterruptedException {
    rmNames = IntStream.rangeClosed(1, rmCount).mapToObj(n -> "rm-" + n).toList();
    var otherPeers =
        new ArrayList<>(AcceptorCluster.peerProperties(CLIENT_NAME, "requester,admin"));
    for (var name : rmNames) {
      resourceManagers.add(new LogOnlyResourceManager(name, directory));
      otherPeers.addAll(AcceptorCluster.peerProperties(name, "rm"));
    }
    otherPeers.addAll(List.of(settings));
    var peers = AcceptorCluster.peers(FreePortFinder.find(2 * acceptorCount));
    acceptors = new AcceptorCluster(directory, peers, otherPeers);
    acceptors.start();
    for (var acceptor : peers) {
      AcceptorCluster.awaitUp(acceptor);
    }
    for (var rm : resourceManagers) {
      rm.connect(
          peers.stream().map(PeerEndpoint::streamAddress).map(Objects::requireNonNull).toList());
    }
    awaitStreams();
    client = newClient();
  }

  private HarcClient newClient() {
    return new HarcClient(CLIENT_NAME, acceptors.peers(), List.of());
  }

  /** Waits until no transaction is open, since an armed leader would also stop in an old one. */
  private static void awaitIdle(PeerEndpoint acceptor) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + STARTUP_TIMEOUT.toNanos();
    while (!AcceptorCluster.unfinishedTransactions(acceptor, CLIENT_NAME).isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new IOException(acceptor + " still has open transactions after " + STARTUP_TIMEOUT);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Waits for the streams, without which Prepare reaches no resource manager. */
  private void awaitStreams() throws InterruptedException, IOException {
    var deadline = System.nanoTime() + STARTUP_TIMEOUT.toNanos();
    while (!resourceManagers.stream().allMatch(LogOnlyResourceManager::isReady)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("not all streams are open after " + STARTUP_TIMEOUT);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Sums the counters of all acceptors and resource managers. */
  CommitCostSnapshot costs() throws IOException, InterruptedException {
    var sum = new CommitCostSnapshot(transactionsBegun.sum(), 0);
    for (var acceptor : acceptors.peers()) {
      var health = AcceptorCluster.call(acceptor, CLIENT_NAME, "/health", "GET").body();
      sum = sum.plus(number("sent", health), number("flushes", health));
    }
    for (var rm : resourceManagers) {
      sum = rm.addCosts(sum);
    }
    return sum;
  }

  private static long number(String name, String json) {
    var match = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
    if (!match.find()) {
      throw new IllegalStateException("no " + name + " in " + json);
    }
    return Long.parseLong(match.group(1));
  }

  /**
   * Runs one transaction over all resource managers until the caller knows the decision. They carry
   * it out while the next one runs.
   *
   * @return the {@link System#nanoTime} of the decision
   */
  long commitOnce() {
    var outcome = client.begin(request(DECISION_TIMEOUT), DECISION_TIMEOUT).outcome();
    if (outcome != Outcome.COMMIT) {
      throw new IllegalStateException("a transaction ended " + outcome);
    }
    return System.nanoTime();
  }

  private TransactionRequest request(Duration untilVoteBy) {
    var actions =
        rmNames.stream()
            .map(rm ->
                HarcActionXml.write(
                    rm, List.of(new HarcAction.Cancel(UUID.randomUUID().toString()))))
            .toList();
    transactionsBegun.increment();
    return TransactionRequest.of(
        new TransactionId(UUID.randomUUID() + ".1"),
        acceptors.peers().stream().map(PeerEndpoint::name).toList(),
        1,
        clock.instant().plus(untilVoteBy),
        CALLER,
        actions);
  }

  /**
   * Runs one transaction, kills its leader at the given point, and restarts it afterwards. Requires
   * acceptors with the demo profile.
   */
  RecoveryResult recoverOnce(String point, Duration untilVoteBy)
      throws IOException, InterruptedException, ExecutionException {
    var leader = acceptors.peers().getFirst();
    var process = acceptors.processes().getFirst();
    awaitIdle(leader);
    if (AcceptorCluster.call(leader, CLIENT_NAME, "/demo/stop-at?point=" + point, "POST")
            .statusCode()
        != 204) {
      throw new IOException(leader + " cannot be armed to stop");
    }
    // A new client has seen no acceptor fail and calls the first.
    try (var freshClient = newClient();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var result = threads.submit(() -> freshClient.begin(request(untilVoteBy), DECISION_TIMEOUT));
      while (AcceptorCluster.isUp(leader)) {
        if (result.isDone()) { // too late for its votes: the leader did not get to the point
          result = threads.submit(() -> freshClient.begin(request(untilVoteBy), DECISION_TIMEOUT));
        }
        TimeUnit.MILLISECONDS.sleep(5);
      }
      var killedAt = System.nanoTime();
      process.kill();
      var outcome = result.get().outcome();
      var took = Duration.ofNanos(System.nanoTime() - killedAt);
      process.start();
      AcceptorCluster.awaitUp(leader);
      awaitStreams();
      return new RecoveryResult(outcome, took);
    }
  }

  /**
   * Outcome of a transaction whose leader was killed.
   *
   * @param duration from the kill until the caller knew the outcome
   */
  record RecoveryResult(Outcome outcome, Duration duration) {}

  @Override
  public void close() {
    client.close();
    acceptors.close();
    for (var rm : resourceManagers) {
      rm.close();
    }
  }
}
