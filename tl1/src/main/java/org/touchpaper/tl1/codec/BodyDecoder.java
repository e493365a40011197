package org.touchpaper.tl1.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Terminator;

/**
 * Hears one message from its second line to its terminator: quoted rows, bare lines, comments. A
 * quote closes a row only at the end of a line, since vendors leave inner quotes unescaped. A row
 * or comment that is never closed ends where another message begins, at the latest.
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

  private static final boolean[] OF_BARE_LINE = signs("\n;");
  private static final boolean[] OF_COMMENT = signs("\n*");
  private static final boolean[] OF_ROW = signs("\n\"\\");
  private static final boolean[] ALL = all();

  private final Opening opening;
  private final int limit;
  private final Elements elements = new Elements();
  private final Bytes element;
  private State state = State.LINE_START;
  private int size;
  private int lineStart;
  private int quoteAt;
  private @Nullable Header header;
  private int headerAt;
  private @Nullable Opening next;
  private @Nullable Terminator terminator;

  /**
   * A message that has begun.
   *
   * @param element where to keep the row, line or comment that is being heard
   * @param limit how many bytes it may have
   */
  BodyDecoder(Opening opening, Bytes element, int limit) {
    this.opening = opening;
    this.element = element;
    this.limit = limit;
    element.clear();
  }

  /** Hears bytes up to the end of the message; returns where it stopped. */
  int feed(byte[] bytes, int from, int end) {
    var last = Math.min(end, from + limit + 1 - size);
    var i = from;
    while (i < last && terminator == null && next == null) {
      var plain = i;
      var meaningful = meaningful();
      while (i < last && !meaningful[bytes[i] & 0xFF]) {
        i++;
      }
      if (i > plain) {
        element.append(bytes, plain, i);
      }
      if (i < last) {
        hear(bytes[i++]);
      }
    }
    size += i - from;
    return i;
  }

  /** True if the message has ended, been overtaken by another, or grown past the limit. */
  boolean isOver() {
    return terminator != null || next != null || isTooLong();
  }

  boolean isTooLong() {
    return size > limit;
  }

  /** How many bytes of the wire it holds. */
  int held() {
    return elements.size() + element.capacity();
  }

  /** The beginning of the message that overtook this one, if one did. */
  @Nullable Opening overtakenBy() {
    return next;
  }

  /** The message as far as it has come. */
  OutputMessage message() {
    if (next != null) {
      dropWhatOvertook();
    } else if (terminator == null) {
      endElement();
    }
    return opening.finish(elements, terminator == null ? Terminator.MISSING : terminator);
  }

  /** The bytes that mean something here; all others are simply kept. */
  private boolean[] meaningful() {
    return switch (state) {
      case BARE_LINE -> OF_BARE_LINE;
      case COMMENT -> OF_COMMENT;
      case ROW -> OF_ROW;
      case LINE_START,
          SLASH,
          COMMENT_STAR,
          ROW_ESCAPE,
          ROW_QUOTE,
          ROW_WRAPPED,
          ROW_WRAPPED_INDENT ->
          ALL;
    };
  }

  private static boolean[] signs(String signs) {
    var meaningful = new boolean[256];
    signs.chars().forEach(sign -> meaningful[sign] = true);
    return meaningful;
  }

  private static boolean[] all() {
    var meaningful = new boolean[256];
    Arrays.fill(meaningful, true);
    return meaningful;
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
      case ' ', '\t', '\r', '\n' -> {}
      case ';' -> terminator = Terminator.END;
      case '>' -> terminator = Terminator.MORE;
      case '"' -> begin(State.ROW);
      case '/' -> begin(State.SLASH);
      default -> {
        var before = header;
        begin(State.BARE_LINE);
        header = before;
        element.append(b);
      }
    }
  }

  private void begin(State begun) {
    element.clear();
    header = null;
    lineStart = 0;
    state = begun;
  }

  private void bareLine(byte b) {
    switch (b) {
      case '\n' -> {
        endLine();
        if (next == null) {
          endElement();
        }
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
    } else if (b == '*') {
      state = State.COMMENT_STAR;
    }
  }

  private void commentStar(byte b) {
    if (b == '/') {
      element.truncate(element.length() - 1);
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
        quoteAt = element.length();
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
      case ' ', '\t', '\r' -> element.append(b);
      case '\n' -> {
        element.truncate(quoteAt);
        endElement();
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

  /** A header followed by its second line begins another message, whatever is open. */
  private void endLine() {
    if (header != null) {
      next = Opening.read(header, element, lineStart, element.length());
    }
    if (next == null && element.blanksBefore(lineStart, element.length()) > lineStart) {
      header = Lines.header(element, lineStart, element.length());
      headerAt = lineStart;
    }
  }

  /** What stands in the open element from the header on is not of this message. */
  private void dropWhatOvertook() {
    if (state == State.BARE_LINE) {
      elements.dropLastRow();
      return;
    }
    element.truncate(headerAt);
    if (!element.isBlank()) {
      endElement();
    }
  }

  private void endElement() {
    switch (state) {
      case LINE_START -> {}
      case BARE_LINE, SLASH -> elements.bareLine(element.stripped());
      case COMMENT, COMMENT_STAR -> {
        elements.comment(element.stripped());
        header = null;
      }
      case ROW, ROW_ESCAPE, ROW_QUOTE, ROW_WRAPPED, ROW_WRAPPED_INDENT -> {
        elements.row(element.text());
        header = null;
      }
    }
    state = State.LINE_START;
  }
}
