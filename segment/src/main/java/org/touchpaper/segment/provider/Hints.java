package org.touchpaper.segment.provider;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Hint;

/**
 * Hears what elements say unasked and has them read for it: a storm of alarms is one reason to
 * read. Each element has a reader of its own, so that one that is slow to answer keeps no other
 * from being read. Nothing is lost with a hint, for every element is read now and then.
 */
final class Hints implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Hints.class);

  private final Elements elements;
  private final Reconciler reconciler;
  private final List<Reader> readers = new CopyOnWriteArrayList<>();
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
      var reader = new Reader(name);
      readers.add(reader);
      elements.named(name).watch(reader::hear);
    }
  }

  /** Reads one element after what it said, and rests in between while it goes on talking. */
  private final class Reader {

    private final String element;
    private final ScheduledExecutorService thread;
    private final Heard heard = new Heard();
    private final long start = System.nanoTime();

    Reader(String element) {
      this.element = element;
      this.thread =
          Executors.newSingleThreadScheduledExecutor(
              Thread.ofVirtual().name("hints of " + element).factory());
    }

    private Duration now() {
      return Duration.ofNanos(System.nanoTime() - start);
    }

    void hear(Hint hint) {
      if (hint instanceof Hint.Connected) {
        reconciler.connected(element); // before anybody has read in this session
      }
      if (running) {
        heard.add(hint, now()).ifPresent(this::followAfter);
      }
    }

    private void followAfter(Duration pause) {
      var _ = thread.schedule(this::follow, pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void follow() {
      heard
          .take(now())
          .ifPresent(reading -> {
            try {
              read(reading);
            } finally {
              heard.done(reading, now()).ifPresent(this::followAfter);
            }
          });
    }

    private void read(Heard.Reading reading) {
      LOG.info("{} is read because of {}", element, reading.reason());
      try {
        if (reading.reconnected()) {
          reconciler.retry(element);
        }
        reconciler.sweep(Set.of(element));
      } catch (RuntimeException e) {
        LOG.warn("{} was not reconciled: {}", element, e.toString());
      }
    }
  }

  @Override
  public void stop() {
    running = false;
    readers.forEach(reader -> reader.thread.shutdownNow());
    readers.clear();
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
