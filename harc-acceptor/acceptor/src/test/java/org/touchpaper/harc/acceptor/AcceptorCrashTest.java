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
 * An acceptor dies at each of its writes and messages in turn, once as the leader and once as one
 * of the others; everybody names one decision all the same.
 */
@Timeout(600)
class AcceptorCrashTest {

  private record Death(String victim, String failpoint) {}

  @TempDir Path data;
  private final Queue<Death> ahead = new ConcurrentLinkedQueue<>();
  private final Queue<Death> survived = new ConcurrentLinkedQueue<>();

  /** A death is mostly waiting, so that two clusters share them. */
  @Test
  void everybodyNamesOneDecisionWhereverAnAcceptorDies() throws Exception {
    try (var one = MortalCluster.start(data.resolve("one"));
        var two = one.startAnother(data.resolve("two"));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var asLeader = one.failpoints(MortalCluster.LEADER);
      var asOther = one.failpoints(MortalCluster.OTHER);
      assertThat(asLeader.size()).isGreaterThan(20);
      assertThat(asOther.size()).isGreaterThan(10);
      asLeader.forEach(failpoint -> ahead.add(new Death(MortalCluster.LEADER, failpoint)));
      asOther.forEach(failpoint -> ahead.add(new Death(MortalCluster.OTHER, failpoint)));
      for (var dying : threads.invokeAll(List.of(diesIn(one), diesIn(two)))) {
        dying.get();
      }
      System.out.printf(
          "died at %d failpoints of a leader, %d of another; never came to %s%n",
          asLeader.size(), asOther.size(), survived);
      // How many events share a flush is a matter of timing; most shares must have been met.
      assertThat(survived).hasSizeLessThan((asLeader.size() + asOther.size()) / 8);
    }
  }

  private Callable<Boolean> diesIn(MortalCluster cluster) {
    return () -> {
      for (var death = ahead.poll(); death != null; death = ahead.poll()) {
        if (!cluster.dies(death.victim(), death.failpoint())) {
          survived.add(death);
        }
      }
      return true;
    };
  }
}
