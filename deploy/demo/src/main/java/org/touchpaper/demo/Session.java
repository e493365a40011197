package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.touchpaper.platform.process.PidFile;

/**
 * One run of the demo network by this process: from taking the lock until nothing is left. Whatever
 * ends the process short of SIGKILL ends the session.
 */
final class Session implements AutoCloseable {
  private static final Duration GLANCE = Duration.ofMillis(200);
  private static final Duration NEWS = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final DataDirectory data;
  private final Ports ports;
  private final Consumer<String> out;
  private final DataLock lock;
  private final RunningNetwork network;
  private final Thread hook = new Thread(this::interrupt, "end");
  private volatile boolean isInterrupted;
  private boolean hasEnded;

  private Session(DataDirectory data, Ports ports, Consumer<String> out, DataLock lock) {
    this.data = data;
    this.ports = ports;
    this.out = out;
    this.lock = lock;
    this.network = new RunningNetwork(data, ports, this::say);
  }

  /** Takes the data directory, clears what a killed launcher left in it, and checks the ports. */
  static Session open(DataDirectory data, Ports ports) {
    return open(data, ports, System.out::println);
  }

  /** The same, saying what happens to somebody else. */
  static Session open(DataDirectory data, Ports ports, Consumer<String> out) {
    makeRoom(data, ports);
    var lock =
        DataLock.take(data)
            .orElseThrow(() ->
                new CannotStart(
                    "a demo network runs on %s already; ./touchpaper down --data %s ends it"
                        .formatted(data.root(), data.root())));
    var session = new Session(data, ports, out, lock);
    Runtime.getRuntime().addShutdownHook(session.hook);
    try {
      session.prepare();
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Makes the data directory; a new one only if the ports can be had. */
  static void makeRoom(DataDirectory data, Ports ports) {
    if (Files.notExists(data.root())) {
      check(ports);
    }
    data.create();
  }

  private static void check(Ports ports) {
    var busy = ports.busy(Ports::isBusy);
    if (!busy.isEmpty()) {
      throw new CannotStart(String.join("\n  ", busy) + "\n  " + ports.advice(Ports::isBusy));
    }
  }

  private void prepare() {
    for (var name : Leftovers.clear(data)) {
      say("ended " + name + ", left running by a launcher that was killed");
    }
    new PidFile(data.pidFile("launcher")).write(ProcessHandle.current());
    new AcceptorMemories(data).check();
    check(ports);
  }

  /** Looks at the network from outside, and ends the session when the demo is over. */
  Witness witness() {
    return new Witness(data, ports, network, this::close, () -> isInterrupted);
  }

  /** Starts everything and returns when all parts are healthy, saying which it waits for. */
  void start(boolean processes) {
    start(processes, "");
  }

  /**
   * The same.
   *
   * @param faults what goes wrong on the elements, as {@code up --faults} reads it; empty if
   *     nothing
   */
  void start(boolean processes, String faults) {
    var begun = System.nanoTime();
    say("data in " + data.root() + ", logs in its directory log");
    if (!faults.isEmpty()) {
      say("elements go wrong by " + faults);
    }
    network.start(processes, faults);
    var health = new Health(ports);
    var memories = new AcceptorMemories(data);
    var waiting = new ArrayList<>(RunningNetwork.parts());
    var nextNews = begun + NEWS.toNanos();
    while (!waiting.isEmpty()) {
      for (var part : List.copyOf(waiting)) {
        if (health.isUp(part)) {
          waiting.remove(part);
          memories.note(part);
          say("%-17s healthy after %.1f s".formatted(part, secondsSince(begun)));
        }
      }
      if (System.nanoTime() > nextNews) {
        nextNews += NEWS.toNanos();
        say("waiting for " + String.join(", ", health.waitingFor(waiting)));
      }
      if (secondsSince(begun) > PATIENCE.toSeconds()) {
        throw new CannotStart(
            "not healthy after %d s: %s; see the logs in %s"
                .formatted(PATIENCE.toSeconds(), waiting, data.root().resolve("log")));
      }
      pause(waiting.isEmpty() ? Duration.ZERO : GLANCE);
    }
    say("all healthy after %.1f s".formatted(secondsSince(begun)));
    tellOthers();
  }

  private synchronized void tellOthers() {
    if (!hasEnded) {
      write(readyFile(data), ProcessHandle.current().pid() + "\n");
    }
  }

  /** Written when all is healthy, with the launcher's process number. */
  static Path readyFile(DataDirectory data) {
    return data.run().resolve("ready");
  }

  /** What there is to look at. */
  void invite() {
    out.accept("");
    out.accept("  reservations browser   " + ports.url("bar-ucl") + "/");
    out.accept("  API documentation      " + ports.url("bar-ucl") + "/api/docs");
    out.accept("  elements               " + ports.url("elements") + "/elements");
    if (ports.base() != 0) {
      out.accept("  reserve, status, ...   export TOUCHPAPER_URL=" + ports.url("bar-ucl"));
    }
    out.accept("  users                  scientist, operator, officer, admin; password = name");
    out.accept("  logs                   " + data.root().resolve("log"));
    out.accept("  to end it              ./touchpaper down --data " + data.root());
  }

  private void say(String line) {
    synchronized (hook) { // watches and the end speak, too
      out.accept("   " + line);
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is ending, and the hook found everything done
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
      throw new CannotStart("interrupted");
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
