package org.touchpaper.platform.postgres;

import java.nio.file.Path;

/** A process that starts a cluster, reports it, and waits to be killed. */
public final class ClusterProcess {

  private ClusterProcess() {}

  public static void main(String[] args) throws Exception {
    var cluster = EmbeddedCluster.start(Path.of(args[0]), 0);
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
    System.out.println("started on " + cluster.port());
    Thread.currentThread().join();
  }

  static Process start(Path directory) throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ClusterProcess.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var output = process.inputReader();
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("started on ")) {
        return process;
      }
    }
    throw new IllegalStateException("the process ended with " + process.waitFor());
  }
}
