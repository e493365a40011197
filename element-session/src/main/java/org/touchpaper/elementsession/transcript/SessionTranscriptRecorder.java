package org.touchpaper.elementsession.transcript;

import java.time.Clock;
import org.touchpaper.elementsession.transcript.TranscriptLine.Direction;
import org.touchpaper.tl1.codec.MessageEncoder;
import org.touchpaper.tl1.codec.PasswordMasker;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.StrayLine;

/**
 * Writes the lines of one session to a sink. It masks passwords, escapes control characters that
 * could affect a terminal, and truncates long lines.
 */
public final class SessionTranscriptRecorder {

  static final int MAX_LINE_LENGTH = 16_384;

  private final String tid;
  private final Clock clock;
  private final TranscriptSink sink;
  private final KnownPasswordMasker passwordMasker;
  private final boolean isDiscarding;

  public SessionTranscriptRecorder(String tid, Clock clock, TranscriptSink sink) {
    this(tid, clock, sink, KnownPasswordMasker.NONE);
  }

  private SessionTranscriptRecorder(
      String tid, Clock clock, TranscriptSink sink, KnownPasswordMasker passwordMasker) {
    this.tid = tid;
    this.clock = clock;
    this.sink = sink;
    this.passwordMasker = passwordMasker;
    this.isDiscarding = sink.equals(TranscriptSink.NONE);
  }

  /** Returns a copy that also masks these secrets in text from the element. */
  public SessionTranscriptRecorder withPasswordMasker(KnownPasswordMasker newMasker) {
    return new SessionTranscriptRecorder(tid, clock, sink, newMasker);
  }

  /** Text from an element, masked for logs and messages. */
  public String masked(String text) {
    return printable(PasswordMasker.mask(passwordMasker.mask(text)));
  }

  public void recordSent(String line) {
    write(Direction.SENT, line);
  }

  public void recordReceived(String line) {
    write(Direction.RECEIVED, line);
  }

  public void recordReceived(OutputMessage message) {
    if (isDiscarding) {
      return;
    }
    if (message instanceof StrayLine(var line)) {
      recordReceived(line);
      return;
    }
    // each line is masked separately, but a command in a comment may span several lines
    MessageEncoder.encode(message, PasswordMasker::mask)
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(this::recordReceived);
  }

  public void recordEvent(String text) {
    write(Direction.EVENT, text);
  }

  private void write(Direction direction, String line) {
    if (!isDiscarding) {
      sink.accept(new TranscriptLine(clock.instant(), tid, direction, masked(line)));
    }
  }

  private static String printable(String line) {
    var end = Math.min(line.length(), MAX_LINE_LENGTH);
    for (var i = 0; i < end; i++) {
      if (isControl(line.charAt(i))) {
        return escaped(line, end);
      }
    }
    return end == line.length() ? line : escaped(line, end);
  }

  private static String escaped(String line, int end) {
    var text = new StringBuilder(end + 32);
    for (var i = 0; i < end; i++) {
      var c = line.charAt(i);
      if (isControl(c)) {
        text.append("\\x%02x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    return end == line.length()
        ? text.toString()
        : text.append(" … ").append(line.length() - end).append(" more characters").toString();
  }

  private static boolean isControl(char c) {
    return c < ' ' || (c >= 0x7f && c < 0xa0);
  }
}
