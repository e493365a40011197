package org.touchpaper.elementemulator.dataplane;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The network namespaces of the hosts. One that does not exist is created, noted in a file, and
 * removed at the end, or at the next if this process is killed; others are left as they are.
 */
final class NetworkNamespaces implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(NetworkNamespaces.class);
  private static final Path FOLDER = Path.of("/run/netns");

  private final Map<String, String> namesByHost;
  private final Path createdFile;
  private final Set<String> created = new HashSet<>();

  /**
   * The namespaces of the hosts.
   *
   * @param namesByHost where they differ from {@code tp-<host>}
   */
  NetworkNamespaces(Map<String, String> namesByHost, Path createdFile) throws IOException {
    this.namesByHost = Map.copyOf(namesByHost);
    this.createdFile = createdFile;
    if (Files.exists(createdFile)) {
      created.addAll(Files.readAllLines(createdFile));
      created.removeIf(name -> !Files.exists(FOLDER.resolve(name)));
    }
  }

  String nameOf(String host) {
    return namesByHost.getOrDefault(host, "tp-" + host);
  }

  /** Creates a host's namespace if it is absent; its loopback interface is up. */
  void prepare(String host) throws IOException {
    var name = nameOf(host);
    if (!Files.exists(FOLDER.resolve(name))) {
      Files.writeString(
          createdFile, name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      created.add(name);
      run("netns", "add", name);
    }
    run("-n", name, "link", "set", "lo", "up");
  }

  void bringUp(String host, String networkInterface, int mtu) throws IOException {
    run("-n", nameOf(host), "link", "set", networkInterface, "mtu", Integer.toString(mtu), "up");
  }

  private static void run(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
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

  @Override
  public void close() {
    for (var name : created) {
      try {
        run("netns", "delete", name);
      } catch (IOException e) {
        log.warn("cannot remove network namespace {}", name, e);
      }
    }
    created.clear();
    try {
      Files.deleteIfExists(createdFile);
    } catch (IOException e) {
      log.warn("cannot remove {}", createdFile, e);
    }
  }
}
