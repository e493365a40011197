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
 * Acceptors that take a call and say nothing: they are begun with last, so that not every caller
 * waits for one of them. One that refuses connections costs nobody anything and is not of them.
 */
final class Hung implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Hung.class);
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Set<String> doubted = ConcurrentHashMap.newKeySet();
  private final Set<String> hung = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** In their order, those that hang last. */
  List<AcceptorClient> last(List<AcceptorClient> acceptors) {
    return acceptors.stream()
        .sorted(Comparator.comparing(acceptor -> hung.contains(acceptor.peer().name())))
        .toList();
  }

  /** One has kept silent for long, which may be its resource managers' fault: it is asked. */
  void doubt(AcceptorClient acceptor) {
    if (doubted.add(acceptor.peer().name())) {
      threads.execute(() -> {
        try {
          watch(acceptor);
        } finally {
          hung.remove(acceptor.peer().name());
          doubted.remove(acceptor.peer().name());
        }
      });
    }
  }

  private void watch(AcceptorClient acceptor) {
    try {
      while (acceptor.hangs()) {
        if (hung.add(acceptor.peer().name())) {
          LOG.warn("{} hangs: others are begun with until it answers", acceptor.peer());
        }
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
