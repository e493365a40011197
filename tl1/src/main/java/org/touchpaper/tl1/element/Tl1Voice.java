package org.touchpaper.tl1.element;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;

/** What an element says on one connection, whole messages at a time, from any thread. */
final class Tl1Voice {

  private static final int SEGMENT_BYTES = 4092;
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yy-MM-dd");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final Shelf shelf;
  private final Wire wire;
  private final AtomicInteger atags = new AtomicInteger();
  private final boolean chopped;
  private final Accent accent;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean holding;
  private volatile Stamp stamp = new Stamp(Long.MIN_VALUE, new Header("", "", ""));

  /** What all messages of one second begin with. */
  private record Stamp(long second, Header header) {}

  Tl1Voice(Shelf shelf, Wire wire) {
    this.shelf = shelf;
    this.wire = wire;
    this.chopped = shelf.faults.strikes(Mishap.CHOPPED);
    this.accent = Accent.of(shelf.faults, shelf.config.tid());
  }

  void answer(String ctag, Answer answer) throws IOException {
    var parts = parts(answer.text());
    for (var i = 0; i < parts.size(); i++) {
      var last = i == parts.size() - 1;
      say(answer.segment(header(), ctag, parts.get(i), last ? Terminator.END : Terminator.MORE));
    }
  }

  void report(AlarmCode code, String verb, Text text) throws IOException {
    var atag = Integer.toString(atags.incrementAndGet());
    say(new AutonomousMessage(header(), code, atag, verb, text, Terminator.END));
  }

  void say(OutputMessage message) throws IOException {
    say(message, UnaryOperator.identity());
  }

  /** Says it with something about it changed. */
  void say(OutputMessage message, UnaryOperator<String> changed) throws IOException {
    put(changed.apply(accent.spoken(message, shelf.config.tid())));
  }

  /** Something that is no message as we print them. */
  void sayRaw(String text) throws IOException {
    put(accent.spoken(text));
  }

  private void put(String text) throws IOException {
    text.lines().filter(line -> !line.isBlank()).forEach(shelf::said);
    write(Printer.bytes(text));
  }

  /** Keeps what is said from here on back, to be sent with all else in one piece. */
  synchronized void hold() {
    holding = true;
  }

  /** Sends what was kept back. */
  synchronized void letGo() throws IOException {
    holding = false;
    if (held.size() > 0) {
      send(held.toByteArray());
      held.reset();
    }
  }

  synchronized void write(byte[] bytes) throws IOException {
    if (holding) {
      held.write(bytes);
    } else {
      send(bytes);
    }
  }

  private void send(byte[] bytes) throws IOException {
    if (!chopped) {
      wire.write(bytes);
      return;
    }
    for (var from = 0; from < bytes.length; ) {
      var length = Math.min(1 + shelf.faults.draw(40), bytes.length - from);
      wire.write(Arrays.copyOfRange(bytes, from, from + length));
      from += length;
    }
  }

  Header header() {
    var now = shelf.clock.instant();
    var last = stamp;
    if (last.second() != now.getEpochSecond()) {
      last = new Stamp(now.getEpochSecond(), header(now));
      stamp = last;
    }
    return last.header();
  }

  Header header(Instant when) {
    var now = when.atZone(ZoneOffset.UTC);
    return new Header(shelf.config.tid(), DATE.format(now), TIME.format(now));
  }

  /** The rows cut where a segment would grow too long. */
  private static List<Text> parts(Text text) {
    var parts = new ArrayList<Text>();
    var rows = new ArrayList<String>();
    var size = 0;
    for (var row : text.rows()) {
      if (size + row.length() > SEGMENT_BYTES && !rows.isEmpty()) {
        parts.add(Text.rows(rows));
        rows.clear();
        size = 0;
      }
      rows.add(row);
      size += row.length() + 7;
    }
    parts.add(new Text(rows, text.comments()));
    return parts;
  }
}
