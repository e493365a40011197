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
import org.touchpaper.bench.AcceptorFleet;
import org.touchpaper.bench.FreePorts;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/** Acceptors in processes of their own, as they are run in earnest, and resource managers here. */
final class RunningHarc implements AutoCloseable {
  private static final Duration UNTIL_UP = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(59);
  private static final String SELF = "bench";
  private static final Caller CALLER = new Caller(SELF, "here", List.of(), "scientist", SELF);

  private final Clock clock = Clock.systemUTC();
  private final List<BenchedRm> resourceManagers = new ArrayList<>();
  private final List<String> rmNames;
  private final AcceptorFleet acceptors;
  private final LongAdder begun = new LongAdder();
  private final HarcClient client;

  /**
   * Starts them.
   *
   * @param options more for the acceptors' command lines
   */
  RunningHarc(Path directory, int acceptorCount, int rmCount, String... options)
      throws IOException, InterruptedException {
    rmNames = IntStream.rangeClosed(1, rmCount).mapToObj(n -> "rm-" + n).toList();
    var known = new ArrayList<>(AcceptorFleet.known(SELF, "requester,admin"));
    for (var name : rmNames) {
      resourceManagers.add(new LoggedRm(name, directory));
      known.addAll(AcceptorFleet.known(name, "rm"));
    }
    var peers = AcceptorFleet.peers(FreePorts.take(2 * acceptorCount));
    acceptors = new AcceptorFleet(directory, peers, known, List.of(options));
    acceptors.start();
    for (var acceptor : peers) {
      AcceptorFleet.awaitUp(acceptor);
    }
    for (var rm : resourceManagers) {
      rm.call(peers.stream().map(HarcPeer::streamPeer).map(Objects::requireNonNull).toList());
    }
    awaitStreams();
    client = newClient();
  }

  private HarcClient newClient() {
    return new HarcClient(SELF, acceptors.peers(), List.of());
  }

  /** Until everybody has heard of what was before, for an armed leader stops at that, too. */
  private static void awaitRest(HarcPeer acceptor) throws IOException, InterruptedException {
    var end = System.nanoTime() + UNTIL_UP.toNanos();
    while (!AcceptorFleet.open(acceptor, SELF).isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IOException(acceptor + " has not told everybody in " + UNTIL_UP);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Until then Prepare would find nobody. */
  private void awaitStreams() throws InterruptedException, IOException {
    var end = System.nanoTime() + UNTIL_UP.toNanos();
    while (!resourceManagers.stream().allMatch(BenchedRm::isReady)) {
      if (System.nanoTime() > end) {
        throw new IOException("not all streams came up in " + UNTIL_UP);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** What has been spent so far, as everybody counts it. */
  Expense expense() throws IOException, InterruptedException {
    var sum = new Expense(begun.sum(), 0);
    for (var acceptor : acceptors.peers()) {
      var health = AcceptorFleet.ask(acceptor, SELF, "/health", "GET").body();
      sum = sum.plus(number("said", health), number("flushes", health));
    }
    for (var rm : resourceManagers) {
      sum = rm.addTo(sum);
    }
    return sum;
  }

  private static long number(String name, String json) {
    var found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
    if (!found.find()) {
      throw new IllegalStateException("no " + name + " in " + json);
    }
    return Long.parseLong(found.group(1));
  }

  /**
   * One transaction over all resource managers, from the call to the decision, which they carry out
   * while the next is begun.
   *
   * @return when it was decided, as by {@link System#nanoTime}
   */
  long commitOnce() {
    var outcome = client.begin(request(PATIENCE), PATIENCE).outcome();
    if (outcome != Outcome.COMMIT) {
      throw new IllegalStateException("a transaction ended " + outcome);
    }
    return System.nanoTime();
  }

  private Request request(Duration untilVoteBy) {
    var actions =
        rmNames.stream()
            .map(
                rm -> ActionXml.write(rm, List.of(new Action.Cancel(UUID.randomUUID().toString()))))
            .toList();
    begun.increment();
    return Request.of(
        new TransactionId(UUID.randomUUID() + ".1"),
        acceptors.peers().stream().map(HarcPeer::name).toList(),
        1,
        clock.instant().plus(untilVoteBy),
        CALLER,
        actions);
  }

  /**
   * One transaction whose leader is killed as soon as it has come to this point; it is started
   * again afterwards. For acceptors of the demo profile.
   */
  Recovery recoverOnce(String point, Duration untilVoteBy)
      throws IOException, InterruptedException, ExecutionException {
    var leader = acceptors.peers().getFirst();
    var process = acceptors.runners().getFirst();
    awaitRest(leader);
    if (AcceptorFleet.ask(leader, SELF, "/demo/stop-at?point=" + point, "POST").statusCode()
        != 204) {
      throw new IOException(leader + " does not stop itself");
    }
    // One that has not seen an acceptor fail yet begins with the first.
    try (var fresh = newClient();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var end = threads.submit(() -> fresh.begin(request(untilVoteBy), PATIENCE));
      while (AcceptorFleet.isUp(leader)) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      var killed = System.nanoTime();
      process.kill();
      var outcome = end.get().outcome();
      var took = Duration.ofNanos(System.nanoTime() - killed);
      process.start();
      AcceptorFleet.awaitUp(leader);
      awaitStreams();
      return new Recovery(outcome, took);
    }
  }

  /**
   * What became of a transaction whose leader was killed.
   *
   * @param took from the killing until the caller knew
   */
  record Recovery(Outcome outcome, Duration took) {}

  @Override
  public void close() {
    client.close();
    acceptors.close();
    for (var rm : resourceManagers) {
      rm.close();
    }
  }
}
