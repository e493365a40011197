package org.touchpaper.lab.network;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 */
public record NamespacePair(String cluster, String viewer, String clusterAddress) {

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

  static void run(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + output.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
