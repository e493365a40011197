package org.touchpaper.bench.tl1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.codec.MessageEncoder;

/** Input for the codec benchmark: the bytes that elements sent, transcripts concatenated. */
final class BenchTranscripts {

  private final String source;
  private final byte[] bytes;

  private BenchTranscripts(String from, byte[] bytes) {
    this.source = from;
    this.bytes = bytes;
  }

  String source() {
    return source;
  }

  byte[] bytes() {
    return bytes.clone();
  }

  /**
   * Reads a folder's transcripts without their first lines; generates messages without a folder.
   */
  static BenchTranscripts of(@Nullable Path folder) throws IOException {
    return folder == null ? generate() : read(folder);
  }

  /** Finds the folder of transcripts beside the repository or above it, or null. */
  static @Nullable Path besideRepository() {
    var home = Path.of(System.getProperty("touchpaper.home", "")).toAbsolutePath();
    for (var directory = home; directory != null; directory = directory.getParent()) {
      var folder = directory.resolve("shared/tl1-transcripts");
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    return null;
  }

  private static BenchTranscripts read(Path folder) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var files = Files.list(folder)) {
      for (var file : files.filter(path -> path.toString().endsWith(".txt")).sorted().toList()) {
        var text = Files.readAllBytes(file);
        var start = 0;
        while (start < text.length && text[start++] != '\n') {}
        bytes.write(text, start, text.length - start);
        bytes.write('\r');
        bytes.write('\n');
      }
    }
    if (bytes.size() == 0) {
      throw new IOException("no transcripts (*.txt) in " + folder);
    }
    return new BenchTranscripts("the transcripts in " + folder, bytes.toByteArray());
  }

  /** Generates messages similar in size to the transcripts, with rows, reports and stray input. */
  private static BenchTranscripts generate() {
    var text = new StringBuilder();
    for (var i = 0; text.length() < 100_000; i++) {
      text.append("\r\n\n   LONDON 26-12-01 21:00:00\r\nM  ").append(i).append(" COMPLD\r\n");
      for (var row = 0; row < i % 6; row++) {
        text.append("   \"STS-6-1-").append(row);
        text.append(",STS-12-1-97:2WAY,STS24C:CKTID=\\\"run 42; a, b\\\"");
        text.append(",PRIME=OSS,LABEL=\\\"Amsterdam -> London\\\",COST=128:IS-NR,\"\r\n");
      }
      text.append(i % 3 == 0 ? ">" : ";\r\n<");
      if (i % 10 == 0) {
        text.append("\r\n\n   LONDON 26-12-01 21:00:00\r\n*C ").append(i);
        text.append(" REPT ALM OC192\r\n   \"1-A-1-1:CR,LOS,SA\"\r\n;\r\nRTRV-HDR:::1;\r\n");
        text.append("IP 1\r\n<");
      }
    }
    return new BenchTranscripts("generated messages", MessageEncoder.toBytes(text.toString()));
  }
}
