package org.touchpaper.tl1.element;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.touchpaper.tl1.codec.Passwords;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.TranscriptLine.Direction;

/** What the connections to one element share: its database, one lock on it, and the transcript. */
final class Shelf {

  private static final int TRANSCRIPT_LINES = 5_000;

  final ElementConfig config;
  final Clock clock;
  final Faults faults;
  final Bulletin bulletin = new Bulletin();
  final Signals signals = new Signals();
  final Slots slots = new Slots();
  private final Overdue overdue = new Overdue();
  private final Locks locks = new Locks();
  private Instant loginsFrom = Instant.MIN;
  final ControlPlane plane;
  private final ReentrantLock lock;
  private final ArrayDeque<TranscriptLine> transcript = new ArrayDeque<>();
  private final Path file;
  private Database database;
  private Instant startedAt;
  private final Set<String> lost = new HashSet<>();
  private final Map<String, Integer> losses = new HashMap<>();
  private Consumer<Boolean> power = _ -> {};

  Shelf(ElementConfig config, Path folder, Clock clock, Faults faults, ControlPlane plane)
      throws IOException {
    this.config = config;
    this.plane = plane;
    this.lock = plane.lock;
    this.clock = clock;
    this.faults = faults;
    Files.createDirectories(folder);
    this.file = folder.resolve(config.tid() + ".log");
    this.database = Database.load(file);
    this.startedAt = clock.instant();
    plane.join(this);
  }

  /** Starts anew: forgets what is only in memory, as a crash does. */
  void reload() throws IOException {
    startAnew(true);
  }

  /** Starts anew with nothing, as when its flash was replaced. */
  void reloadEmpty() throws IOException {
    startAnew(false);
  }

  private void startAnew(boolean keepsDatabase) throws IOException {
    lock.lock();
    try {
      database.close();
      if (!keepsDatabase) {
        database.list().forEach(each -> lost(each.name()));
        Files.deleteIfExists(file);
      }
      database = Database.load(file);
      overdue.forget();
      locks.forget();
      // no two starts at one instant, however fast they follow and however slow the clock
      var now = clock.instant();
      startedAt = now.isAfter(startedAt) ? now : startedAt.plusMillis(1);
    } finally {
      lock.unlock();
    }
  }

  Database database() {
    return database;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Does something on the database alone, and makes it durable before anybody hears of it. */
  <T> T alone(Supplier<T> work) {
    lock.lock();
    try {
      overdue.carryOut(clock.instant());
      var result = work.get();
      database.save();
      return result;
    } finally {
      lock.unlock();
    }
  }

  /** Does it once so much time has passed, and nobody is told. */
  void later(Duration by, Runnable effect) {
    lock.lock();
    try {
      overdue.add(clock.instant().plus(by), effect);
    } finally {
      lock.unlock();
    }
  }

  /** What bears this name is deleted next, and what it refers to can be deleted only then. */
  void letGoLater(String name, Duration by) {
    alone(() -> {
      for (var each : database.list()) {
        if (each.name().equals(name)) {
          locks.lock(each.references(), clock.instant().plus(by));
        }
      }
      return Boolean.TRUE;
    });
  }

  /** True if something that is deleted by now has not let go of it; within {@link #alone}. */
  boolean isLocked(String name) {
    return locks.isLocked(name, clock.instant());
  }

  /** False while another login has not settled; this one takes so long. */
  boolean beginsLogin(Duration settle) {
    lock.lock();
    try {
      var now = clock.instant();
      if (now.isBefore(loginsFrom)) {
        return false;
      }
      loginsFrom = now.plus(settle);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Something went that nobody with a session of theirs deleted; within {@link #alone}. */
  void lost(String name) {
    lost.add(name);
    losses.merge(name, 1, Integer::sum);
  }

  /** What has not been put back since. */
  Set<String> lost() {
    return alone(() -> {
      database.list().forEach(there -> lost.remove(there.name()));
      return Set.copyOf(lost);
    });
  }

  /** How often what went, ever. */
  Map<String, Integer> losses() {
    return alone(() -> Map.copyOf(losses));
  }

  /** Whoever can restart the element; true keeps its database. */
  void poweredBy(Consumer<Boolean> restarts) {
    power = restarts;
  }

  void restart(boolean keepsDatabase) {
    power.accept(keepsDatabase);
  }

  List<Entity> holds() {
    return alone(() -> database.list());
  }

  void heard(String line) {
    write(Direction.RECEIVED, line);
  }

  void said(String line) {
    write(Direction.SENT, line);
  }

  void note(String line) {
    write(Direction.NOTE, line);
  }

  /** The last lines; passwords are masked in what is shown, for few of all lines ever are. */
  List<TranscriptLine> transcript() {
    List<TranscriptLine> lines;
    synchronized (transcript) {
      lines = List.copyOf(transcript);
    }
    return lines.stream()
        .map(it -> new TranscriptLine(it.at(), it.tid(), it.direction(), Passwords.mask(it.text())))
        .toList();
  }

  private void write(Direction direction, String line) {
    var written = new TranscriptLine(clock.instant(), config.tid(), direction, line);
    synchronized (transcript) {
      if (transcript.size() == TRANSCRIPT_LINES) {
        transcript.removeFirst();
      }
      transcript.addLast(written);
    }
  }
}
