package org.touchpaper.tl1.session;

import java.time.Clock;
import org.touchpaper.tl1.codec.Passwords;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.session.TranscriptLine.Direction;

/**
 * Writes one session's lines to its sink: passwords masked, no control character that would do
 * something to the terminal they are read on, and no line without end.
 */
public final class Transcript {

  static final int LINE_LIMIT = 16_384;

  private final String tid;
  private final Clock clock;
  private final TranscriptSink sink;
  private final Secrets secrets;
  private final boolean isForNobody;

  /** Of what is said with this element, given to this sink. */
  public Transcript(String tid, Clock clock, TranscriptSink sink) {
    this(tid, clock, sink, Secrets.NONE);
  }

  private Transcript(String tid, Clock clock, TranscriptSink sink, Secrets secrets) {
    this.tid = tid;
    this.clock = clock;
    this.sink = sink;
    this.secrets = secrets;
    this.isForNobody = sink.equals(TranscriptSink.NONE);
  }

  /** The same, which shows these nowhere in what an element says. */
  Transcript hiding(Secrets hidden) {
    return new Transcript(tid, clock, sink, hidden);
  }

  /** Words of an element, fit to be read by anybody anywhere. */
  String shown(String words) {
    return printable(Passwords.mask(secrets.hide(words)));
  }

  public void sent(String line) {
    write(Direction.SENT, line);
  }

  public void received(String line) {
    write(Direction.RECEIVED, line);
  }

  void received(OutputMessage message) {
    if (isForNobody) {
      return;
    }
    if (message instanceof Stray(var line)) {
      received(line);
      return;
    }
    // lines are masked one by one; a comment may hold a command that goes over several
    Printer.print(message, Passwords::mask)
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(this::received);
  }

  public void note(String text) {
    write(Direction.NOTE, text);
  }

  private void write(Direction direction, String line) {
    if (!isForNobody) {
      sink.accept(new TranscriptLine(clock.instant(), tid, direction, shown(line)));
    }
  }

  private static String printable(String line) {
    var end = Math.min(line.length(), LINE_LIMIT);
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
