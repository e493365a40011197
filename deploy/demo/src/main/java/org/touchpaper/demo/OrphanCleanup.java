package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.platform.postgres.EmbeddedCluster;
import org.touchpaper.platform.process.PidFile;

/** Stops processes left by a killed launcher. The caller holds the data directory's lock. */
final class OrphanCleanup {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private OrphanCleanup() {}

  /** Stops the processes in pid files, and PostgreSQL, and returns their names. */
  static List<String> terminateOrphans(DataDirectory data) {
    var running = new ArrayList<ProcessHandle>();
    var names = new ArrayList<String>();
    for (var file : pidFiles(data)) {
      var found = file.find();
      if (found.isPresent() && found.get().pid() != ProcessHandle.current().pid()) {
        running.add(found.get());
        names.add(file.path().getFileName().toString().replace(".pid", ""));
      }
    }
    ProcessTerminator.terminate(running, GRACE);
    pidFiles(data).forEach(PidFile::delete);
    if (EmbeddedCluster.stopLeftover(data.postgres())) {
      names.add("postgresql");
    }
    return names;
  }

  private static List<PidFile> pidFiles(DataDirectory data) {
    if (Files.notExists(data.runDirectory())) {
      return List.of();
    }
    try (var files = Files.list(data.runDirectory())) {
      return files.filter(path -> path.toString().endsWith(".pid")).map(PidFile::new).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + data.runDirectory(), e);
    }
  }
}
