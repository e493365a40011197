package org.touchpaper.tl1.codec;

import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Terminator;

/**
 * Hears one message from its second line to its terminator: quoted rows, bare lines, comments. A
 * quote closes a row only at the end of a line, since vendors leave inner quotes unescaped; one
 * within a bare line quotes nothing if it is not closed there. A row or comment that is never
 * closed ends where another message begins, at the latest.
 */
final class BodyDecoder {

  private final Opening opening;
  private final int limit;
  private final Elements elements = new Elements();
  private final Bytes element;
  private BodyState state = BodyState.LINE_START;
  private int size;
  private int lineStart;
  private int quoteAt;
  private final Overtaking overtaking = new Overtaking();
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
      var meaningful = state.meaningful();
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
    if (next != null && bytes[i - 1] == ';') {
      i--; // which ends the other one, on its second line
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

  /** The message of which too much was said: who waits for it must know that it came. */
  OutputMessage withoutText() {
    return opening.finish(new Elements(), Terminator.MISSING);
  }

  private void hear(byte b) {
    switch (state) {
      case LINE_START -> lineStart(b);
      case BARE_LINE -> bareLine(b);
      case BARE_QUOTE -> bareQuote(b);
      case BARE_SLASH -> bareSlash(b);
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
      case ' ', '\t', '\r', '\n', 0 -> {}
      case ';' -> terminator = Terminator.END;
      case '>' -> terminator = Terminator.MORE;
      case '"' -> begin(BodyState.ROW);
      case '/' -> begin(BodyState.SLASH);
      default -> {
        clear();
        state = BodyState.BARE_LINE;
        element.append(b);
      }
    }
  }

  private void begin(BodyState begun) {
    overtaking.forget();
    clear();
    state = begun;
  }

  private void clear() {
    element.clear();
    lineStart = 0;
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
        endLine();
        if (next == null) {
          endElement();
          terminator = Terminator.END;
        }
      }
      case '"' -> {
        quoteAt = element.length();
        state = isAfterWord() ? BodyState.BARE_LINE : BodyState.BARE_QUOTE;
        element.append(b);
      }
      case '/' -> {
        var isAfterBlank = Bytes.isBlank(element.at(element.length() - 1));
        element.append(b);
        state = isAfterBlank ? BodyState.BARE_SLASH : BodyState.BARE_LINE;
      }
      default -> element.append(b);
    }
  }

  /** There a quote opens nothing ({@code 3"}), and a semicolon may end all that is said. */
  private boolean isAfterWord() {
    return Character.isLetterOrDigit(element.at(element.length() - 1));
  }

  /** What stands in quotes in a line without quotes around it ends nothing. */
  private void bareQuote(byte b) {
    if (b != '\n') {
      element.append(b);
      state = BodyState.BARE_LINE;
      return;
    }
    state = BodyState.BARE_LINE;
    var end = element.find((byte) ';', quoteAt);
    if (end < 0) {
      bareLine(b);
    } else {
      element.truncate(end);
      endElement();
      terminator = Terminator.END;
    }
  }

  /** A comment may follow an error code on its line. */
  private void bareSlash(byte b) {
    state = BodyState.BARE_LINE;
    if (b == '*') {
      element.truncate(element.length() - 1);
      endElement();
      begin(BodyState.COMMENT);
    } else {
      bareLine(b);
    }
  }

  private void slash(byte b) {
    if (b == '*') {
      state = BodyState.COMMENT;
    } else {
      element.append((byte) '/');
      state = BodyState.BARE_LINE;
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
      state = BodyState.COMMENT_STAR;
    }
  }

  private void commentStar(byte b) {
    if (b == '/') {
      element.truncate(element.length() - 1);
      endElement();
    } else {
      state = BodyState.COMMENT;
      comment(b);
    }
  }

  private void row(byte b) {
    switch (b) {
      case '\n' -> wrap();
      case '"' -> {
        quoteAt = element.length();
        element.append(b);
        state = BodyState.ROW_QUOTE;
      }
      case '\\' -> {
        element.append(b);
        state = BodyState.ROW_ESCAPE;
      }
      default -> element.append(b);
    }
  }

  private void rowEscape(byte b) {
    if (b == '\n') {
      wrap();
    } else {
      element.append(b);
      state = BodyState.ROW;
    }
  }

  private void rowQuote(byte b) {
    switch (b) {
      case ' ', '\t', '\r', 0 -> element.append(b);
      case '\n' -> {
        element.truncate(quoteAt);
        endElement();
      }
      default -> {
        state = BodyState.ROW;
        row(b);
      }
    }
  }

  private void wrap() {
    endLine();
    element.dropTrailingReturn();
    lineStart = element.length();
    state = BodyState.ROW_WRAPPED;
  }

  /** A row that goes on after the end of the line, or was never closed. */
  private void rowWrapped(byte b) {
    var atMargin = state == BodyState.ROW_WRAPPED;
    switch (b) {
      case '\r', '\n' -> state = BodyState.ROW_WRAPPED;
      case ' ', '\t', 0 -> state = BodyState.ROW_WRAPPED_INDENT;
      case '"' -> {
        endElement();
        begin(BodyState.ROW);
      }
      case ';', '>' -> {
        if (atMargin) {
          endElement();
          terminator = b == ';' ? Terminator.END : Terminator.MORE;
        } else {
          state = BodyState.ROW;
          element.append(b);
        }
      }
      default -> {
        state = BodyState.ROW;
        row(b);
      }
    }
  }

  private void endLine() {
    next = overtaking.on(element, lineStart);
  }

  /** What stands in the open element from the header on is not of this message. */
  private void dropWhatOvertook() {
    if (state == BodyState.BARE_LINE) {
      elements.dropLastRow();
      return;
    }
    element.truncate(overtaking.headerAt());
    if (!element.isBlank()) {
      endElement();
    }
  }

  private void endElement() {
    switch (state) {
      case LINE_START -> {}
      case BARE_LINE, BARE_QUOTE, BARE_SLASH, SLASH -> elements.bareLine(element.stripped());
      case COMMENT, COMMENT_STAR -> {
        elements.comment(element.stripped());
        overtaking.forget();
      }
      case ROW, ROW_ESCAPE, ROW_QUOTE, ROW_WRAPPED, ROW_WRAPPED_INDENT -> {
        elements.row(element.text());
        overtaking.forget();
      }
    }
    state = BodyState.LINE_START;
  }
}
