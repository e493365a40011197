package org.touchpaper.lab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** LAMMPS with the pore model, or GROMACS with water, waiting at a port for its viewer. */
public final class EngineProcess implements EngineLivenessCheck, AutoCloseable {

  private final Process process;
  private final Path log;

  private EngineProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts LAMMPS on one core.
   *
   * @param place wraps the command, for example to run it in a network namespace
   */
  public static EngineProcess start(
      LammpsInstallation installation, Path directory, int port, UnaryOperator<List<String>> place)
      throws IOException {
    LammpsPoreModel.STANDARD.write(directory);
    return start(
        place.apply(
            List.of(
                installation.program().toString(),
                "-in",
                "in.pore",
                "-var",
                "port",
                Integer.toString(port),
                "-log",
                "none")),
        Map.of("LD_LIBRARY_PATH", installation.libraries().toString(), "OMP_NUM_THREADS", "1"),
        directory,
        "lammps.log");
  }

  /** Starts GROMACS on one core. */
  public static EngineProcess start(
      GromacsWaterModel water, Path directory, int port, UnaryOperator<List<String>> place)
      throws IOException {
    var command = new ArrayList<>(List.of(water.program().toString()));
    command.addAll(GromacsWaterModel.arguments(water.input(), Integer.toString(port)));
    return start(place.apply(command), GromacsWaterModel.ENVIRONMENT, directory, "gromacs.log");
  }

  private static EngineProcess start(
      List<String> command, Map<String, String> environment, Path directory, String log)
      throws IOException {
    var output = Files.createDirectories(directory).resolve(log);
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    return new EngineProcess(builder.start(), output);
  }

  @Override
  public void check() throws IOException {
    if (!process.isAlive()) {
      var lines = Files.readAllLines(log);
      throw new IOException(
          "the engine ended with exit code "
              + process.exitValue()
              + ": "
              + String.join(" / ", lines.subList(Math.max(0, lines.size() - 5), lines.size())));
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
