package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;

/**
 * Clients that public generators make from the served contract book, change, follow and cancel. The
 * generators are installed under {@code target/clients}, once; without them the tests are skipped.
 */
class GeneratedClientsTest {

  private static final Path SOURCES = Path.of("src/test/clients");

  private final Path directory = Path.of("target/clients").toAbsolutePath();
  private final String url = BarFixture.shared().url().toString();

  /** A generator or its package registry is missing. */
  private static final class NotInstalledException extends Exception {
    private static final long serialVersionUID = 1;
  }

  @Test
  void aPythonClientBooksChangesFollowsAndCancels() throws Exception {
    var python = directory.resolve("python/bin/python").toString();
    install(
        "python",
        "openapi-python-client",
        () -> {
          runInstaller("python3", "-m", "venv", "python");
          runInstaller(python, "-m", "pip", "install", "-q", "openapi-python-client==0.29.1");
        });
    run(
        directory.resolve("python/bin/openapi-python-client").toString(),
        "generate",
        "--url",
        url + "/api/v1/openapi.json",
        "--output-path",
        "client",
        "--meta",
        "none",
        "--overwrite");
    copy("scenario.py");
    for (var time = 1; time <= 2; time++) {
      run(python, "scenario.py", url, "python-" + time);
    }
  }

  @Test
  void aTypeScriptClientBooksChangesFollowsAndCancels() throws Exception {
    install(
        "node_modules",
        "openapi-typescript",
        () ->
            runInstaller(
                "npm",
                "install",
                "--silent",
                "openapi-typescript@7.13.0",
                "openapi-fetch@0.17.0",
                "typescript@5.9.3"));
    run("npx", "openapi-typescript", url + "/api/v1/openapi.json", "-o", "contract.d.ts");
    copy("scenario.ts");
    run(
        "npx",
        "tsc",
        "--strict",
        "--skipLibCheck",
        "--target",
        "es2022",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "scenario.ts");
    Files.move(
        directory.resolve("scenario.js"),
        directory.resolve("scenario.mjs"),
        StandardCopyOption.REPLACE_EXISTING);
    for (var time = 1; time <= 2; time++) {
      run("node", "scenario.mjs", url, "typescript-" + time);
    }
  }

  private interface Installer {
    void run() throws IOException, InterruptedException, NotInstalledException;
  }

  /** Installs once; a marker says that it was complete. */
  private void install(String marker, String generator, Installer installer)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    var complete = directory.resolve(marker + ".complete");
    if (Files.exists(complete)) {
      return;
    }
    try {
      installer.run();
      Files.createFile(complete);
    } catch (NotInstalledException _) {
      abort(generator + " cannot be installed");
    }
  }

  private void runInstaller(String... command)
      throws IOException, InterruptedException, NotInstalledException {
    try {
      if (start(command) != 0) {
        throw new NotInstalledException();
      }
    } catch (IOException _) {
      throw new NotInstalledException(); // no such program
    }
  }

  private void run(String... command) throws IOException, InterruptedException {
    assertThat(start(command))
        .as(String.join(" ", command) + ": " + Files.readString(directory.resolve("log")))
        .isZero();
  }

  private int start(String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IOException("no end within 2 minutes: " + Arrays.toString(command));
    }
    return process.exitValue();
  }

  private void copy(String script) throws IOException {
    Files.copy(
        SOURCES.resolve(script), directory.resolve(script), StandardCopyOption.REPLACE_EXISTING);
  }
}
