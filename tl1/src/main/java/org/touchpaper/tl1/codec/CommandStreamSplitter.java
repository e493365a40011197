package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a stream, cut anywhere, into input commands, as an element does. A command ends at a
 * semicolon outside quotes. A quote that is not closed on its line has no effect, so a semicolon
 * behind it ends the command. A command over the limit is truncated and marked with a character
 * that no command may hold.
 */
public final class CommandStreamSplitter {

  /** In bytes; more than any known command needs. Bounds what is kept between two calls. */
  public static final int DEFAULT_MAX_BYTES = 16_384;

  private static final String TRUNCATION_MARK = "\u2026";

  private final int maxBytes;
  private final Latin1Buffer text = new Latin1Buffer();
  private boolean isQuoted;
  private int quoteStart;
  private boolean isEscaped;
  private boolean isTooLong;

  /**
   * @param maxBytes the longest command in bytes, semicolon included
   */
  public CommandStreamSplitter(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Decodes more bytes; returns the texts of the completed commands without semicolons. */
  public List<String> feed(byte[] bytes, int offset, int length) {
    var commands = new ArrayList<String>();
    for (var i = offset; i < offset + length; i++) {
      var b = bytes[i];
      if (b == ';' && (!isQuoted || isTooLong)) {
        commands.add(isTooLong ? text.strippedText() + TRUNCATION_MARK : text.strippedText());
        reset();
      } else if (b == '\r' || b == '\n') {
        endLine(commands);
      } else if (text.length() >= maxBytes - 1) {
        isTooLong = true;
      } else {
        append(b);
      }
    }
    return List.copyOf(commands);
  }

  private void reset() {
    text.clear();
    isQuoted = false;
    isEscaped = false;
    isTooLong = false;
  }

  private void endLine(List<String> commands) {
    if (isQuoted && !isTooLong) {
      var from = 0;
      for (var i = quoteStart; i < text.length(); i++) {
        if (text.byteAt(i) == ';') {
          commands.add(text.text(from, i).strip());
          from = i + 1;
        }
      }
      text.dropFirst(from);
    }
    isQuoted = false;
    isEscaped = false;
  }

  int retainedBytes() {
    return text.capacity();
  }

  private void append(byte b) {
    if (b == '"' && !isEscaped) {
      isQuoted = !isQuoted;
      quoteStart = text.length();
    }
    isEscaped = isQuoted && b == '\\' && !isEscaped;
    text.append(b);
  }
}
