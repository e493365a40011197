package org.touchpaper.harc.acceptor;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.TransactionId;

/** Where an acceptor of the demo profile stops itself, to be killed there. */
final class Breakpoint {
  private static final Logger LOG = LoggerFactory.getLogger(Breakpoint.class);

  private final String name;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ending = new CountDownLatch(1);
  private volatile @Nullable StopAt armed;

  /**
   * Nowhere.
   *
   * @param name the acceptor's
   */
  Breakpoint(String name) {
    this.name = name;
  }

  void arm(StopAt point) {
    LOG.warn("{} is armed to stop {}", name, point);
    armed = point;
  }

  boolean isReachedBy(List<Effect> effects) {
    var point = armed;
    return point != null && point.isReachedBy(effects);
  }

  /** Blocks until the acceptor is ended in order, which hardly ever happens. */
  void stop(TransactionId id) throws InterruptedException {
    LOG.warn(
        "transaction={} {} stops {} as armed; kill -9 process {}",
        id,
        name,
        armed,
        ProcessHandle.current().pid());
    stopped.countDown();
    ending.await();
    throw new InterruptedException(name + " was stopped and ended");
  }

  boolean isReached() {
    return stopped.getCount() == 0;
  }

  /** Lets go whoever stands here. */
  void end() {
    ending.countDown();
  }
}
