package org.touchpaper.tl1.session;

import java.time.Clock;
import org.touchpaper.tl1.codec.Passwords;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.session.TranscriptLine.Direction;

/** Writes one session's lines to its sink. */
final class Transcript {

  private final String tid;
  private final Clock clock;
  private final TranscriptSink sink;

  Transcript(String tid, Clock clock, TranscriptSink sink) {
    this.tid = tid;
    this.clock = clock;
    this.sink = sink;
  }

  void sent(String line) {
    write(Direction.SENT, line);
  }

  void received(String line) {
    write(Direction.RECEIVED, line);
  }

  void received(OutputMessage message) {
    Printer.print(message).lines().filter(line -> !line.isBlank()).forEach(this::received);
  }

  void note(String text) {
    write(Direction.NOTE, text);
  }

  private void write(Direction direction, String line) {
    sink.accept(new TranscriptLine(clock.instant(), tid, direction, Passwords.mask(line)));
  }
}
