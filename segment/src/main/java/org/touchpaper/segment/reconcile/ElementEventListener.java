package org.touchpaper.segment.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.SmartLifecycle;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.ElementEvent;

/**
 * Receives the events of elements and has the elements read: an alarm storm is one reason to read.
 * Each element has a reader of its own, so that a slow element does not delay others. A lost event
 * does no harm, because every element is read periodically. Absent with manual scheduling: then
 * nothing runs on its own.
 */
@ConditionalOnProperty(
    name = "touchpaper.schedule.manual",
    havingValue = "false",
    matchIfMissing = true)
public final class ElementEventListener implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(ElementEventListener.class);

  private final DriverRegistry drivers;
  private final Reconciler reconciler;
  private final List<Reader> readers = new CopyOnWriteArrayList<>();
  private volatile boolean running;

  public ElementEventListener(DriverRegistry drivers, Reconciler reconciler) {
    this.drivers = drivers;
    this.reconciler = reconciler;
  }

  /** Connects every element; each new connection causes a reading, so a start reads all. */
  @Override
  public void start() {
    running = true;
    for (var name : drivers.elementNames()) {
      var reader = new Reader(name);
      readers.add(reader);
      drivers.driverFor(name).watch(reader::onEvent);
    }
  }

  /** Has an element read soon, as if it had reported a change. */
  public void read(String element, String reason) {
    readers.stream()
        .filter(reader -> reader.element.equals(element))
        .forEach(reader -> reader.onEvent(new ElementEvent.Reported(element, reason)));
  }

  /** Reads one element after its events, with a pause between readings. */
  private final class Reader {

    private final String element;
    private final ScheduledExecutorService executor;
    private final ReadDebouncer debouncer = new ReadDebouncer();
    private final long start = System.nanoTime();

    Reader(String element) {
      this.element = element;
      this.executor =
          Executors.newSingleThreadScheduledExecutor(
              Thread.ofVirtual().name("events of " + element).factory());
    }

    private Duration now() {
      return Duration.ofNanos(System.nanoTime() - start);
    }

    void onEvent(ElementEvent event) {
      if (event instanceof ElementEvent.Connected) {
        reconciler.onConnected(element); // before any reading in this session
      }
      if (running) {
        debouncer.add(event, now()).ifPresent(this::scheduleRead);
      }
    }

    private void scheduleRead(Duration delay) {
      var _ = executor.schedule(this::readIfDue, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void readIfDue() {
      debouncer
          .beginRead(now())
          .ifPresent(reading -> {
            try {
              read(reading);
            } finally {
              debouncer.endRead(reading, now()).ifPresent(this::scheduleRead);
            }
          });
    }

    private void read(ReadDebouncer.ElementRead reading) {
      LOG.info("element={} read because of {}", element, reading.reason());
      try {
        if (reading.reconnected()) {
          reconciler.retryWaiting(element);
        }
        reconciler.sweep(Set.of(element));
      } catch (RuntimeException e) {
        LOG.warn("element={} reconciliation failed: {}", element, e.toString());
      }
    }
  }

  @Override
  public void stop() {
    running = false;
    readers.forEach(reader -> reader.executor.shutdownNow());
    readers.clear();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Starts after all other beans, and stops before them. */
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}
