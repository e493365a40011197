package org.touchpaper.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * Temporary directory of a bench, for journals, databases and logs.
 *
 * @param path of the directory
 */
public record WorkDirectory(Path path) {

  /** Creates a directory whose name contains the bench's name. */
  public static WorkDirectory create(String bench) throws IOException {
    return new WorkDirectory(Files.createTempDirectory("touchpaper-bench-" + bench));
  }

  public void delete() throws IOException {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
