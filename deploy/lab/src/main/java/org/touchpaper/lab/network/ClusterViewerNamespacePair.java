package org.touchpaper.lab.network;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.touchpaper.elementemulator.dataplane.LinuxCalls;

/**
 * Two network namespaces that reach each other, by whatever path.
 *
 * @param cluster the namespace in which the engine runs
 * @param viewer the other
 * @param clusterAddress at which the viewer reaches the cluster
 * @param enginePort at which the engine waits there
 */
public record ClusterViewerNamespacePair(
    String cluster, String viewer, String clusterAddress, int enginePort) {

  /** The port of an engine that the lab starts without a booking. */
  public static final int ENGINE_PORT = 8901;

  /** The port of a second engine beside that. */
  public static final int SECOND_ENGINE_PORT = 8902;

  private static final Path FOLDER = Path.of("/run/netns");

  /** Creates a namespace, whose loopback interface is up. */
  public static void create(String namespace) throws IOException {
    run(List.of("ip", "netns", "add", namespace));
    run(List.of("ip", "-n", namespace, "link", "set", "lo", "up"));
  }

  /** Kills what runs in a namespace and removes it, if there is one. */
  public static void remove(String namespace) throws IOException {
    if (Files.exists(FOLDER.resolve(namespace))) {
      var inside =
          output(List.of("ip", "netns", "pids", namespace))
              .lines()
              .flatMap(line -> ProcessHandle.of(Long.parseLong(line.strip())).stream())
              .filter(process -> !process.equals(ProcessHandle.current()))
              .toList();
      inside.forEach(ProcessHandle::destroyForcibly);
      inside.forEach(process -> process.onExit().join());
      run(List.of("ip", "netns", "delete", namespace));
    }
  }

  /** The same with another engine. */
  public ClusterViewerNamespacePair atPort(int port) {
    return new ClusterViewerNamespacePair(cluster, viewer, clusterAddress, port);
  }

  /** For connections from now on, at both ends. */
  public void use(TcpSettings settings) throws IOException {
    for (var namespace : List.of(cluster, viewer)) {
      var command = new ArrayList<>(List.of("ip", "netns", "exec", namespace, "sysctl", "-qw"));
      settings.sysctls().forEach((name, value) -> command.add("net.ipv4." + name + "=" + value));
      run(command);
    }
  }

  /** The command that runs another in the cluster's namespace. */
  public List<String> inCluster(List<String> command) {
    var all = new ArrayList<>(List.of("ip", "netns", "exec", cluster));
    all.addAll(command);
    return all;
  }

  /** Runs work in a thread whose sockets are the viewer's. */
  public <T> T atViewer(Callable<T> work) throws IOException {
    return in(viewer, work);
  }

  /** Runs work in a thread whose sockets are the cluster's. */
  public <T> T atCluster(Callable<T> work) throws IOException {
    return in(cluster, work);
  }

  private static <T> T in(String namespace, Callable<T> work) throws IOException {
    var task =
        new FutureTask<>(() -> {
          LinuxCalls.enterNamespace(namespace); // this thread and its sockets only
          return work.call();
        });
    Thread.ofPlatform().daemon().name(namespace).start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause() == null ? e.getMessage() : e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Runs a command; fails with its output if it does. */
  public static void run(List<String> command) throws IOException {
    output(command);
  }

  /** Whether a command succeeds. */
  public static boolean succeeds(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return status(process) == 0;
  }

  private static String output(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (status(process) != 0) {
      throw new IOException(String.join(" ", command) + ": " + output.strip());
    }
    return output;
  }

  private static int status(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
