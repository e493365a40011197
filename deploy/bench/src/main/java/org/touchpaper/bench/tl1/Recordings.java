package org.touchpaper.bench.tl1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.codec.Printer;

/** What elements said, one transcript after the other, as on one line. */
final class Recordings {

  private final String from;
  private final byte[] bytes;

  private Recordings(String from, byte[] bytes) {
    this.from = from;
    this.bytes = bytes;
  }

  /** Where it is from, in words. */
  String from() {
    return from;
  }

  byte[] bytes() {
    return bytes.clone();
  }

  /** The folder's transcripts without their first lines; without a folder something alike. */
  static Recordings of(@Nullable Path folder) throws IOException {
    return folder == null ? alike() : recorded(folder);
  }

  /** The transcripts that lie beside the repository or above it; null if there are none. */
  static @Nullable Path besideRepository() {
    var home = Path.of(System.getProperty("touchpaper.home", "")).toAbsolutePath();
    for (var here = home; here != null; here = here.getParent()) {
      var folder = here.resolve("shared/tl1-transcripts");
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    return null;
  }

  private static Recordings recorded(Path folder) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var files = Files.list(folder)) {
      for (var file : files.filter(each -> each.toString().endsWith(".txt")).sorted().toList()) {
        var text = Files.readAllBytes(file);
        var from = 0;
        while (from < text.length && text[from++] != '\n') {}
        bytes.write(text, from, text.length - from);
        bytes.write('\r');
        bytes.write('\n');
      }
    }
    if (bytes.size() == 0) {
      throw new IOException("no transcripts (*.txt) in " + folder);
    }
    return new Recordings("the transcripts in " + folder, bytes.toByteArray());
  }

  /** As long as the transcripts, and with as many rows, segments, reports and strays. */
  private static Recordings alike() {
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
    return new Recordings("generated messages", Printer.bytes(text.toString()));
  }
}
