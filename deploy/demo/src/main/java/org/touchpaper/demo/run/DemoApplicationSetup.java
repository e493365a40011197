package org.touchpaper.demo.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.imd.cli.ImdCommandLine;
import org.touchpaper.lab.engine.LammpsPoreModel;
import picocli.CommandLine;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/**
 * What may be launched on the demo network's newton: the lab's pore, as a process of this machine.
 *
 * @param directory of the cluster's files
 * @param engine what runs
 * @param port the first of the ports at which viewers reach runs, and engines their relays
 */
public record DemoApplicationSetup(Path directory, InstalledEngine engine, int port) {

  /** The application's name in the registry. */
  public static final String APPLICATION = "pore";

  private static final int PORTS = 20;

  /** A process starts just before its number is written. */
  private static final Duration WRITTEN_AFTER = Duration.ofSeconds(10);

  /**
   * Writes the registry, the launch command and the simulated system.
   *
   * @param namespace of the cluster's host; empty for this machine's own network
   */
  public void prepare(Optional<String> namespace) {
    try {
      Files.createDirectories(directory);
      LammpsPoreModel.STANDARD.write(model());
      try (var script = DemoApplicationSetup.class.getResourceAsStream("/demo/launch-run")) {
        Files.write(launchCommand(), Objects.requireNonNull(script).readAllBytes());
      }
      Files.writeString(registry(), applications(namespace));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare runs in " + directory, e);
    }
  }

  /** Properties of newton's resource manager. */
  public Map<String, String> resourceManager() {
    var settings = new TreeMap<String, String>();
    settings.put("touchpaper.rm.applications", registry().toString());
    var command = List.of("/bin/sh", launchCommand().toString(), jobs(directory).toString());
    for (var i = 0; i < command.size(); i++) {
      settings.put("touchpaper.rm.calendar.launcher[" + i + "]", command.get(i));
    }
    return settings;
  }

  private Path registry() {
    return directory.resolve("applications.yaml");
  }

  private Path launchCommand() {
    return directory.resolve("launch-run");
  }

  private Path model() {
    return directory.resolve("model");
  }

  private static Path jobs(Path directory) {
    return directory.resolve("jobs");
  }

  private String applications(Optional<String> namespace) {
    var arguments = new ArrayList<>(engine.command().subList(1, engine.command().size()));
    arguments.addAll(List.of("-in", model().resolve("in.pore").toString(), "-log", "none"));
    arguments.addAll(List.of("-var", "data", model().resolve("pore.data").toString()));
    arguments.addAll(List.of("-var", "port", "{enginePort}"));
    var environment =
        Stream.concat(
                engine.environment().entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue()),
                Stream.of("OMP_NUM_THREADS={cores}"))
            .toList();
    var launcher = namespace.map(name -> List.of("ip", "netns", "exec", name)).orElse(List.of());
    var relay = Stream.concat(launcher.stream(), relay().stream()).toList();
    return """
    # Written by the demo at each start: what may be launched on newton.
    registry:
      coresPerNode: 1
      applications:
        - name: %s
          description: a chain of beads before a pore (LAMMPS), steered over IMD
          launcher: %s
          executable: %s
          arguments: %s
          environment: %s
          port: { protocol: imd, first: %d, last: %d }
          relay: { command: %s, firstEnginePort: %d }
          directory: %s
          stop: { signal: TERM, grace: 5s }
    """
        .formatted(
            APPLICATION,
            list(launcher),
            engine.command().getFirst(),
            list(arguments),
            list(environment),
            port,
            port + PORTS - 1,
            list(relay),
            port + PORTS,
            jobs(directory));
  }

  /**
   * The relay's command line, with the classes of this process. Without a viewer it pauses the
   * engine, which would otherwise use a processor of this machine for as long as the network runs.
   */
  private static List<String> relay() {
    var program =
        javaProgram(
            ImdCommandLine.class,
            CommandLine.class,
            JsonMapper.class,
            JsonParser.class,
            JsonProperty.class);
    var arguments =
        List.of(
            "relay",
            "--engine=127.0.0.1:{enginePort}",
            "--listen=0.0.0.0:{port}",
            "--pause-when-alone",
            "--report=10");
    return Stream.concat(program.stream(), arguments.stream()).toList();
  }

  /** The command line of a small Java program, which needs the libraries of some classes. */
  static List<String> javaProgram(Class<?> program, Class<?>... used) {
    var classPath =
        Stream.concat(Stream.of(program), Stream.of(used))
            .map(DemoApplicationSetup::placeOf)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx64m",
        "-cp",
        classPath,
        program.getName());
  }

  private static String placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String list(List<String> words) {
    return words.stream()
        .map(word -> "\"" + word + "\"")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Kills the jobs that a network left running when it was stopped or killed. */
  public static void endJobs(Path directory) {
    if (Files.isDirectory(jobs(directory))) {
      try (var found = Files.list(jobs(directory))) {
        for (var job : found.toList()) {
          process(job).ifPresent(ProcessHandle::destroyForcibly);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + jobs(directory), e);
      }
    }
  }

  /** Its number may be another process's after a restart of this machine. */
  private static Optional<ProcessHandle> process(Path job) throws IOException {
    var file = job.resolve("pid");
    if (Files.exists(job.resolve("code")) || !Files.exists(file)) {
      return Optional.empty();
    }
    var number = Files.readString(file).strip();
    if (number.isEmpty()) {
      return Optional.empty();
    }
    var written = Files.getLastModifiedTime(file).toInstant();
    return ProcessHandle.of(Long.parseLong(number))
        .filter(process ->
            process
                .info()
                .startInstant()
                .filter(start -> start.isAfter(written.minus(WRITTEN_AFTER)))
                .filter(start -> start.isBefore(written.plusSeconds(1)))
                .isPresent());
  }
}
