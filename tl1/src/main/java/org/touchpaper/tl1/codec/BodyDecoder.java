package org.touchpaper.tl1.codec;

import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Terminator;

/**
 * Decodes the text of one message up to its terminator: quoted rows, unquoted lines and comments. A
 * quote closes a row only at the end of a line, because vendors do not escape inner quotes. A quote
 * within an unquoted line has no effect if it is not closed on that line. An unclosed row or
 * comment ends at the latest where another message begins.
 */
final class BodyDecoder {

  private final MessageHead head;
  private final int limit;
  private final BodyContentBuilder content = new BodyContentBuilder();
  private final Latin1Buffer buffer;
  private BodyState state = BodyState.LINE_START;
  private int size;
  private int lineStart;
  private int quotePosition;
  private final InterleavingDetector interleavingDetector = new InterleavingDetector();
  private @Nullable MessageHead nextHead;
  private @Nullable Terminator terminator;

  /**
   * Starts the body of a message.
   *
   * @param buffer holds the row, line or comment that is being decoded
   * @param limit the maximum size of the message in bytes
   */
  BodyDecoder(MessageHead head, Latin1Buffer buffer, int limit) {
    this.head = head;
    this.buffer = buffer;
    this.limit = limit;
    buffer.clear();
  }

  /** Decodes bytes up to the end of the message; returns the position after the last byte used. */
  int feed(byte[] bytes, int from, int end) {
    var stop = Math.min(end, from + limit + 1 - size);
    var i = from;
    while (i < stop && terminator == null && nextHead == null) {
      var runStart = i;
      var significant = state.significantBytes();
      while (i < stop && !significant[bytes[i] & 0xFF]) {
        i++;
      }
      if (i > runStart) {
        buffer.append(bytes, runStart, i);
      }
      if (i < stop) {
        process(bytes[i++]);
      }
    }
    if (nextHead != null && bytes[i - 1] == ';') {
      i--; // the interleaved message ends on its second line
    }
    size += i - from;
    return i;
  }

  /** True if the message has ended, was interrupted by another, or exceeds the limit. */
  boolean isFinished() {
    return terminator != null || nextHead != null || isTooLong();
  }

  boolean isTooLong() {
    return size > limit;
  }

  int retainedBytes() {
    return content.size() + buffer.capacity();
  }

  /** The beginning of the message that interrupted this one, if any. */
  @Nullable MessageHead interleavedHead() {
    return nextHead;
  }

  /** The message as far as it was received. */
  OutputMessage message() {
    if (nextHead != null) {
      discardInterleaved();
    } else if (terminator == null) {
      endElement();
    }
    return head.toMessage(content, terminator == null ? Terminator.MISSING : terminator);
  }

  /** The message without its text, if it exceeds the limit; the command must still complete. */
  OutputMessage messageWithoutText() {
    return head.toMessage(new BodyContentBuilder(), Terminator.MISSING);
  }

  private void process(byte b) {
    switch (state) {
      case LINE_START -> onLineStart(b);
      case BARE_LINE -> onBareLine(b);
      case BARE_QUOTE -> onBareQuote(b);
      case BARE_SLASH -> onBareSlash(b);
      case SLASH -> onSlash(b);
      case COMMENT -> onComment(b);
      case COMMENT_STAR -> onCommentStar(b);
      case ROW -> onRow(b);
      case ROW_ESCAPE -> onRowEscape(b);
      case ROW_QUOTE -> onRowQuote(b);
      case ROW_WRAPPED, ROW_WRAPPED_INDENT -> onRowWrapped(b);
    }
  }

  private void onLineStart(byte b) {
    switch (b) {
      case ' ', '\t', '\r', '\n', 0 -> {}
      case ';' -> terminator = Terminator.END;
      case '>' -> terminator = Terminator.MORE;
      case '"' -> startElement(BodyState.ROW);
      case '/' -> startElement(BodyState.SLASH);
      default -> {
        clearBuffer();
        state = BodyState.BARE_LINE;
        buffer.append(b);
      }
    }
  }

  private void startElement(BodyState newState) {
    interleavingDetector.reset();
    clearBuffer();
    state = newState;
  }

  private void clearBuffer() {
    buffer.clear();
    lineStart = 0;
  }

  private void onBareLine(byte b) {
    switch (b) {
      case '\n' -> {
        endLine();
        if (nextHead == null) {
          endElement();
        }
      }
      case ';' -> {
        endLine();
        if (nextHead == null) {
          endElement();
          terminator = Terminator.END;
        }
      }
      case '"' -> {
        quotePosition = buffer.length();
        state = isAfterLetterOrDigit() ? BodyState.BARE_LINE : BodyState.BARE_QUOTE;
        buffer.append(b);
      }
      case '/' -> {
        var isAfterBlank = Latin1Buffer.isBlank(buffer.byteAt(buffer.length() - 1));
        buffer.append(b);
        state = isAfterBlank ? BodyState.BARE_SLASH : BodyState.BARE_LINE;
      }
      default -> buffer.append(b);
    }
  }

  /** There a quote opens nothing ({@code 3"}), and a semicolon may end the message. */
  private boolean isAfterLetterOrDigit() {
    return Character.isLetterOrDigit(buffer.byteAt(buffer.length() - 1));
  }

  /** A semicolon inside quotes of an unquoted line does not end the message. */
  private void onBareQuote(byte b) {
    if (b != '\n') {
      buffer.append(b);
      state = BodyState.BARE_LINE;
      return;
    }
    state = BodyState.BARE_LINE;
    var end = buffer.indexOf((byte) ';', quotePosition);
    if (end < 0) {
      onBareLine(b);
    } else {
      buffer.truncate(end);
      endElement();
      terminator = Terminator.END;
    }
  }

  /** A comment may follow an error code on the same line. */
  private void onBareSlash(byte b) {
    state = BodyState.BARE_LINE;
    if (b == '*') {
      buffer.truncate(buffer.length() - 1);
      endElement();
      startElement(BodyState.COMMENT);
    } else {
      onBareLine(b);
    }
  }

  private void onSlash(byte b) {
    if (b == '*') {
      state = BodyState.COMMENT;
    } else {
      buffer.append((byte) '/');
      state = BodyState.BARE_LINE;
      onBareLine(b);
    }
  }

  private void onComment(byte b) {
    if (b == '\n') {
      endLine();
    }
    buffer.append(b);
    if (b == '\n') {
      lineStart = buffer.length();
    } else if (b == '*') {
      state = BodyState.COMMENT_STAR;
    }
  }

  private void onCommentStar(byte b) {
    if (b == '/') {
      buffer.truncate(buffer.length() - 1);
      endElement();
    } else {
      state = BodyState.COMMENT;
      onComment(b);
    }
  }

  private void onRow(byte b) {
    switch (b) {
      case '\n' -> wrapRow();
      case '"' -> {
        quotePosition = buffer.length();
        buffer.append(b);
        state = BodyState.ROW_QUOTE;
      }
      case '\\' -> {
        buffer.append(b);
        state = BodyState.ROW_ESCAPE;
      }
      default -> buffer.append(b);
    }
  }

  private void onRowEscape(byte b) {
    if (b == '\n') {
      wrapRow();
    } else {
      buffer.append(b);
      state = BodyState.ROW;
    }
  }

  private void onRowQuote(byte b) {
    switch (b) {
      case ' ', '\t', '\r', 0 -> buffer.append(b);
      case '\n' -> {
        buffer.truncate(quotePosition);
        endElement();
      }
      default -> {
        state = BodyState.ROW;
        onRow(b);
      }
    }
  }

  private void wrapRow() {
    endLine();
    buffer.dropTrailingCarriageReturn();
    lineStart = buffer.length();
    state = BodyState.ROW_WRAPPED;
  }

  /** A row that continues on the next line, or was never closed. */
  private void onRowWrapped(byte b) {
    var isAtMargin = state == BodyState.ROW_WRAPPED;
    switch (b) {
      case '\r', '\n' -> state = BodyState.ROW_WRAPPED;
      case ' ', '\t', 0 -> state = BodyState.ROW_WRAPPED_INDENT;
      case '"' -> {
        endElement();
        startElement(BodyState.ROW);
      }
      case ';', '>' -> {
        if (isAtMargin) {
          endElement();
          terminator = b == ';' ? Terminator.END : Terminator.MORE;
        } else {
          state = BodyState.ROW;
          buffer.append(b);
        }
      }
      default -> {
        state = BodyState.ROW;
        onRow(b);
      }
    }
  }

  private void endLine() {
    nextHead = interleavingDetector.onLineEnd(buffer, lineStart);
  }

  /** Removes the header of the interleaved message from the open row, line or comment. */
  private void discardInterleaved() {
    if (state == BodyState.BARE_LINE) {
      content.dropLastRow();
      return;
    }
    buffer.truncate(interleavingDetector.headerStart());
    if (!buffer.isBlank()) {
      endElement();
    }
  }

  private void endElement() {
    switch (state) {
      case LINE_START -> {}
      case BARE_LINE, BARE_QUOTE, BARE_SLASH, SLASH -> content.addBareLine(buffer.strippedText());
      case COMMENT, COMMENT_STAR -> {
        content.addComment(buffer.strippedText());
        interleavingDetector.reset();
      }
      case ROW, ROW_ESCAPE, ROW_QUOTE, ROW_WRAPPED, ROW_WRAPPED_INDENT -> {
        content.addRow(buffer.text());
        interleavingDetector.reset();
      }
    }
    state = BodyState.LINE_START;
  }
}
