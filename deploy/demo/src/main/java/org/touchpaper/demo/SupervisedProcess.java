package org.touchpaper.demo;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.platform.process.PidFile;
import org.touchpaper.platform.process.RestartSupervisor;
import org.touchpaper.platform.process.SetsidCommand;

/** A child process that is restarted whenever it ends before it is stopped. */
final class SupervisedProcess implements RestartSupervisor.Restartable {
  private final String name;
  private final Supplier<List<String>> command;
  private final Path log;
  private final PidFile pidFile;
  private final RestartSupervisor supervisor;
  private @Nullable Process process;

  SupervisedProcess(
      String name, Supplier<List<String>> command, DataDirectory data, Consumer<String> listener) {
    this.name = name;
    this.command = command;
    this.log = data.log(name);
    this.pidFile = new PidFile(data.pidFile(name));
    this.supervisor = new RestartSupervisor(name, log, listener, this);
  }

  String name() {
    return name;
  }

  Supplier<List<String>> command() {
    return command;
  }

  void start() {
    try {
      keepPreviousLog();
      launch();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
    supervisor.start();
  }

  synchronized Optional<Process> process() {
    return Optional.ofNullable(process);
  }

  /** Kills the process as {@code kill -9} does; it is restarted. */
  void kill() {
    process().ifPresent(Process::destroyForcibly);
  }

  void stopRestarting() {
    supervisor.stop();
  }

  Optional<ProcessHandle> running() {
    return process().map(Process::toHandle).filter(ProcessHandle::isAlive);
  }

  void deletePidFile() {
    pidFile.delete();
  }

  @Override
  public int awaitExit() throws InterruptedException {
    return process().orElseThrow().waitFor();
  }

  @Override
  public void restart() throws IOException {
    launch();
  }

  private synchronized void launch() throws IOException {
    var builder =
        new ProcessBuilder(SetsidCommand.of(command.get()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(SupervisedProcess::isConfiguration);
    builder.directory(new File("/"));
    process = pidFile.start(builder);
  }

  /** True for variables that would override the properties files of services. */
  private static boolean isConfiguration(String variable) {
    return variable.startsWith("SPRING_")
        || variable.startsWith("SERVER_")
        || variable.startsWith("TOUCHPAPER_");
  }

  private void keepPreviousLog() throws IOException {
    if (Files.exists(log)) {
      Files.move(log, log.resolveSibling(name + ".last.log"), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
