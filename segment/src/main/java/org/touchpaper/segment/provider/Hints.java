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

    /** So that what is said at once is read at once. */
    private static final Duration LEAST = Duration.ofMillis(300);

    /** Whatever it says, it is read again after this, as all elements are. */
    private static final Duration MOST = Duration.ofSeconds(30);

    private final String element;
    private final ScheduledExecutorService thread;
    private final Heard heard = new Heard();
    private volatile Duration rest = LEAST;

    Reader(String element) {
      this.element = element;
      this.thread =
          Executors.newSingleThreadScheduledExecutor(
              Thread.ofVirtual().name("hints of " + element).factory());
    }

    void hear(Hint hint) {
      if (hint instanceof Hint.Connected) {
        reconciler.connected(element); // before anybody has read in this session
      }
      if (running && heard.add(hint)) {
        var pause = hint instanceof Hint.Connected ? LEAST : rest;
        var _ = thread.schedule(() -> follow(hint), pause.toMillis(), TimeUnit.MILLISECONDS);
      }
    }

    private void follow(Hint hint) {
      var reconnected = heard.take();
      LOG.info("{} is read because of {}", element, hint);
      var begun = System.nanoTime();
      try {
        if (reconnected) {
          reconciler.retry(element);
        }
        reconciler.sweep(Set.of(element));
      } catch (RuntimeException e) {
        LOG.warn("{} was not reconciled: {}", element, e.toString());
      }
      rest = restAfter(Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  /**
   * What an element said since it was last read. That it can be spoken to again is a reason to try
   * again at once what did not succeed; a report is none, for it may tell of our own attempt.
   */
  static final class Heard {

    private boolean anything;
    private boolean reconnected;

    /** True if it is the first since the last reading. */
    synchronized boolean add(Hint hint) {
      var first = !anything;
      anything = true;
      switch (hint) {
        case Hint.Connected _ -> reconnected = true;
        case Hint.Told _ -> {}
      }
      return first;
    }

    /** It is read now; true if it can be spoken to again. */
    synchronized boolean take() {
      var was = reconnected;
      anything = false;
      reconnected = false;
      return was;
    }
  }

  /** An element that talks all the time is read a quarter of the time. */
  static Duration restAfter(Duration reading) {
    var rest = reading.multipliedBy(3);
    if (rest.compareTo(Reader.LEAST) < 0) {
      return Reader.LEAST;
    }
    return rest.compareTo(Reader.MOST) > 0 ? Reader.MOST : rest;
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
