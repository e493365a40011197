package org.touchpaper.segment.provider;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Hint;

/**
 * Hears what elements say unasked and has them read for it, one after the other: a storm of alarms
 * is one reason to read. Nothing is lost with a hint, for every element is read now and then.
 */
final class Hints implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Hints.class);

  /** So that what is said at once is read at once. */
  private static final long PAUSE_MS = 300;

  private final Elements elements;
  private final Reconciler reconciler;
  private final Set<String> noted = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("hints").factory());
  private volatile boolean running;

  Hints(Elements elements, Reconciler reconciler) {
    this.elements = elements;
    this.reconciler = reconciler;
  }

  /** Every element is connected, and read for that, so a start is a reason to read all. */
  @Override
  public void start() {
    running = true;
    for (var name : elements.names()) {
      elements.named(name).watch(this::hear);
    }
  }

  private void hear(Hint hint) {
    if (running && noted.add(hint.element())) {
      var _ = reader.schedule(() -> follow(hint), PAUSE_MS, TimeUnit.MILLISECONDS);
    }
  }

  private void follow(Hint hint) {
    noted.remove(hint.element());
    LOG.info("{} is read because of {}", hint.element(), hint);
    try {
      reconciler.retry(hint.element());
      reconciler.sweep(Set.of(hint.element()));
    } catch (RuntimeException e) {
      LOG.warn("{} was not reconciled: {}", hint.element(), e.toString());
    }
  }

  @Override
  public void stop() {
    running = false;
    reader.shutdownNow();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** After all else stands, and before anything else ends. */
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}
