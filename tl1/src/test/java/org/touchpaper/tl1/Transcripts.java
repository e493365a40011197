package org.touchpaper.tl1;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What elements of many vendors were recorded to send; not part of the repository. */
public final class Transcripts {

  /** What whoever runs the tests reads at the end. */
  private static final String MISSING =
      "what real elements were recorded to send was not read, for there is no"
          + " ../shared/tl1-transcripts beside the repository";

  private Transcripts() {}

  /** The files in their order; skips the test if there are none. */
  public static List<Path> all() throws IOException {
    var files = files();
    assumeTrue(!files.isEmpty(), MISSING);
    return files;
  }

  /** The files in their order; none where there are no transcripts. */
  public static List<Path> files() throws IOException {
    var folder = folder();
    if (folder == null) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
  }

  /** The one whose name begins with this number; skips the test if it is not there. */
  public static Path file(String number) throws IOException {
    var found =
        files().stream()
            .filter(file -> file.getFileName().toString().startsWith(number + "-"))
            .findFirst();
    assumeTrue(found.isPresent(), MISSING);
    return found.orElseThrow();
  }

  /** What follows the first line, which is the recorder's note. */
  public static byte[] recorded(Path transcript) throws IOException {
    assumeTrue(Files.exists(transcript), MISSING);
    var bytes = Files.readAllBytes(transcript);
    var from = 0;
    while (bytes[from] != '\n') {
      from++;
    }
    return Arrays.copyOfRange(bytes, from + 1, bytes.length);
  }

  private static @Nullable Path folder() {
    for (var here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
      var folder = here.resolve("shared/tl1-transcripts");
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    return null;
  }
}
