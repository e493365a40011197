package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.demo.DemoServiceSettings.Database;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.DemoPeerRoles;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.probe.DemoHttpClient;
import org.touchpaper.demo.run.DemoApplicationSetup;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.postgres.EmbeddedCluster;

/**
 * The processes of the demo network: started in order, supervised, and stopped in reverse order.
 * The caller holds the data directory's lock.
 */
public final class DemoNetworkSupervisor implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(8);

  /** The name of the process that runs the services without one of their own. */
  private static final String SHARED_PROCESS = "services";

  private final DataDirectory data;
  private final PortPlan ports;
  private final DemoNetworkVariant network;
  private final Consumer<String> listener;
  private final Object databaseLock = new Object();
  private final List<SupervisedProcess> children = new ArrayList<>();
  private @Nullable EmbeddedCluster postgres;
  private boolean isClosed;

  DemoNetworkSupervisor(
      DataDirectory data, PortPlan ports, DemoNetworkVariant network, Consumer<String> listener) {
    this.data = data;
    this.ports = ports;
    this.network = network;
    this.listener = listener;
  }

  /** All processes and services with a health check, in the order in which they start. */
  public static List<String> parts(DemoNetworkVariant network) {
    return Stream.of(List.of("elements"), DemoPeerRoles.ACCEPTORS, network.serviceNames())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Starts all processes.
   *
   * @param alone the services that run in processes of their own; the others share one
   * @param newton properties by which newton launches runs; empty if it does not
   */
  void start(List<String> alone, EmulatorRunSettings elements, Map<String, String> newton) {
    var commands = new ProcessCommands(data, ports);
    var hasPathAgents = elements.hasPathAgents(network);
    var settings = new DemoServiceSettings(data, ports, network, newton, hasPathAgents);
    parts(network).forEach(this::makeSecrets);
    copyElementFile();
    if (hasPathAgents) {
      SecretFile.readOrCreate(data.pathAgentSecret());
      new NetworkDirectoryWriter(ports).write(data.directoryFile());
    }
    startChild("elements", () -> commands.elements(network, elements));
    DemoPeerRoles.ACCEPTORS.forEach(name -> {
      SecretFile.readOrCreate(data.secret(name, DemoServiceSettings.ADMINISTRATOR));
      if (network == DemoNetworkVariant.ENLIGHTENED) {
        SecretFile.readOrCreate(data.secret(name, DemoServiceSettings.HARC_CLIENT));
      }
      DemoServiceSettings.write(data.config(name), settings.acceptor(name));
      startChild(name, () -> commands.acceptor(name));
    });
    DemoServiceSettings.write(
        data.config(DemoServiceSettings.ADMINISTRATOR), settings.administratorFile());
    startDatabase(settings);
    var together = network.serviceNames().stream().filter(name -> !alone.contains(name)).toList();
    if (!together.isEmpty()) {
      startChild(SHARED_PROCESS, () -> commands.services(together));
    }
    alone.forEach(name -> startChild(name, () -> commands.services(List.of(name))));
  }

  /** The emulator knows UKLight's elements itself. */
  private void copyElementFile() {
    if (network == DemoNetworkVariant.UKLIGHT) {
      return;
    }
    var resource = "samples/" + network.label() + "/elements.yaml";
    try (var in = DemoNetworkSupervisor.class.getClassLoader().getResourceAsStream(resource)) {
      Files.copy(
          Objects.requireNonNull(in, resource),
          data.elementFile(),
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + data.elementFile(), e);
    }
  }

  private void makeSecrets(String name) {
    DemoPeerRoles.of(network, name).keySet().stream()
        .map(peer -> data.secret(name, peer))
        .forEach(SecretFile::readOrCreate);
    SecretFile.readOrCreate(data.secret(name, DemoHttpClient.PEER));
  }

  private void startDatabase(DemoServiceSettings settings) {
    synchronized (databaseLock) {
      if (isClosed()) {
        return;
      }
      listener.accept("starting PostgreSQL");
      var startedCluster =
          EmbeddedCluster.start(data.postgres(), ports.of("postgresql"), data.log("postgresql"));
      postgres = startedCluster;
      startedCluster.keepRunning(listener);
      for (var service : network.services()) {
        startedCluster.createDatabase(service.database());
        var database =
            new Database(
                startedCluster.url(service.database()),
                startedCluster.user(),
                startedCluster.password());
        DemoServiceSettings.write(data.config(service.peerName()), settings.of(service, database));
      }
    }
  }

  private synchronized void startChild(String name, Supplier<List<String>> command) {
    if (!isClosed) {
      var child = new SupervisedProcess(name, command, data, listener);
      children.add(child);
      child.start();
    }
  }

  private synchronized boolean isClosed() {
    return isClosed;
  }

  /** Kills one process as {@code kill -9} does; it is restarted. */
  synchronized void kill(String name) {
    child(name).kill();
  }

  /** Does the same; it is not restarted before {@link #startAgain}. */
  synchronized void killUntilStarted(String name) {
    var child = child(name);
    child.stopRestarting();
    child.kill();
  }

  synchronized void startAgain(String name) {
    var ended = child(name);
    children.remove(ended);
    startChild(name, ended.command());
  }

  private SupervisedProcess child(String name) {
    return children.stream()
        .filter(child -> child.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no process named " + name));
  }

  synchronized Map<String, Long> processes() {
    var pids = new TreeMap<String, Long>();
    for (var child : children) {
      child.process().ifPresent(process -> pids.put(child.name(), process.pid()));
    }
    return pids;
  }

  /** Stops all processes, callers before the services that they call, PostgreSQL last. */
  @Override
  public void close() {
    List<SupervisedProcess> ending;
    synchronized (this) {
      isClosed = true;
      ending = children.reversed();
    }
    ending.forEach(SupervisedProcess::stopRestarting);
    terminate("the services", ending.stream().filter(this::isService).toList());
    DemoApplicationSetup.endJobs(data.of("newton"));
    terminate("acceptors and elements", ending);
    synchronized (databaseLock) {
      if (postgres != null) {
        listener.accept("stopping PostgreSQL");
        postgres.close();
        postgres = null;
      }
      EmbeddedCluster.stopLeftover(data.postgres());
    }
  }

  private void terminate(String description, List<SupervisedProcess> ending) {
    var processes = ending.stream().flatMap(child -> child.running().stream()).toList();
    if (!processes.isEmpty()) {
      listener.accept("stopping " + description);
      ProcessTerminator.terminate(processes, GRACE);
    }
    ending.forEach(SupervisedProcess::deletePidFile);
  }

  private boolean isService(SupervisedProcess child) {
    return child.name().equals(SHARED_PROCESS) || network.serviceNames().contains(child.name());
  }
}
