package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.platform.postgres.EmbeddedCluster;
import org.touchpaper.platform.process.PidFile;

/** What a launcher that was killed left behind; only looked at by whoever holds the lock. */
final class Leftovers {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private Leftovers() {}

  /** Ends what still runs, told by its pid file, and gives the names. */
  static List<String> clear(DataDirectory data) {
    var running = new ArrayList<ProcessHandle>();
    var names = new ArrayList<String>();
    for (var file : pidFiles(data)) {
      var found = file.find();
      if (found.isPresent() && found.get().pid() != ProcessHandle.current().pid()) {
        running.add(found.get());
        names.add(file.path().getFileName().toString().replace(".pid", ""));
      }
    }
    Ending.end(running, GRACE);
    pidFiles(data).forEach(PidFile::delete);
    if (EmbeddedCluster.stopLeftover(data.postgres())) {
      names.add("postgresql");
    }
    return names;
  }

  private static List<PidFile> pidFiles(DataDirectory data) {
    if (Files.notExists(data.run())) {
      return List.of();
    }
    try (var files = Files.list(data.run())) {
      return files.filter(it -> it.toString().endsWith(".pid")).map(PidFile::new).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look into " + data.run(), e);
    }
  }
}
