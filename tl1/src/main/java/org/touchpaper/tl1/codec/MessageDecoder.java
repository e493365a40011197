package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Stray;

/**
 * Hears what an element sends (GR-831 output messages), in pieces cut anywhere.
 *
 * <p>A message begins with a header line directly followed by a completion or autonomous line, and
 * ends with {@code ;} or {@code >} at the start of a line, outside quotes and comments. A message
 * that never ends is dropped at the next beginning, or when it passes the limit; what stands
 * outside messages comes out as {@link Stray}. Not for use by several threads at once.
 */
public final class MessageDecoder {

  /** Far above the largest segment and the largest answer known from a real element. */
  public static final int DEFAULT_LIMIT = 1_000_000;

  private static final int LINE_LIMIT = 16_384;

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
   * A decoder that drops a message longer than this.
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
      if (body == null) {
        outside(bytes[i++]);
      } else {
        i = body.feed(bytes, i, end);
        leave(body);
      }
    }
    var messages = List.copyOf(heard);
    heard.clear();
    return messages;
  }

  /** The message that has begun and not ended, as far as it goes; ends the decoder's work. */
  public Optional<OutputMessage> unfinished() {
    if (body == null && header != null) {
      open(header, line.text());
    }
    return Optional.ofNullable(body).map(BodyDecoder::message);
  }

  private void leave(BodyDecoder ended) {
    if (!ended.isOver()) {
      return;
    }
    var next = ended.overtakenBy();
    if (next != null) {
      heard.add(new Stray("message without an end dropped"));
      body = new BodyDecoder(next, limit);
    } else {
      heard.add(
          ended.isTooLong()
              ? new Stray("message longer than " + limit + " bytes dropped")
              : ended.message());
      body = null;
    }
  }

  private void outside(byte b) {
    if (acknowledgement != null && b > ' ') {
      heard.add(b == '<' ? acknowledgement : stray(acknowledgement));
      var wasAcknowledged = b == '<';
      acknowledgement = null;
      if (wasAcknowledged) {
        return;
      }
    }
    if (b == '\n') {
      endLine();
    } else if ((b == ';' || b == '>') && header != null && open(header, line.text())) {
      endAtOnce(b);
    } else if (line.length() < LINE_LIMIT) {
      line.append(b);
    }
  }

  /** Kentrox ends a message on the completion line itself. */
  private void endAtOnce(byte terminator) {
    var opened = Objects.requireNonNull(body);
    opened.feed(new byte[] {terminator}, 0, 1);
    leave(opened);
  }

  private static Stray stray(Acknowledgement unproven) {
    return new Stray(unproven.code() + " " + unproven.ctag());
  }

  private void endLine() {
    var text = line.text();
    line.clear();
    if (header != null && open(header, text)) {
      return;
    }
    header = Lines.header(text).orElse(null);
    if (header == null) {
      acknowledgement = Lines.acknowledgement(text).orElse(null);
      if (acknowledgement == null && !text.isBlank()) {
        heard.add(new Stray(text.strip()));
      }
    }
  }

  private boolean open(Header opened, String secondLine) {
    var opening = Lines.opening(opened, secondLine).orElse(null);
    if (opening == null) {
      return false;
    }
    body = new BodyDecoder(opening, limit);
    header = null;
    line.clear();
    return true;
  }
}
