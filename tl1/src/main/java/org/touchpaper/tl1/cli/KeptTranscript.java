package org.touchpaper.tl1.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A transcript as a service keeps it, in files of its own and for {@code element transcript}: a
 * line each with the time, the element and who speaks. Blank lines and what is no text were left
 * out of it.
 */
final class KeptTranscript {

  private static final Pattern LINE =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z .{1,60}? (->|<-|--) (.*)");

  /** Longer than what stands before the words of a line. */
  private static final int BEGINNING = 128;

  private final BufferedReader lines;

  private KeptTranscript(InputStream in) {
    this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /**
   * The transcript that begins here; null if what begins is something else, and nothing is read.
   */
  static @Nullable KeptTranscript in(InputStream in) throws IOException {
    in.mark(BEGINNING);
    var line = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
    in.reset();
    return LINE.matcher(line.lines().findFirst().orElse("")).matches()
        ? new KeptTranscript(in)
        : null;
  }

  /** The next bytes that the element said; null if it said nothing more. */
  byte @Nullable [] next() throws IOException {
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var words = LINE.matcher(line);
      if (words.matches() && words.group(1).equals("<-")) {
        return (words.group(2) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
      }
    }
    return null;
  }
}
