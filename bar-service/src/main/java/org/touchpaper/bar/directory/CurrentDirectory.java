package org.touchpaper.bar.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.stereotype.Component;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;

/**
 * The directory in force. Its file is read again and again; a valid change takes effect as a whole.
 * An invalid file changes nothing; the log and the service's health say what is wrong. Bookings
 * keep the segments they have.
 *
 * <p>A caller asks for the directory once for each piece of work, so that it sees one version.
 */
@Component("directory")
public final class CurrentDirectory
    implements Supplier<Directory>, SmartLifecycle, HealthIndicator {

  private static final Logger LOG = LoggerFactory.getLogger(CurrentDirectory.class);

  private final BarProperties bar;
  private final PeerRegistry peers;
  private volatile Directory current;
  private volatile @Nullable String problem;

  /** The content that was checked last, and what is wrong with it. */
  private byte[] checked;

  private @Nullable String mistake;
  private byte[] lastRead;
  private @Nullable ScheduledExecutorService readings;

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public CurrentDirectory(BarProperties bar, PeerRegistry peers) {
    this.bar = bar;
    this.peers = peers;
    this.checked = read();
    this.lastRead = checked;
    this.current = parse(checked);
  }

  @Override
  public Directory get() {
    return current;
  }

  /**
   * Reads the file. A change takes effect when the reading before found the same content, because a
   * file may be read while it is written.
   */
  public synchronized void refresh() {
    try {
      var content = read();
      if (!Arrays.equals(content, checked) && Arrays.equals(content, lastRead)) {
        mistake = check(content);
        checked = content;
      }
      lastRead = content;
      report(mistake);
    } catch (UncheckedIOException e) {
      report(String.valueOf(e.getMessage()));
    }
  }

  /** Puts valid content into force; returns what is wrong with other content. */
  private @Nullable String check(byte[] content) {
    try {
      var changed = parse(content);
      requireKnownPeers(changed);
      current = changed;
      LOG.info("the directory has changed: {}", changed.describe());
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  private void report(@Nullable String found) {
    if (found != null && !found.equals(problem)) {
      LOG.warn("the directory stays as it was: {}", found);
    }
    problem = found;
  }

  private byte[] read() {
    try {
      return bar.directory().getContentAsByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot read the directory " + bar.directory().getDescription(), e);
    }
  }

  private Directory parse(byte[] content) {
    var file = new ByteArrayResource(content, bar.directory().getDescription());
    return DirectoryFile.read(file, bar, name -> peers.find(name).map(Peer::url));
  }

  private void requireKnownPeers(Directory changed) {
    var unknown =
        changed.requiredPeers().stream()
            .filter(required -> peers.find(required.name()).filter(required::isMetBy).isEmpty())
            .map(required ->
                "%s is %s, which is no peer with a url and the roles %s; add it to touchpaper.peers and restart this service"
                    .formatted(required.meaning(), required.name(), required.roles()))
            .collect(Collectors.joining("; "));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(unknown);
    }
  }

  /** Up also with an invalid file: the directory in force serves every request. */
  @Override
  public Health health() {
    var health = Health.up().withDetail("inForce", current.describe());
    var found = problem;
    return found == null
        ? health.build()
        : health
            .withDetail("problem", "a change of the file has no effect: " + found)
            .withDetail("remedy", "correct the file; no restart is needed for that")
            .build();
  }

  @Override
  public synchronized void start() {
    var thread = Thread.ofPlatform().name("directory").daemon().factory();
    var executor = Executors.newSingleThreadScheduledExecutor(thread);
    var interval = bar.directoryInterval().toMillis();
    var _ =
        executor.scheduleWithFixedDelay(this::refresh, interval, interval, TimeUnit.MILLISECONDS);
    readings = executor;
  }

  @Override
  public synchronized void stop() {
    Objects.requireNonNull(readings).shutdownNow();
    readings = null;
  }

  @Override
  public synchronized boolean isRunning() {
    return readings != null;
  }
}
