package org.touchpaper.bar.directory;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.touchpaper.platform.YamlFile;

/**
 * {@code directory check FILE}: checks a directory before it is put in place, as a broker does when
 * it reads it. It needs no running service, so it does not know which peers are configured.
 */
public final class DirectoryCommand {

  private static final String USAGE =
      """
      usage: directory check [FILE] [--campus ID]
      Checks campuses, hosts and clusters in FILE (default directory.yaml) as a BAR does when it reads them. Needs no running service.
      Exits with 0, or with 1 and the mistakes. Whether its BARs and resource managers are peers, the BAR's log and health say.
        --campus ID  the campus that the BAR serves, which must be in the file
      """;

  private DirectoryCommand() {}

  /** Returns the exit status: 0 for a valid file, 1 for another, 2 for wrong arguments. */
  public static int run(List<String> arguments, PrintStream out, PrintStream err) {
    return switch (arguments) {
      case List<String> it when it.contains("--help") || it.contains("-h") -> {
        out.print(USAGE);
        yield 0;
      }
      case List<String> it when it.size() == 1 && isCheck(it) ->
          check("directory.yaml", Optional.empty(), out, err);
      case List<String> it when it.size() == 2 && isCheck(it) ->
          check(it.get(1), Optional.empty(), out, err);
      case List<String> it when it.size() == 4 && isCheck(it) && it.get(2).equals("--campus") ->
          check(it.get(1), Optional.of(it.get(3)), out, err);
      case List<String> _ -> {
        err.print(USAGE);
        yield 2;
      }
    };
  }

  private static boolean isCheck(List<String> arguments) {
    return arguments.getFirst().equals("check");
  }

  private static int check(String file, Optional<String> campus, PrintStream out, PrintStream err) {
    try {
      var resource = new FileSystemResource(file);
      var bar = settings(campus.orElseGet(() -> firstCampus(resource)), resource);
      var directory = DirectoryFile.read(resource, bar, _ -> Optional.empty());
      out.println(file + " is valid: " + directory.describe());
      return 0;
    } catch (IllegalArgumentException | UncheckedIOException e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  /** Any campus will do if none is asked for. */
  private static String firstCampus(Resource file) {
    return YamlFile.read(
        file,
        "directory",
        DirectoryFile.class,
        read -> read.campuses().isEmpty() ? "" : String.valueOf(read.campuses().getFirst().id()));
  }

  /** Settings of a broker with an L-NSAP, with which only the file can be wrong. */
  private static BarProperties settings(String campus, Resource file) {
    return new BarProperties(
        campus,
        "lnsap",
        "nsap",
        null,
        List.of(),
        1,
        Duration.ZERO,
        Duration.ZERO,
        file,
        Duration.ZERO);
  }
}
