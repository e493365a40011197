package org.touchpaper.harc.rm.run;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import org.touchpaper.imd.EmulatedEngine;
import org.touchpaper.imd.cli.ImdCommandLine;
import org.touchpaper.imd.connection.ImdConnection;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.platform.FreePort;
import picocli.CommandLine;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/**
 * The application {@code simulation}: an engine behind the relay of this project, both as programs
 * that any account of this machine can run.
 *
 * @param port of the relay
 */
record RelayedSimulation(String classPath, Path directory, int port, int enginePort) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Copies the programs, which lie in directories of the account that builds them. */
  static RelayedSimulation installIn(Path home, Path directory) throws Exception {
    var programs = Files.createDirectory(home.resolve("programs"));
    var places = new ArrayList<String>();
    for (var type :
        new Class<?>[] {
          EmulatedEngine.class,
          ImdCommandLine.class,
          CommandLine.class,
          JsonMapper.class,
          JsonParser.class,
          com.fasterxml.jackson.annotation.JsonProperty.class
        }) {
      var from = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      var to = programs.resolve(places.size() + "-" + from.getFileName());
      copy(from, to);
      places.add(to.toString());
    }
    makeReadable(programs);
    return new RelayedSimulation(
        String.join(File.pathSeparator, places), directory, FreePort.find(), FreePort.find());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void makeReadable(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.toList()) {
        Files.setPosixFilePermissions(
            file,
            PosixFilePermissions.fromString(Files.isDirectory(file) ? "rwxr-xr-x" : "rw-r--r--"));
      }
    }
  }

  String registry() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var options = "\"-XX:+UseSerialGC\", \"-XX:TieredStopAtLevel=1\", \"-Xmx64m\", \"-cp\"";
    return """
    registry:
      applications:
        - name: simulation
          executable: %1$s
          arguments: [%2$s, "%3$s", %4$s, "{enginePort}"]
          port: { first: %5$d, last: %5$d }
          relay:
            command:
              [%1$s, %2$s, "%3$s", %6$s, relay, --engine, "127.0.0.1:{enginePort}", --listen, "{port}", --report, "1"]
            firstEnginePort: %7$d
          directory: %8$s
    """
        .formatted(
            java,
            options,
            classPath,
            EmulatedEngine.class.getName(),
            port,
            ImdCommandLine.class.getName(),
            enginePort,
            directory);
  }

  /** Reads a frame and is gone without a word; returns its time step. */
  long watchAndVanish() throws IOException {
    await().atMost(PATIENCE).until(this::isListening);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var connection = new ImdConnection(socket);
      connection.readSession(PATIENCE);
      connection.write(new ImdMessage.Go());
      var message = connection.read();
      while (!(message instanceof ImdMessage.Time)) {
        message = connection.read();
      }
      socket.setSoLinger(true, 0);
      return ((ImdMessage.Time) message).step();
    }
  }

  boolean isListening() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
