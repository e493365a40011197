package org.touchpaper.lab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** LAMMPS with the pore model, waiting at a port for its viewer. */
public final class EngineProcess implements RunningEngine, AutoCloseable {

  private final Process process;
  private final Path log;

  private EngineProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts the engine on one core.
   *
   * @param place wraps the command, for example to run it in a network namespace
   */
  public static EngineProcess start(
      EngineInstallation installation, Path directory, int port, UnaryOperator<List<String>> place)
      throws IOException {
    PoreModel.STANDARD.write(directory);
    var log = directory.resolve("lammps.log");
    var command =
        place.apply(
            List.of(
                installation.program().toString(),
                "-in",
                "in.pore",
                "-var",
                "port",
                Integer.toString(port),
                "-log",
                "none"));
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("LD_LIBRARY_PATH", installation.libraries().toString());
    builder.environment().put("OMP_NUM_THREADS", "1");
    return new EngineProcess(builder.start(), log);
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
