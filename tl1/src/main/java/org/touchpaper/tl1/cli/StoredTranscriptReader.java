package org.touchpaper.tl1.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a transcript in the format of a service's TID.log and of {@code element transcript}: each
 * line holds the time, the element and the direction. Such a transcript has no blank lines and no
 * binary data.
 */
final class StoredTranscriptReader {

  private static final Pattern LINE_PATTERN =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z .{1,60}? (->|<-|--) (.*)");

  /** More than the prefix of a line takes. */
  private static final int PEEK_BYTES = 128;

  private final BufferedReader lines;

  private StoredTranscriptReader(InputStream in) {
    this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /** Opens a stored transcript; returns null, and consumes nothing, for another format. */
  static @Nullable StoredTranscriptReader openIfStored(InputStream in) throws IOException {
    in.mark(PEEK_BYTES);
    var line = new String(in.readNBytes(PEEK_BYTES), StandardCharsets.UTF_8);
    in.reset();
    return LINE_PATTERN.matcher(line.lines().findFirst().orElse("")).matches()
        ? new StoredTranscriptReader(in)
        : null;
  }

  /** The next bytes sent by the element; null at the end. */
  byte @Nullable [] nextBytes() throws IOException {
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var matcher = LINE_PATTERN.matcher(line);
      if (matcher.matches() && matcher.group(1).equals("<-")) {
        return (matcher.group(2) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
      }
    }
    return null;
  }
}
