package org.touchpaper.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * A bench's own directory, for journals, databases and logs.
 *
 * @param directory where it is
 */
public record Scratch(Path directory) {

  /** A new one, whose name tells the bench. */
  public static Scratch of(String bench) throws IOException {
    return new Scratch(Files.createTempDirectory("touchpaper-bench-" + bench));
  }

  /** Takes it away, with all that is in it. */
  public void remove() throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
