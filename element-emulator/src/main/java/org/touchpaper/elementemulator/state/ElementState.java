package org.touchpaper.elementemulator.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.fault.ElementFaultSchedule;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptLine.Direction;
import org.touchpaper.tl1.codec.PasswordMasker;

/** The shared state of an element's connections: database, lock, faults, alarms and transcript. */
public final class ElementState {

  private static final int TRANSCRIPT_LINES = 5_000;

  public final ElementConfig config;
  public final Clock clock;
  public final ElementFaultSchedule faults;
  public final AutonomousBroadcaster broadcaster = new AutonomousBroadcaster();
  public final SignalAlarms signalAlarms = new SignalAlarms();
  public final RemovedCardSlots removedCardSlots = new RemovedCardSlots();
  public final PortCounters portCounters = new PortCounters();

  /** A command that is carried out later; this can be observed only by reading the element. */
  private record DelayedCommand(Instant due, Runnable effect) {}

  private final List<DelayedCommand> delayedCommands = new ArrayList<>();

  /**
   * The resources of deleted entities, which real elements release late: DRAGON waits two seconds
   * after a CoreDirector's DLT-CRS, and up to thirty before DLT-VCG.
   */
  private final Map<String, Instant> lockedUntil = new HashMap<>();

  private Instant nextLoginFrom = Instant.MIN;
  private final ReentrantLock lock;
  private final ArrayDeque<TranscriptLine> transcript = new ArrayDeque<>();
  private final Path file;
  private PersistentElementDatabase database;
  private Instant startedAt;
  private final Set<String> missing = new HashSet<>();
  private final Map<String, Integer> lossCounts = new HashMap<>();
  private Consumer<Boolean> restartHandler = _ -> {};
  private volatile Runnable changeListener = () -> {};
  private volatile boolean isRunning = true;

  public ElementState(
      ElementConfig config,
      Path folder,
      Clock clock,
      ElementFaultSchedule faults,
      ReentrantLock lock)
      throws IOException {
    this.config = config;
    this.lock = lock;
    this.clock = clock;
    this.faults = faults;
    Files.createDirectories(folder);
    this.file = folder.resolve(config.tid() + ".log");
    this.database = PersistentElementDatabase.load(file);
    this.startedAt = clock.instant();
  }

  /** Restarts with the database on disk, or an empty one; discards state in memory. */
  public void restart(boolean keepsDatabase) throws IOException {
    lock.lock();
    try {
      database.close();
      if (!keepsDatabase) {
        database.list().forEach(entity -> recordLoss(entity.name()));
        Files.deleteIfExists(file);
      }
      database = PersistentElementDatabase.load(file);
      delayedCommands.clear();
      lockedUntil.clear();
      portCounters.clear();
      // start times must differ, even if the clock does not advance
      var now = clock.instant();
      startedAt = now.isAfter(startedAt) ? now : startedAt.plusMillis(1);
    } finally {
      lock.unlock();
    }
    changeListener.run();
  }

  /**
   * Sets the listener of every change that may alter where traffic goes: saved entities, signals,
   * cards, the element's end and start. It may be called with the lock held, so it must return at
   * once.
   */
  public void onChange(Runnable listener) {
    changeListener = listener;
  }

  /** Records whether the element's controller runs. */
  public void setRunning(boolean runs) {
    isRunning = runs;
    changeListener.run();
  }

  /** The element as it is now. */
  public DataPlaneSnapshot snapshot() {
    return runExclusively(() ->
        new DataPlaneSnapshot(
            config.tid(),
            config.model(),
            database.copyByKind(),
            Set.copyOf(signalAlarms.portsWithoutSignal()),
            removedCardSlots.copy(),
            isRunning));
  }

  public PersistentElementDatabase database() {
    return database;
  }

  public Instant startedAt() {
    return startedAt;
  }

  /** Runs work on the database under the lock, and saves the changes before it returns. */
  public <T> T runExclusively(Supplier<T> work) {
    lock.lock();
    try {
      var now = clock.instant();
      while (!delayedCommands.isEmpty() && !delayedCommands.getFirst().due().isAfter(now)) {
        delayedCommands.removeFirst().effect().run();
      }
      var result = work.get();
      if (database.save()) {
        changeListener.run();
      }
      return result;
    } finally {
      lock.unlock();
    }
  }

  /** Schedules a change after a delay, without any report. */
  public void schedule(Duration delay, Runnable effect) {
    lock.lock();
    try {
      delayedCommands.add(new DelayedCommand(clock.instant().plus(delay), effect));
      delayedCommands.sort(Comparator.comparing(DelayedCommand::due));
    } finally {
      lock.unlock();
    }
  }

  /** Locks the resources of an entity before its deletion, for a time after it. */
  public void lockReferences(String name, Duration delay) {
    runExclusively(() -> {
      for (var entity : database.list()) {
        if (entity.name().equals(name)) {
          var released = clock.instant().plus(delay);
          entity.references().forEach(reference -> lockedUntil.put(reference, released));
        }
      }
      return Boolean.TRUE;
    });
  }

  /** True if a deleted entity still locks this name; call within {@link #runExclusively}. */
  public boolean isLocked(String name) {
    return clock.instant().isBefore(lockedUntil.getOrDefault(name, Instant.MIN));
  }

  /** Begins a login; false while another login still settles. */
  public boolean tryBeginLogin(Duration settle) {
    lock.lock();
    try {
      var now = clock.instant();
      if (now.isBefore(nextLoginFrom)) {
        return false;
      }
      nextLoginFrom = now.plus(settle);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Records a removal that no session made; call within {@link #runExclusively}. */
  public void recordLoss(String name) {
    missing.add(name);
    lossCounts.merge(name, 1, Integer::sum);
  }

  /** The removed entities that were not restored. */
  public Set<String> missingEntities() {
    return runExclusively(() -> {
      database.list().forEach(entity -> missing.remove(entity.name()));
      return Set.copyOf(missing);
    });
  }

  /** By name, the number of removals so far. */
  public Map<String, Integer> lossCounts() {
    return runExclusively(() -> Map.copyOf(lossCounts));
  }

  /** Sets the handler of restarts; its argument is true if the database is kept. */
  public void onRestartRequest(Consumer<Boolean> handler) {
    restartHandler = handler;
  }

  public void requestRestart(boolean keepsDatabase) {
    restartHandler.accept(keepsDatabase);
  }

  /** At most one port is without signal, so that some circuits keep working. */
  public void toggleSignal(String portPattern) {
    var lostPorts = signalAlarms.portsWithoutSignal();
    if (lostPorts.isEmpty()) {
      setSignal(portPattern.formatted(1 + faults.nextInt(2)), false);
    } else {
      setSignal(lostPorts.getFirst(), true);
    }
  }

  public void setSignal(String port, boolean isPresent) {
    var now = clock.instant();
    (isPresent ? signalAlarms.clear(port, now) : signalAlarms.raise(port, now))
        .ifPresent(report -> broadcaster.broadcast("REPT ALM OC192", report));
    changeListener.run();
  }

  public void pullCard(int slot) {
    removedCardSlots.pull(slot);
    changeListener.run();
  }

  public void insertCard(int slot) {
    removedCardSlots.insert(slot);
    changeListener.run();
  }

  public List<ManagedEntity> listEntities() {
    return runExclusively(() -> database.list());
  }

  public void recordReceived(String line) {
    recordLine(Direction.RECEIVED, line);
  }

  public void recordSent(String line) {
    recordLine(Direction.SENT, line);
  }

  public void recordEvent(String line) {
    recordLine(Direction.EVENT, line);
  }

  /** The last lines. Passwords are masked on reading, since few lines are ever read. */
  public List<TranscriptLine> transcript() {
    List<TranscriptLine> lines;
    synchronized (transcript) {
      lines = List.copyOf(transcript);
    }
    return lines.stream()
        .map(line ->
            new TranscriptLine(
                line.at(), line.tid(), line.direction(), PasswordMasker.mask(line.text())))
        .toList();
  }

  private void recordLine(Direction direction, String line) {
    var recorded = new TranscriptLine(clock.instant(), config.tid(), direction, line);
    synchronized (transcript) {
      if (transcript.size() == TRANSCRIPT_LINES) {
        transcript.removeFirst();
      }
      transcript.addLast(recorded);
    }
  }
}
