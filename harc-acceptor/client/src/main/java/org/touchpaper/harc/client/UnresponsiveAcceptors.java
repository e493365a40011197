package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks acceptors that accept connections but do not answer, and sorts them last, so that not
 * every call waits for their timeout. An acceptor that refuses connections fails fast and is not
 * tracked.
 */
final class UnresponsiveAcceptors implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UnresponsiveAcceptors.class);
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(500);

  private final Set<String> suspected = ConcurrentHashMap.newKeySet();
  private final Set<String> unresponsive = ConcurrentHashMap.newKeySet();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  /** Sorts unresponsive acceptors last and otherwise keeps the order. */
  List<AcceptorClient> sortUnresponsiveLast(List<AcceptorClient> acceptors) {
    return acceptors.stream()
        .sorted(Comparator.comparing(acceptor -> unresponsive.contains(acceptor.peer().name())))
        .toList();
  }

  /** Probes an acceptor that did not reply; its resource managers may be the cause. */
  void suspect(AcceptorClient acceptor) {
    if (suspected.add(acceptor.peer().name())) {
      executor.execute(() -> {
        try {
          probeUntilResponsive(acceptor);
        } finally {
          unresponsive.remove(acceptor.peer().name());
          suspected.remove(acceptor.peer().name());
        }
      });
    }
  }

  private void probeUntilResponsive(AcceptorClient acceptor) {
    try {
      while (acceptor.isUnresponsive()) {
        if (unresponsive.add(acceptor.peer().name())) {
          LOG.warn(
              "{} does not answer: trying other acceptors first until it does", acceptor.peer());
        }
        TimeUnit.NANOSECONDS.sleep(PROBE_INTERVAL.toNanos());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
