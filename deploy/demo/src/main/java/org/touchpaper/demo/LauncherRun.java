package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DataLock;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.config.StartupException;
import org.touchpaper.demo.probe.DemoHttpClient;
import org.touchpaper.demo.run.DemoApplicationSetup;
import org.touchpaper.demo.run.InstalledEngine;
import org.touchpaper.platform.process.PidFile;

/**
 * One run of the demo network, from locking the data directory to the end of its last process. A
 * shutdown hook ends the run with this process, except on SIGKILL.
 */
final class LauncherRun implements AutoCloseable {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(5);
  private static final Duration STARTUP_TIMEOUT = Duration.ofMinutes(3);

  private final DataDirectory data;
  private final PortPlan ports;
  private final DemoNetworkVariant kind;
  private final Consumer<String> out;
  private final DataLock lock;
  private final DemoNetworkSupervisor network;
  private final Thread shutdownHook = new Thread(this::interrupt, "end");
  private volatile boolean isInterrupted;
  private Optional<DemoApplicationRunEnvironment> runs = Optional.empty();
  private boolean hasEnded;

  private LauncherRun(
      DataDirectory data,
      PortPlan ports,
      DemoNetworkVariant kind,
      Consumer<String> out,
      DataLock lock) {
    this.data = data;
    this.ports = ports;
    this.kind = kind;
    this.out = out;
    this.lock = lock;
    this.network = new DemoNetworkSupervisor(data, ports, kind, this::print);
  }

  /** Locks the data directory, stops orphans of a killed launcher, and checks the ports. */
  static LauncherRun open(DataDirectory data, PortPlan ports, DemoNetworkVariant kind) {
    return open(data, ports, kind, System.out::println);
  }

  /** Does the same and prints progress to {@code out}. */
  static LauncherRun open(
      DataDirectory data, PortPlan ports, DemoNetworkVariant kind, Consumer<String> out) {
    prepareDataDirectory(data, ports);
    var lock =
        DataLock.tryAcquire(data)
            .orElseThrow(() ->
                new StartupException(
                    "a demo network already runs on %s; stop it with ./touchpaper down --data %s"
                        .formatted(data.root(), data.root())));
    var launcherRun = new LauncherRun(data, ports, kind, out, lock);
    Runtime.getRuntime().addShutdownHook(launcherRun.shutdownHook);
    try {
      launcherRun.prepare();
      return launcherRun;
    } catch (RuntimeException e) {
      launcherRun.close();
      throw e;
    }
  }

  /** Creates the data directory, unless a port is in use. */
  static void prepareDataDirectory(DataDirectory data, PortPlan ports) {
    if (Files.notExists(data.root())) {
      requireFreePorts(ports);
    }
    data.create();
  }

  private static void requireFreePorts(PortPlan ports) {
    var busy = ports.listBusy(PortPlan::isBusy);
    if (!busy.isEmpty()) {
      throw new StartupException(
          String.join("\n  ", busy) + "\n  " + ports.advice(PortPlan::isBusy));
    }
  }

  private void prepare() {
    for (var name : OrphanCleanup.terminateOrphans(data)) {
      print("stopped " + name + ", left running by a killed launcher");
    }
    DemoApplicationSetup.endJobs(data.of("newton"));
    new PidFile(data.pidFile("launcher")).write(ProcessHandle.current());
    new LostJournalGuard(data).check();
    requireFreePorts(ports);
  }

  RunningDemoControlRequestHandler probe() {
    return new RunningDemoControlRequestHandler(
        data, ports, network, runs, this::close, () -> isInterrupted);
  }

  /**
   * Starts all processes of a network on whose cluster an engine may be launched; its elements
   * carry packets if this machine can.
   *
   * @param alone the services that run in processes of their own
   */
  void start(List<String> alone, Optional<InstalledEngine> engine) {
    var launched =
        engine.map(installed -> DemoApplicationRunEnvironment.of(installed, data, ports));
    runs = launched;
    launched.ifPresent(DemoApplicationRunEnvironment::prepare);
    start(
        alone,
        launched.map(DemoApplicationRunEnvironment::elements).orElse(EmulatorRunSettings.NONE),
        launched.map(DemoApplicationRunEnvironment::resourceManager).orElse(Map.of()));
  }

  /** Starts all processes with these elements and returns when all services are healthy. */
  void start(List<String> alone, EmulatorRunSettings elements) {
    start(alone, elements, Map.of());
  }

  private void start(List<String> alone, EmulatorRunSettings elements, Map<String, String> newton) {
    var startedAt = System.nanoTime();
    print("data in " + data.root() + ", logs in " + data.root().resolve("log"));
    if (!elements.faults().isEmpty()) {
      print("fault injection on elements: " + elements.faults());
    }
    network.start(alone, elements, newton);
    try (var http = new DemoHttpClient(data, ports)) {
      awaitHealthy(http, startedAt);
      if (elements.hasDataPlane()) {
        print(http.describeDataPlane());
      }
    }
    print("all healthy after %.1f s".formatted(secondsSince(startedAt)));
    writeReadyFile();
  }

  /** Kills one process as {@code kill -9} does, and leaves it dead until it is started again. */
  void killUntilStarted(String process) {
    network.killUntilStarted(process);
  }

  void startAgain(String process) {
    network.startAgain(process);
  }

  private void awaitHealthy(DemoHttpClient http, long startedAt) {
    var lostJournalGuard = new LostJournalGuard(data);
    var waiting = new ArrayList<>(DemoNetworkSupervisor.parts(kind));
    var nextProgress = startedAt + PROGRESS_INTERVAL.toNanos();
    while (!waiting.isEmpty()) {
      for (var part : List.copyOf(waiting)) {
        if (http.isUp(part)) {
          waiting.remove(part);
          lostJournalGuard.recordIfInitialised(part);
          print("%-17s healthy after %.1f s".formatted(part, secondsSince(startedAt)));
        }
      }
      if (System.nanoTime() > nextProgress) {
        nextProgress += PROGRESS_INTERVAL.toNanos();
        print("waiting for " + String.join(", ", http.listUnhealthy(waiting)));
      }
      if (secondsSince(startedAt) > STARTUP_TIMEOUT.toSeconds()) {
        throw new StartupException(
            "not healthy after %d s: %s; check the logs in %s"
                .formatted(STARTUP_TIMEOUT.toSeconds(), waiting, data.root().resolve("log")));
      }
      pause(waiting.isEmpty() ? Duration.ZERO : POLL_INTERVAL);
    }
  }

  private synchronized void writeReadyFile() {
    if (!hasEnded) {
      try {
        Files.writeString(readyFile(data), ProcessHandle.current().pid() + "\n");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Contains the launcher's process id once all services are healthy. */
  static Path readyFile(DataDirectory data) {
    return data.runDirectory().resolve("ready");
  }

  void printUsage() {
    out.accept("");
    var bars = kind.bars();
    out.accept(
        "  reservations browser   "
            + String.join(
                "\n                         ",
                bars.stream().map(bar -> ports.url(bar) + "/").toList()));
    out.accept("  API documentation      " + ports.url(bars.getFirst()) + "/api/docs");
    out.accept("  elements               " + ports.url("elements") + "/elements");
    if (ports.base() != 0) {
      out.accept("  other commands         export TOUCHPAPER_PORT_BASE=" + ports.base());
    }
    out.accept(
        "  users                  scientist, operator, officer, admin; password = user name");
    out.accept("  logs                   " + data.root().resolve("log"));
    out.accept("  stop                   ./touchpaper down --data " + data.root());
  }

  private void print(String line) {
    synchronized (shutdownHook) { // watcher threads and the shutdown hook print, too
      out.accept("   " + line);
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // the process is ending, and the hook has nothing left to do
    }
  }

  private void interrupt() {
    isInterrupted = true;
    end();
  }

  private synchronized void end() {
    if (!hasEnded) {
      hasEnded = true;
      try {
        network.close();
      } finally {
        delete(readyFile(data));
        new PidFile(data.pidFile("launcher")).delete();
        lock.close();
      }
    }
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void pause(Duration length) {
    try {
      Thread.sleep(length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartupException("interrupted");
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
