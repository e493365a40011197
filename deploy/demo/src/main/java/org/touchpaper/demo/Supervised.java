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
import org.touchpaper.platform.process.OwnSession;
import org.touchpaper.platform.process.PidFile;
import org.touchpaper.platform.process.Watch;

/** A child process that is started again whenever it ends before it is meant to. */
final class Supervised implements Watch.Watched {
  private final String name;
  private final Supplier<List<String>> command;
  private final Path log;
  private final PidFile pidFile;
  private final Watch watch;
  private @Nullable Process process;

  Supervised(
      String name, Supplier<List<String>> command, DataDirectory data, Consumer<String> said) {
    this.name = name;
    this.command = command;
    this.log = data.log(name);
    this.pidFile = new PidFile(data.pidFile(name));
    this.watch = new Watch(name, log, said, this);
  }

  String name() {
    return name;
  }

  /** Starts it, and a thread that watches it. */
  void start() {
    try {
      keepTheLastLog();
      launch();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
    watch.begin();
  }

  synchronized Optional<Process> process() {
    return Optional.ofNullable(process);
  }

  /** What {@code kill -9} does; it will be started again. */
  void kill() {
    process().ifPresent(Process::destroyForcibly);
  }

  /** From here on it is not started again. */
  void retire() {
    watch.retire();
  }

  Optional<ProcessHandle> running() {
    return process().map(Process::toHandle).filter(ProcessHandle::isAlive);
  }

  void forget() {
    pidFile.delete();
  }

  @Override
  public int awaitEnd() throws InterruptedException {
    return process().orElseThrow().waitFor();
  }

  @Override
  public void startAgain() throws IOException {
    launch();
  }

  private synchronized void launch() throws IOException {
    var builder =
        new ProcessBuilder(OwnSession.of(command.get()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(Supervised::wouldBeTakenForConfiguration);
    builder.directory(new File("/"));
    process = pidFile.start(builder);
  }

  /** Spring reads the environment before files. */
  private static boolean wouldBeTakenForConfiguration(String variable) {
    return variable.startsWith("SPRING_")
        || variable.startsWith("SERVER_")
        || variable.startsWith("TOUCHPAPER_");
  }

  private void keepTheLastLog() throws IOException {
    if (Files.exists(log)) {
      Files.move(log, log.resolveSibling(name + ".last.log"), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
