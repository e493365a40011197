package org.touchpaper.harc.acceptor.eventloop;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;

/** Blocks an acceptor of the demo profile at a stop point, so that it can be killed there. */
final class StopPointTrigger {
  private static final Logger LOG = LoggerFactory.getLogger(StopPointTrigger.class);

  private final String name;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile @Nullable StopPoint stopPoint;

  StopPointTrigger(String name) {
    this.name = name;
  }

  void arm(StopPoint point) {
    LOG.warn("acceptor={} armed to stop {}", name, point);
    stopPoint = point;
  }

  boolean isReachedBy(List<AcceptorEffect> effects) {
    var armedPoint = stopPoint;
    return armedPoint != null && armedPoint.isReachedBy(effects);
  }

  /** Blocks until the acceptor is closed. */
  void stop(TransactionId id) throws InterruptedException {
    LOG.warn(
        "transaction={} acceptor={} stopped {}; kill it with kill -9 {}",
        id,
        name,
        stopPoint,
        ProcessHandle.current().pid());
    reached.countDown();
    released.await();
    throw new InterruptedException(name + " was closed at a stop point");
  }

  boolean isReached() {
    return reached.getCount() == 0;
  }

  /** Unblocks the acceptor for its shutdown. */
  void release() {
    released.countDown();
  }
}
