package org.touchpaper.demo.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.lab.engine.LammpsInstallation;

/**
 * A LAMMPS with IMD 3 on this machine.
 *
 * @param command its program and first arguments
 * @param environment what it needs to start
 */
public record InstalledEngine(List<String> command, Map<String, String> environment) {

  /** The release whose IMD 3 was tried. */
  private static final LocalDate TRIED_RELEASE = LocalDate.of(2025, 7, 22);

  private static final Pattern RELEASE =
      Pattern.compile("Massively Parallel Simulator - (\\d+ \\w{3} \\d{4})");
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH);
  private static final Pattern IMD_STYLE = Pattern.compile("\\bimd\\b");

  public InstalledEngine {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /**
   * The lab's engine, else {@code lmp} on the PATH.
   *
   * @param data where the lab may have installed it
   */
  public static Optional<InstalledEngine> find(List<Path> data) throws IOException {
    for (var directory : data) {
      var installed = LammpsInstallation.find(directory.resolve("lab").resolve("engine"));
      if (installed.isPresent()) {
        return Optional.of(of(installed.get()));
      }
    }
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, "lmp").toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst()
        .filter(program -> canBeSteered(describe(program)))
        .map(program -> new InstalledEngine(List.of(program.toString()), Map.of()));
  }

  private static InstalledEngine of(LammpsInstallation installation) throws IOException {
    return new InstalledEngine(
        List.of(installation.program().toString()),
        Map.of("LD_LIBRARY_PATH", installation.libraries().toString()));
  }

  private static String describe(Path program) {
    try {
      var process = new ProcessBuilder(program.toString(), "-help").start();
      process.getOutputStream().close();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return ""; // a program that does not start is no engine
    }
  }

  /** Whether a LAMMPS that says this of itself has IMD 3. */
  static boolean canBeSteered(String help) {
    var release = RELEASE.matcher(help);
    return release.find()
        && !LocalDate.parse(release.group(1), DATE).isBefore(TRIED_RELEASE)
        && IMD_STYLE.matcher(help).find();
  }
}
