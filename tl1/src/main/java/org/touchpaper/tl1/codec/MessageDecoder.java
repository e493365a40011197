package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.message.Terminator;

/**
 * Hears what an element sends (GR-831 output messages), in pieces cut anywhere.
 *
 * <p>A message begins with a header line followed by a completion or autonomous line, and ends with
 * {@code ;} or {@code >} at the start of a line, outside quotes and comments. A message that does
 * not end before another begins comes out as far as it went, its terminator {@link
 * Terminator#MISSING}; so does one that passes the limit, but without its text. What stands outside
 * messages comes out as {@link Stray}, line by line. Between two calls it keeps at most {@link
 * #LINE_LIMIT} bytes of a line, or the limit's bytes of a message (as strings, which for a message
 * of nothing but one-letter lines take some thirty times that in memory); {@link Telnet} has taken
 * telnet's own bytes out before. Not for use by several threads at once.
 */
public final class MessageDecoder {

  /** Far above the largest segment and the largest answer known from a real element; in bytes. */
  public static final int DEFAULT_LIMIT = 1_000_000;

  /** How many bytes are kept of a line outside messages; what is longer loses its end. */
  public static final int LINE_LIMIT = 16_384;

  private final int limit;
  private final Bytes line = new Bytes();
  private final List<OutputMessage> heard = new ArrayList<>();
  private @Nullable BodyDecoder body;
  private @Nullable Acknowledgement acknowledgement;
  private @Nullable Header header;

  public MessageDecoder() {
    this(DEFAULT_LIMIT);
  }

  /**
   * A decoder that drops the text of a message longer than this.
   *
   * @param limit in bytes, which bounds the memory it takes
   */
  public MessageDecoder(int limit) {
    this.limit = limit;
  }

  public List<OutputMessage> feed(byte[] bytes) {
    return feed(bytes, 0, bytes.length);
  }

  /** Hears more bytes; returns the messages they complete. */
  public List<OutputMessage> feed(byte[] bytes, int offset, int length) {
    var end = offset + length;
    for (var i = offset; i < end; ) {
      if (body != null) {
        i = body.feed(bytes, i, end);
        leave(body);
      } else if (acknowledgement != null) {
        i = prompt(acknowledgement, bytes, i, end);
      } else {
        i = outside(bytes, i, end);
      }
    }
    var messages = List.copyOf(heard);
    heard.clear();
    return messages;
  }

  /** What has begun and not ended, as far as it goes; ends the decoder's work. */
  public Optional<OutputMessage> unfinished() {
    if (body == null && header != null) {
      open(header);
    }
    if (body != null) {
      return Optional.of(body.message());
    }
    var left = header == null ? line.stripped() : Lines.text(header) + "\n" + line.stripped();
    if (acknowledgement != null) {
      left = acknowledgement.code() + " " + acknowledgement.ctag();
    }
    return Optional.of(left.strip()).filter(text -> !text.isEmpty()).map(Stray::new);
  }

  /** How many bytes it keeps at the moment. */
  int held() {
    return body == null ? line.capacity() : body.held();
  }

  private void leave(BodyDecoder ended) {
    if (!ended.isOver()) {
      return;
    }
    var next = ended.overtakenBy();
    if (next == null && ended.isTooLong()) {
      heard.add(new Stray("text longer than " + limit + " bytes dropped"));
      heard.add(ended.withoutText());
    } else {
      heard.add(ended.message());
    }
    body = next == null ? null : new BodyDecoder(next, line, limit);
    line.clear();
  }

  /** Hears up to the end of a line; behind a header, a terminator may end the second line. */
  private int outside(byte[] bytes, int from, int end) {
    var opened = header;
    var i = from;
    if (opened == null) {
      while (i < end && bytes[i] != '\n') {
        i++;
      }
    } else {
      while (i < end && bytes[i] != '\n' && bytes[i] != ';' && bytes[i] != '>') {
        i++;
      }
    }
    keep(bytes, from, i);
    if (i == end) {
      return end;
    }
    if (bytes[i] == '\n') {
      endLine();
    } else if (opened != null && open(opened)) {
      return i; // Kentrox ends a message on the completion line itself
    } else {
      keep(bytes, i, i + 1);
    }
    return i + 1;
  }

  private void keep(byte[] bytes, int from, int to) {
    line.append(bytes, from, Math.min(to, from + LINE_LIMIT - line.length()));
  }

  /** An acknowledgement is one only if a prompt follows; the manuals print either. */
  private int prompt(Acknowledgement unproven, byte[] bytes, int from, int end) {
    var i = from;
    while (i < end && Bytes.isBlank(bytes[i])) {
      i++;
    }
    if (i == end) {
      return end;
    }
    acknowledgement = null;
    if (bytes[i] == '<' || bytes[i] == '>') {
      heard.add(unproven);
      return i + 1;
    }
    heard.add(new Stray(unproven.code() + " " + unproven.ctag()));
    return i;
  }

  /** Blank lines say nothing, not even between a header and its second line. */
  private void endLine() {
    if (line.isBlank() || (header != null && open(header))) {
      line.clear();
      return;
    }
    if (header != null) {
      heard.add(new Stray(Lines.text(header)));
    }
    header = Lines.header(line, 0, line.length());
    if (header == null) {
      acknowledgement = Lines.acknowledgement(line, 0, line.length());
      if (acknowledgement == null) {
        heard.add(new Stray(line.stripped()));
      }
    }
    line.clear();
  }

  private boolean open(Header opened) {
    var opening = Opening.read(opened, line, 0, line.length());
    if (opening == null) {
      return false;
    }
    body = new BodyDecoder(opening, line, limit);
    header = null;
    return true;
  }
}
