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

/** Two network namespaces, the cluster's and the viewer's, and the emulated path between them. */
public final class LabNetwork implements AutoCloseable {

  private static final String CLUSTER = "touchpaper-lab-cluster";
  private static final String VIEWER = "touchpaper-lab-viewer";
  private static final String INTERFACE = "lab0";

  /** The cluster's address on the path. */
  public static final String CLUSTER_ADDRESS = "10.77.0.1";

  private static final String VIEWER_ADDRESS = "10.77.0.2";
  private static final String CLUSTER_MAC = "02:00:00:00:77:01";
  private static final String VIEWER_MAC = "02:00:00:00:77:02";

  private final EmulatedPath path;

  private LabNetwork(EmulatedPath path) {
    this.path = path;
  }

  /** Creates both; those that a killed run left behind are replaced. */
  public static LabNetwork open() throws IOException {
    removeNamespaces();
    EmulatedPath path = null;
    try {
      run(List.of("ip", "netns", "add", CLUSTER));
      run(List.of("ip", "netns", "add", VIEWER));
      path = EmulatedPath.open(CLUSTER, VIEWER, INTERFACE, PathSettings.of(0, 0));
      configure(CLUSTER, CLUSTER_ADDRESS, CLUSTER_MAC, VIEWER_ADDRESS, VIEWER_MAC);
      configure(VIEWER, VIEWER_ADDRESS, VIEWER_MAC, CLUSTER_ADDRESS, CLUSTER_MAC);
      return new LabNetwork(path);
    } catch (IOException | RuntimeException e) {
      if (path != null) {
        path.close();
      }
      removeNamespaces();
      throw e;
    }
  }

  /** The neighbour is permanent: a lost ARP request would hold up TCP for a second. */
  private static void configure(
      String namespace, String address, String mac, String neighbour, String neighbourMac)
      throws IOException {
    run(
        List.of(
            "ip", "netns", "exec", namespace, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1"));
    run(List.of("ip", "-n", namespace, "link", "set", "lo", "up"));
    run(List.of("ip", "-n", namespace, "link", "set", INTERFACE, "address", mac));
    run(List.of("ip", "-n", namespace, "addr", "add", address + "/24", "dev", INTERFACE));
    run(List.of("ip", "-n", namespace, "link", "set", INTERFACE, "up"));
    run(
        List.of(
            "ip",
            "-n",
            namespace,
            "neigh",
            "replace",
            neighbour,
            "lladdr",
            neighbourMac,
            "dev",
            INTERFACE,
            "nud",
            "permanent"));
  }

  public void impair(PathSettings settings) {
    path.impair(settings);
  }

  /** For connections from now on, at both ends. */
  public void use(TcpSettings settings) throws IOException {
    for (var namespace : List.of(CLUSTER, VIEWER)) {
      var command = new ArrayList<>(List.of("ip", "netns", "exec", namespace, "sysctl", "-qw"));
      settings.sysctls().forEach((name, value) -> command.add("net.ipv4." + name + "=" + value));
      run(command);
    }
  }

  /** The command that runs another in the cluster's namespace. */
  public List<String> inCluster(List<String> command) {
    var all = new ArrayList<>(List.of("ip", "netns", "exec", CLUSTER));
    all.addAll(command);
    return all;
  }

  /** Runs work in a thread whose sockets are the viewer's. */
  public <T> T atViewer(Callable<T> work) throws IOException {
    return in(VIEWER, work);
  }

  /** Runs work in a thread whose sockets are the cluster's. */
  public <T> T atCluster(Callable<T> work) throws IOException {
    return in(CLUSTER, work);
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

  @Override
  public void close() throws IOException {
    path.close();
    removeNamespaces();
  }

  private static void removeNamespaces() throws IOException {
    for (var namespace : List.of(CLUSTER, VIEWER)) {
      if (Files.exists(Path.of("/run/netns", namespace))) {
        run(List.of("ip", "netns", "delete", namespace));
      }
    }
  }

  private static void run(List<String> command) throws IOException {
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
