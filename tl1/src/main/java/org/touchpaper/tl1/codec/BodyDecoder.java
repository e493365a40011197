package org.touchpaper.tl1.codec;

import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.codec.Lines.Elements;
import org.touchpaper.tl1.codec.Lines.Opening;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Terminator;

/**
 * Hears one message from its second line to its terminator: quoted rows, bare lines, comments. A
 * quote closes a row only at the end of a line, since vendors leave inner quotes unescaped.
 */
final class BodyDecoder {

  private enum State {
    LINE_START,
    BARE_LINE,
    SLASH,
    COMMENT,
    COMMENT_STAR,
    ROW,
    ROW_ESCAPE,
    ROW_QUOTE,
    ROW_WRAPPED,
    ROW_WRAPPED_INDENT
  }

  private final Opening opening;
  private final int limit;
  private final Elements elements = new Elements();
  private final Bytes element = new Bytes();
  private State state = State.LINE_START;
  private int size;
  private int lineStart;
  private @Nullable Header nextHeader;
  private @Nullable Opening next;
  private @Nullable Terminator terminator;

  BodyDecoder(Opening opening, int limit) {
    this.opening = opening;
    this.limit = limit;
  }

  /** Hears bytes up to the end of the message; returns where it stopped. */
  int feed(byte[] bytes, int from, int end) {
    var i = from;
    while (i < end && !isOver()) {
      var plainEnd = plainEnd(bytes, i, end);
      element.append(bytes, i, plainEnd);
      size += plainEnd - i;
      i = plainEnd;
      if (i < end) {
        size++;
        hear(bytes[i++]);
      }
    }
    return i;
  }

  /** True if the message has ended, been overtaken by another, or grown past the limit. */
  boolean isOver() {
    return terminator != null || next != null || isTooLong();
  }

  boolean isTooLong() {
    return size > limit;
  }

  /** The beginning of the message that overtook this one, if one did. */
  @Nullable Opening overtakenBy() {
    return next;
  }

  /** The message as far as it has come. */
  OutputMessage message() {
    if (terminator == null) {
      endElement();
    }
    return opening.finish(elements, terminator == null ? Terminator.MISSING : terminator);
  }

  private int plainEnd(byte[] bytes, int from, int end) {
    if (state != State.ROW && state != State.COMMENT && state != State.BARE_LINE) {
      return from;
    }
    var i = from;
    while (i < end && isPlain(bytes[i])) {
      i++;
    }
    return i;
  }

  private static boolean isPlain(byte b) {
    return b != '\n' && b != '"' && b != '\\' && b != '*' && b != ';';
  }

  private void hear(byte b) {
    switch (state) {
      case LINE_START -> lineStart(b);
      case BARE_LINE -> bareLine(b);
      case SLASH -> slash(b);
      case COMMENT -> comment(b);
      case COMMENT_STAR -> commentStar(b);
      case ROW -> row(b);
      case ROW_ESCAPE -> rowEscape(b);
      case ROW_QUOTE -> rowQuote(b);
      case ROW_WRAPPED, ROW_WRAPPED_INDENT -> rowWrapped(b);
    }
  }

  private void lineStart(byte b) {
    switch (b) {
      case ' ', '\t', '\r' -> {}
      case '\n' -> nextHeader = null;
      case ';' -> terminator = Terminator.END;
      case '>' -> terminator = Terminator.MORE;
      case '"' -> begin(State.ROW);
      case '/' -> begin(State.SLASH);
      default -> {
        begin(State.BARE_LINE);
        element.append(b);
      }
    }
  }

  private void begin(State begun) {
    element.clear();
    lineStart = 0;
    state = begun;
  }

  private void bareLine(byte b) {
    switch (b) {
      case '\n' -> {
        endLine();
        endElement();
      }
      case ';' -> {
        endElement();
        terminator = Terminator.END;
      }
      default -> element.append(b);
    }
  }

  private void slash(byte b) {
    if (b == '*') {
      state = State.COMMENT;
    } else {
      element.append((byte) '/');
      state = State.BARE_LINE;
      bareLine(b);
    }
  }

  private void comment(byte b) {
    if (b == '\n') {
      endLine();
    }
    element.append(b);
    if (b == '\n') {
      lineStart = element.length();
    }
    if (b == '*') {
      state = State.COMMENT_STAR;
    }
  }

  private void commentStar(byte b) {
    if (b == '/') {
      element.dropLast();
      endElement();
    } else {
      state = State.COMMENT;
      comment(b);
    }
  }

  private void row(byte b) {
    switch (b) {
      case '\n' -> wrap();
      case '"' -> {
        element.append(b);
        state = State.ROW_QUOTE;
      }
      case '\\' -> {
        element.append(b);
        state = State.ROW_ESCAPE;
      }
      default -> element.append(b);
    }
  }

  private void rowEscape(byte b) {
    if (b == '\n') {
      wrap();
    } else {
      element.append(b);
      state = State.ROW;
    }
  }

  private void rowQuote(byte b) {
    switch (b) {
      case '\r' -> {}
      case '\n' -> {
        if (element.endsLikeHeader(lineStart)) {
          wrap();
        } else {
          element.dropLast();
          endElement();
        }
      }
      default -> {
        state = State.ROW;
        row(b);
      }
    }
  }

  private void wrap() {
    endLine();
    element.dropTrailingReturn();
    lineStart = element.length();
    state = State.ROW_WRAPPED;
  }

  /** A row that goes on after the end of the line, or was never closed. */
  private void rowWrapped(byte b) {
    var atMargin = state == State.ROW_WRAPPED;
    switch (b) {
      case '\r', '\n' -> state = State.ROW_WRAPPED;
      case ' ', '\t' -> state = State.ROW_WRAPPED_INDENT;
      case '"' -> {
        endElement();
        begin(State.ROW);
      }
      case ';', '>' -> {
        if (atMargin) {
          endElement();
          terminator = b == ';' ? Terminator.END : Terminator.MORE;
        } else {
          state = State.ROW;
          element.append(b);
        }
      }
      default -> {
        state = State.ROW;
        row(b);
      }
    }
  }

  /** A header directly followed by its second line begins another message, whatever is open. */
  private void endLine() {
    if (nextHeader != null) {
      next = Lines.opening(nextHeader, element.text(lineStart)).orElse(null);
    }
    nextHeader =
        element.endsLikeHeader(lineStart)
            ? Lines.header(element.text(lineStart)).orElse(null)
            : null;
  }

  private void endElement() {
    switch (state) {
      case LINE_START -> {}
      case BARE_LINE, SLASH -> elements.bareLine(element.text());
      case COMMENT, COMMENT_STAR -> elements.comment(element.text());
      case ROW, ROW_ESCAPE, ROW_QUOTE, ROW_WRAPPED, ROW_WRAPPED_INDENT ->
          elements.row(element.text());
    }
    state = State.LINE_START;
  }
}
