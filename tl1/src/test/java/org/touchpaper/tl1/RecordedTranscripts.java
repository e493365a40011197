package org.touchpaper.tl1;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Transcripts recorded from real elements of many vendors; not part of the repository. */
public final class RecordedTranscripts {

  /** Shown as the reason why a test was skipped. */
  private static final String MISSING =
      "skipped: no recordings of real elements; put them into"
          + " ../shared/tl1-transcripts beside the repository";

  private RecordedTranscripts() {}

  /** The sorted files; skips the test if there are none. */
  public static List<Path> requireFiles() throws IOException {
    var files = files();
    assumeTrue(!files.isEmpty(), MISSING);
    return files;
  }

  /** The sorted files; empty where there are no transcripts. */
  public static List<Path> files() throws IOException {
    var folder = folder();
    if (folder == null) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
  }

  /** The file whose name begins with this number; skips the test if it is missing. */
  public static Path requireFile(String number) throws IOException {
    var found =
        files().stream()
            .filter(file -> file.getFileName().toString().startsWith(number + "-"))
            .findFirst();
    assumeTrue(found.isPresent(), MISSING);
    return found.orElseThrow();
  }

  /** The content after the first line, which is the recorder's note. */
  public static byte[] readRecorded(Path transcript) throws IOException {
    assumeTrue(Files.exists(transcript), MISSING);
    var bytes = Files.readAllBytes(transcript);
    var from = 0;
    while (bytes[from] != '\n') {
      from++;
    }
    return Arrays.copyOfRange(bytes, from + 1, bytes.length);
  }

  private static @Nullable Path folder() {
    for (var directory = Path.of("").toAbsolutePath();
        directory != null;
        directory = directory.getParent()) {
      var folder = directory.resolve("shared/tl1-transcripts");
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    return null;
  }
}
