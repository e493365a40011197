package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crashes an acceptor at each of its writes and messages in turn, as leader and as follower. All
 * peers still agree on one decision.
 */
@Timeout(600)
class AcceptorCrashTest {

  private record CrashPoint(String victim, String failpoint) {}

  @TempDir Path data;
  private final Queue<CrashPoint> remaining = new ConcurrentLinkedQueue<>();
  private final Queue<CrashPoint> survived = new ConcurrentLinkedQueue<>();

  /** A crash is mostly waiting, so two clusters share the crash points. */
  @Test
  void allPeersAgreeOnOneDecisionWhereverAnAcceptorCrashes() throws Exception {
    try (var firstCluster = CrashTestCluster.start(data.resolve("one"));
        var secondCluster = firstCluster.startAnother(data.resolve("two"));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var asLeader = firstCluster.failpoints(CrashTestCluster.LEADER);
      var asFollower = firstCluster.failpoints(CrashTestCluster.FOLLOWER);
      // About 26 and 12. A busy machine shares flushes otherwise, and fewer are common to two runs.
      assertThat(asLeader.size()).isGreaterThan(15);
      assertThat(asFollower.size()).isGreaterThan(5);
      asLeader.forEach(
          failpoint -> remaining.add(new CrashPoint(CrashTestCluster.LEADER, failpoint)));
      asFollower.forEach(
          failpoint -> remaining.add(new CrashPoint(CrashTestCluster.FOLLOWER, failpoint)));
      for (var result :
          threads.invokeAll(
              List.of(
                  crashAtRemainingPoints(firstCluster), crashAtRemainingPoints(secondCluster)))) {
        result.get();
      }
      System.out.printf(
          "crashed at %d failpoints of a leader and %d of a follower; not reached: %s%n",
          asLeader.size(), asFollower.size(), survived);
      // How many events share a flush depends on timing; most failpoints must be reached.
      assertThat(survived).hasSizeLessThan((asLeader.size() + asFollower.size()) / 8);
    }
  }

  private Callable<Boolean> crashAtRemainingPoints(CrashTestCluster cluster) {
    return () -> {
      for (var crashPoint = remaining.poll(); crashPoint != null; crashPoint = remaining.poll()) {
        if (!cluster.crashesAt(crashPoint.victim(), crashPoint.failpoint())) {
          survived.add(crashPoint);
        }
      }
      return true;
    };
  }
}
