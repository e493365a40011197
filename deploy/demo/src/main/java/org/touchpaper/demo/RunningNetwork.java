package org.touchpaper.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.demo.Settings.Database;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.postgres.EmbeddedCluster;

/**
 * The demo network as processes: started in order, watched, and ended in the opposite order. The
 * caller holds the data directory's lock.
 */
final class RunningNetwork implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(8);

  /** The name of the process that runs all services. */
  private static final String TOGETHER = "services";

  private final DataDirectory data;
  private final Ports ports;
  private final Consumer<String> said;
  private final Object database = new Object();
  private final List<Supervised> children = new ArrayList<>();
  private @Nullable EmbeddedCluster cluster;
  private boolean isOver;

  RunningNetwork(DataDirectory data, Ports ports, Consumer<String> said) {
    this.data = data;
    this.ports = ports;
    this.said = said;
  }

  /** All parts that answer for their health, in the order they come up. */
  static List<String> parts() {
    return Stream.of(List.of("elements"), Acquaintances.ACCEPTORS, Service.names())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Starts everything.
   *
   * @param processes each service in a process of its own
   * @param faults what goes wrong on the elements; empty if nothing
   */
  void start(boolean processes, String faults) {
    var commands = new Commands(data, ports);
    var settings = new Settings(data, ports);
    parts().forEach(this::makeSecrets);
    child("elements", () -> commands.elements(faults));
    Acquaintances.ACCEPTORS.forEach(name -> {
      SecretFile.readOrCreate(data.secret(name, Settings.ADMINISTRATOR));
      var callers = joined(settings.witness(name), settings.administrator(name));
      Settings.write(data.config(name), joined(settings.peers(name), callers));
      child(name, () -> commands.acceptor(name));
    });
    Settings.write(data.config(Settings.ADMINISTRATOR), settings.ofAdministrator());
    startDatabase(settings);
    if (processes) {
      Service.names().forEach(name -> child(name, () -> commands.services(List.of(name))));
    } else {
      child(TOGETHER, () -> commands.services(Service.names()));
    }
  }

  private void makeSecrets(String name) {
    Acquaintances.of(name).keySet().stream()
        .map(peer -> data.secret(name, peer))
        .forEach(SecretFile::readOrCreate);
    SecretFile.readOrCreate(data.secret(name, Calls.PEER));
  }

  private static Map<String, String> joined(Map<String, String> one, Map<String, String> other) {
    var both = new TreeMap<>(one);
    both.putAll(other);
    return both;
  }

  private void startDatabase(Settings settings) {
    synchronized (database) {
      if (isOver()) {
        return;
      }
      said.accept("starting PostgreSQL");
      var started =
          EmbeddedCluster.start(data.postgres(), ports.of("postgresql"), data.log("postgresql"));
      cluster = started;
      started.keepUp(said);
      for (var service : Service.values()) {
        started.createDatabase(service.database());
        var place =
            new Database(started.url(service.database()), started.user(), started.password());
        Settings.write(
            data.config(service.peerName()),
            joined(settings.of(service, place), settings.witness(service.peerName())));
      }
    }
  }

  private synchronized void child(String name, Supplier<List<String>> command) {
    if (!isOver) {
      var child = new Supervised(name, command, data, said);
      children.add(child);
      child.start();
    }
  }

  private synchronized boolean isOver() {
    return isOver;
  }

  /** What {@code kill -9} does to one process; it is started again. */
  synchronized void kill(String name) {
    children.stream()
        .filter(child -> child.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no process is called " + name))
        .kill();
  }

  /** The processes and their numbers. */
  synchronized Map<String, Long> processes() {
    var found = new TreeMap<String, Long>();
    for (var child : children) {
      child.process().ifPresent(process -> found.put(child.name(), process.pid()));
    }
    return found;
  }

  /** Ends everything, those who ask before those who answer: each ends in peace. */
  @Override
  public void close() {
    List<Supervised> ending;
    synchronized (this) {
      isOver = true;
      ending = children.reversed();
    }
    ending.forEach(Supervised::retire);
    end("the services", ending.stream().filter(RunningNetwork::isService).toList());
    end("acceptors and elements", ending);
    synchronized (database) {
      if (cluster != null) {
        said.accept("ending PostgreSQL");
        cluster.close();
        cluster = null;
      }
      EmbeddedCluster.stopLeftover(data.postgres());
    }
  }

  private void end(String what, List<Supervised> ending) {
    var processes = ending.stream().flatMap(child -> child.running().stream()).toList();
    if (!processes.isEmpty()) {
      said.accept("ending " + what);
      Ending.end(processes, GRACE);
    }
    ending.forEach(Supervised::forget);
  }

  private static boolean isService(Supervised child) {
    return child.name().equals(TOGETHER) || Service.names().contains(child.name());
  }
}
