package org.touchpaper.elementemulator.tl1;

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
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.elementemulator.listener.ClientConnection;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.tl1.codec.MessageEncoder;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** Writes complete messages to one connection, from any thread. */
final class Tl1MessageWriter {

  private static final int MAX_SEGMENT_BYTES = 4092;
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yy-MM-dd");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final ElementState state;
  private final ClientConnection connection;
  private final AtomicInteger atags = new AtomicInteger();
  private final boolean isFragmented;
  private final OutputStyle style;
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private boolean isBuffering;
  private volatile CachedHeader stamp = new CachedHeader(Long.MIN_VALUE, new Header("", "", ""));

  /** The header of all messages within one second. */
  private record CachedHeader(long second, Header header) {}

  Tl1MessageWriter(ElementState state, ClientConnection connection) {
    this.state = state;
    this.connection = connection;
    this.isFragmented = state.faults.triggers(FaultKind.FRAGMENTED);
    this.style = OutputStyle.random(state.faults, state.config.tid());
  }

  void respond(String ctag, CommandResult result) throws IOException {
    var parts = parts(result.text());
    for (var i = 0; i < parts.size(); i++) {
      var last = i == parts.size() - 1;
      sendMessage(
          result.toResponse(header(), ctag, parts.get(i), last ? Terminator.END : Terminator.MORE));
    }
  }

  void sendReport(AlarmCode code, String verb, TextBlock text) throws IOException {
    var atag = Integer.toString(atags.incrementAndGet());
    sendMessage(new AutonomousMessage(header(), code, atag, verb, text, Terminator.END));
  }

  void sendMessage(OutputMessage message) throws IOException {
    sendMessage(message, UnaryOperator.identity());
  }

  /** Sends a message after a change to its text. */
  void sendMessage(OutputMessage message, UnaryOperator<String> change) throws IOException {
    sendText(change.apply(style.format(message, state.config.tid())));
  }

  /** Sends text that is not a valid message. */
  void sendRaw(String text) throws IOException {
    sendText(style.format(text));
  }

  private void sendText(String text) throws IOException {
    text.lines().filter(line -> !line.isBlank()).forEach(state::recordSent);
    write(MessageEncoder.toBytes(text));
  }

  /** Holds output back, to send it in one piece. */
  synchronized void beginBuffering() {
    isBuffering = true;
  }

  /** Sends the output that was held back. */
  synchronized void flush() throws IOException {
    isBuffering = false;
    if (buffer.size() > 0) {
      writeToConnection(buffer.toByteArray());
      buffer.reset();
    }
  }

  synchronized void write(byte[] bytes) throws IOException {
    if (isBuffering) {
      buffer.write(bytes);
    } else {
      writeToConnection(bytes);
    }
  }

  private void writeToConnection(byte[] bytes) throws IOException {
    if (!isFragmented) {
      connection.stream().write(bytes);
      return;
    }
    for (var from = 0; from < bytes.length; ) {
      var length = Math.min(1 + state.faults.nextInt(40), bytes.length - from);
      connection.stream().write(Arrays.copyOfRange(bytes, from, from + length));
      from += length;
    }
  }

  Header header() {
    var now = state.clock.instant();
    var current = stamp;
    if (current.second() != now.getEpochSecond()) {
      current = new CachedHeader(now.getEpochSecond(), header(now));
      stamp = current;
    }
    return current.header();
  }

  Header header(Instant when) {
    var now = when.atZone(ZoneOffset.UTC);
    return new Header(state.config.tid(), DATE.format(now), TIME.format(now));
  }

  /** Divides the rows into segments of limited size. */
  private static List<TextBlock> parts(TextBlock text) {
    var parts = new ArrayList<TextBlock>();
    var rows = new ArrayList<String>();
    var size = 0;
    for (var row : text.rows()) {
      if (size + row.length() > MAX_SEGMENT_BYTES && !rows.isEmpty()) {
        parts.add(TextBlock.rows(rows));
        rows.clear();
        size = 0;
      }
      rows.add(row);
      size += row.length() + 7;
    }
    parts.add(new TextBlock(rows, text.comments()));
    return parts;
  }
}
