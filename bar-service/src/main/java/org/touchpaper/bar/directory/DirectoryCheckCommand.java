package org.touchpaper.bar.directory;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.touchpaper.platform.YamlFile;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeersFileContent;

/**
 * {@code directory check FILE}: checks a directory, and the peers that it names, before they are
 * put in place, as a broker does when it reads them. It needs no running service.
 */
public final class DirectoryCheckCommand {

  private static final String USAGE =
      """
      usage: directory check [FILE] [--campus ID] [--peers FILE]
      Checks campuses, hosts and clusters in FILE (default directory.yaml) as a BAR does when it reads them. Needs no running service.
      Exits with 0, or with 1 and the mistakes.
        --campus ID   the campus that the BAR serves, which must be in the file
        --peers FILE  the BAR's peers file: checks it, its secrets, and that the BARs and resource managers of the directory are in it
      """;

  private static final Set<String> OPTIONS = Set.of("--campus", "--peers");

  private DirectoryCheckCommand() {}

  /** Returns the exit status: 0 for valid files, 1 for others, 2 for wrong arguments. */
  public static int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.contains("--help") || arguments.contains("-h")) {
      out.print(USAGE);
      return 0;
    }
    if (arguments.isEmpty() || !arguments.getFirst().equals("check")) {
      err.print(USAGE);
      return 2;
    }
    var hasFile = arguments.size() > 1 && !arguments.get(1).startsWith("--");
    var options = options(arguments.subList(hasFile ? 2 : 1, arguments.size()));
    if (options.isEmpty()) {
      err.print(USAGE);
      return 2;
    }
    return check(hasFile ? arguments.get(1) : "directory.yaml", options.get(), out, err);
  }

  /** The values of options; empty if an argument is no option or lacks its value. */
  private static Optional<Map<String, String>> options(List<String> arguments) {
    var options = new HashMap<String, String>();
    for (int i = 0; i < arguments.size(); i += 2) {
      if (!OPTIONS.contains(arguments.get(i)) || i + 1 == arguments.size()) {
        return Optional.empty();
      }
      options.put(arguments.get(i), arguments.get(i + 1));
    }
    return Optional.of(options);
  }

  private static int check(
      String file, Map<String, String> options, PrintStream out, PrintStream err) {
    try {
      var resource = new FileSystemResource(file);
      var campus = options.get("--campus");
      var peersFile = options.get("--peers");
      var bar = settings(campus == null ? firstCampus(resource) : campus, resource);
      var peers =
          new PeerRegistry(
              "",
              peersFile == null
                  ? List.of()
                  : PeersFileContent.readPeers(Path.of(peersFile), Set.of()));
      var directory = DirectoryFile.read(resource, bar, name -> peers.find(name).map(Peer::url));
      if (peersFile != null) {
        requirePeers(directory, peers, file, peersFile);
      }
      out.println(file + " is valid: " + directory.describe());
      return 0;
    } catch (IllegalArgumentException | UncheckedIOException e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  private static void requirePeers(
      NetworkDirectory directory, PeerRegistry peers, String file, String peersFile) {
    var unknown =
        directory.requiredPeers().stream()
            .flatMap(required -> required.mistakes(peers))
            .collect(Collectors.joining("; "));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "the directory %s names what is not in %s: %s".formatted(file, peersFile, unknown));
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

  /** Settings of a broker with an L-NSAP and acceptors, with which only the file can be wrong. */
  private static BarProperties settings(String campus, Resource file) {
    return new BarProperties(
        campus,
        "lnsap",
        "nsap",
        null,
        List.of("acceptor-1"),
        1,
        Duration.ZERO,
        Duration.ZERO,
        file,
        Duration.ZERO);
  }
}
