package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.Terminator;

/**
 * Decodes what an element sends (GR-831 output messages) from a stream cut anywhere.
 *
 * <p>A message begins with a header line followed by a completion or autonomous line, and ends with
 * {@code ;} or {@code >} at the start of a line, outside quotes and comments. If another message
 * begins first, the message is returned as far as it was received, with terminator {@link
 * Terminator#MISSING}. A message over the limit is returned without its text. Each line outside
 * messages is returned as a {@link StrayLine}.
 *
 * <p>Between two calls the decoder keeps at most {@link #MAX_LINE_BYTES} bytes of a line, or the
 * limit's bytes of a message (as strings, a message of one-letter lines takes about thirty times
 * that in memory). Remove telnet commands first with {@link TelnetNegotiator}. Not thread-safe.
 */
public final class MessageDecoder {

  /** For a session, in bytes; far above the largest segment recorded from a real element. */
  public static final int DEFAULT_MAX_BYTES = 1_000_000;

  /** In bytes; a longer line outside messages is truncated. */
  public static final int MAX_LINE_BYTES = 16_384;

  private final int maxBytes;
  private final Latin1Buffer line = new Latin1Buffer();
  private final List<OutputMessage> completed = new ArrayList<>();
  private @Nullable BodyDecoder body;
  private @Nullable Acknowledgement acknowledgement;
  private @Nullable Header header;

  public MessageDecoder() {
    this(DEFAULT_MAX_BYTES);
  }

  /**
   * Creates a decoder that drops the text of messages over a limit.
   *
   * @param maxBytes the limit in bytes, which bounds the memory used
   */
  public MessageDecoder(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  public List<OutputMessage> feed(byte[] bytes) {
    return feed(bytes, 0, bytes.length);
  }

  /** Decodes more bytes; returns the completed messages. */
  public List<OutputMessage> feed(byte[] bytes, int offset, int length) {
    var end = offset + length;
    for (var i = offset; i < end; ) {
      if (body != null) {
        i = body.feed(bytes, i, end);
        takeIfFinished(body);
      } else if (acknowledgement != null) {
        i = feedAfterAcknowledgement(acknowledgement, bytes, i, end);
      } else {
        i = feedOutsideMessage(bytes, i, end);
      }
    }
    var messages = List.copyOf(completed);
    completed.clear();
    return messages;
  }

  /** Returns the unfinished message or line, if any, and ends decoding. */
  public Optional<OutputMessage> finish() {
    if (body == null && header != null) {
      startBody(header);
    }
    if (body != null) {
      return Optional.of(body.message());
    }
    var remaining =
        header == null
            ? line.strippedText()
            : HeaderLineParser.format(header) + "\n" + line.strippedText();
    if (acknowledgement != null) {
      remaining = acknowledgement.code() + " " + acknowledgement.ctag();
    }
    return Optional.of(remaining.strip()).filter(text -> !text.isEmpty()).map(StrayLine::new);
  }

  int retainedBytes() {
    return body == null ? line.capacity() : body.retainedBytes();
  }

  private void takeIfFinished(BodyDecoder bodyDecoder) {
    if (!bodyDecoder.isFinished()) {
      return;
    }
    var nextHead = bodyDecoder.interleavedHead();
    if (nextHead == null && bodyDecoder.isTooLong()) {
      completed.add(new StrayLine("text longer than " + maxBytes + " bytes dropped"));
      completed.add(bodyDecoder.messageWithoutText());
    } else {
      completed.add(bodyDecoder.message());
    }
    body = nextHead == null ? null : new BodyDecoder(nextHead, line, maxBytes);
    line.clear();
  }

  /** Decodes up to the end of a line; after a header, a terminator may end the second line. */
  private int feedOutsideMessage(byte[] bytes, int from, int end) {
    var pendingHeader = header;
    var i = from;
    if (pendingHeader == null) {
      while (i < end && bytes[i] != '\n') {
        i++;
      }
    } else {
      while (i < end && bytes[i] != '\n' && bytes[i] != ';' && bytes[i] != '>') {
        i++;
      }
    }
    appendToLine(bytes, from, i);
    if (i == end) {
      return end;
    }
    if (bytes[i] == '\n') {
      endLine();
    } else if (pendingHeader != null && startBody(pendingHeader)) {
      return i; // Kentrox ends a message on the completion line itself
    } else {
      appendToLine(bytes, i, i + 1);
    }
    return i + 1;
  }

  private void appendToLine(byte[] bytes, int from, int to) {
    line.append(bytes, from, Math.min(to, from + MAX_LINE_BYTES - line.length()));
  }

  /** An acknowledgement counts only if a prompt follows; the manuals print either. */
  private int feedAfterAcknowledgement(
      Acknowledgement unconfirmed, byte[] bytes, int from, int end) {
    var i = from;
    while (i < end && Latin1Buffer.isBlank(bytes[i])) {
      i++;
    }
    if (i == end) {
      return end;
    }
    acknowledgement = null;
    if (bytes[i] == '<' || bytes[i] == '>') {
      completed.add(unconfirmed);
      return i + 1;
    }
    completed.add(new StrayLine(unconfirmed.code() + " " + unconfirmed.ctag()));
    return i;
  }

  /** Blank lines are ignored, also between a header and its second line. */
  private void endLine() {
    if (line.isBlank() || (header != null && startBody(header))) {
      line.clear();
      return;
    }
    if (header != null) {
      completed.add(new StrayLine(HeaderLineParser.format(header)));
    }
    header = HeaderLineParser.parseHeader(line, 0, line.length());
    if (header == null) {
      acknowledgement = HeaderLineParser.parseAcknowledgement(line, 0, line.length());
      if (acknowledgement == null) {
        completed.add(new StrayLine(line.strippedText()));
      }
    }
    line.clear();
  }

  private boolean startBody(Header pendingHeader) {
    var head = MessageHead.parse(pendingHeader, line, 0, line.length());
    if (head == null) {
      return false;
    }
    body = new BodyDecoder(head, line, maxBytes);
    header = null;
    return true;
  }
}
