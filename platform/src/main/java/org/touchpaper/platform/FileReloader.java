package org.touchpaper.platform;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/**
 * Reloads a file whose changes take effect while the service runs. It is read again and again; a
 * valid change takes effect as a whole. An invalid file changes nothing; the log and the service's
 * health say what is wrong.
 *
 * @param <C> what is compared to find a change: the file's text, and all that its check depends on
 */
public abstract class FileReloader<C> implements SmartLifecycle, HealthIndicator {

  private static final Logger LOG = LoggerFactory.getLogger(FileReloader.class);

  private final String name;
  private final Duration interval;

  /** The content that was checked last, and what is wrong with it. */
  private @Nullable C checked;

  private @Nullable String mistake;
  private @Nullable C lastRead;
  private volatile @Nullable String problem;
  private @Nullable ScheduledExecutorService readings;

  /**
   * Describes a file.
   *
   * @param name what it contains, for people: {@code directory}
   * @param interval how often it is read
   * @param inForce the content that is in force; null to check what is found first
   */
  protected FileReloader(String name, Duration interval, @Nullable C inForce) {
    this.name = name;
    this.interval = interval;
    this.checked = inForce;
    this.lastRead = inForce;
  }

  /** Reads the file; an exception's message says why it cannot be read. */
  protected abstract C read();

  /**
   * Checks content and puts it into force.
   *
   * @throws IllegalArgumentException if it is invalid; nothing has changed then
   */
  protected abstract void apply(C content);

  /** What is in force, for the service's health. */
  protected abstract String describe();

  /**
   * Reads the file. A change takes effect when the reading before found the same content, because a
   * file may be read while it is written. Content with a mistake is checked again at each reading:
   * another file may have corrected it.
   */
  public final synchronized void refresh() {
    try {
      var content = read();
      if (content.equals(lastRead) && (mistake != null || !content.equals(checked))) {
        mistake = check(content);
        checked = content;
      }
      lastRead = content;
      report(mistake);
    } catch (RuntimeException e) {
      report(String.valueOf(e.getMessage()));
    }
  }

  private @Nullable String check(C content) {
    try {
      apply(content);
      return null;
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void report(@Nullable String found) {
    if (found != null && !found.equals(problem)) {
      LOG.warn("a change of the {} file has no effect: {}", name, found);
    }
    problem = found;
  }

  /** Up also with an invalid file: what is in force serves every request. */
  @Override
  public final Health health() {
    var health = Health.up().withDetail("inForce", describe());
    var found = problem;
    return found == null
        ? health.build()
        : health
            .withDetail("problem", "a change of the file has no effect: " + found)
            .withDetail("remedy", "correct the file; no restart is needed for that")
            .build();
  }

  @Override
  public final synchronized void start() {
    var thread = Thread.ofPlatform().name(name).daemon().factory();
    var executor = Executors.newSingleThreadScheduledExecutor(thread);
    var millis = interval.toMillis();
    var _ = executor.scheduleWithFixedDelay(this::refresh, millis, millis, TimeUnit.MILLISECONDS);
    readings = executor;
  }

  @Override
  public final synchronized void stop() {
    Objects.requireNonNull(readings).shutdownNow();
    readings = null;
  }

  @Override
  public final synchronized boolean isRunning() {
    return readings != null;
  }
}
