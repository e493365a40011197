package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Hears input commands as an element does, in pieces cut anywhere: a command ends at a semicolon
 * outside quotes. A quote that is not closed on its line quotes nothing: a semicolon behind it ends
 * the command after all, so that it swallows no other; a command longer than the limit comes out
 * cut, with a sign behind it that no command may hold.
 */
public final class CommandDecoder {

  /** More than any command known needs; in bytes, and all that is kept between two calls. */
  public static final int DEFAULT_LIMIT = 16_384;

  private static final String CUT = "\u2026";

  private final int limit;
  private final Bytes text = new Bytes();
  private boolean quoted;
  private int quotedFrom;
  private boolean escaped;
  private boolean tooLong;

  public CommandDecoder() {
    this(DEFAULT_LIMIT);
  }

  /**
   * A decoder of an element that takes no longer commands.
   *
   * @param limit in bytes with the semicolon
   */
  public CommandDecoder(int limit) {
    this.limit = limit;
  }

  /** Hears more bytes; returns the texts of the commands they complete, without semicolons. */
  public List<String> feed(byte[] bytes, int offset, int length) {
    var commands = new ArrayList<String>();
    for (var i = offset; i < offset + length; i++) {
      var b = bytes[i];
      if (b == ';' && (!quoted || tooLong)) {
        commands.add(tooLong ? text.stripped() + CUT : text.stripped());
        begin();
      } else if (b == '\r' || b == '\n') {
        endLine(commands);
      } else if (text.length() >= limit - 1) {
        tooLong = true;
      } else {
        keep(b);
      }
    }
    return List.copyOf(commands);
  }

  private void begin() {
    text.clear();
    quoted = false;
    escaped = false;
    tooLong = false;
  }

  private void endLine(List<String> commands) {
    if (quoted && !tooLong) {
      var from = 0;
      for (var i = quotedFrom; i < text.length(); i++) {
        if (text.at(i) == ';') {
          commands.add(text.text(from, i).strip());
          from = i + 1;
        }
      }
      text.dropFirst(from);
    }
    quoted = false;
    escaped = false;
  }

  /** How many bytes it takes at the moment. */
  int held() {
    return text.capacity();
  }

  private void keep(byte b) {
    if (b == '"' && !escaped) {
      quoted = !quoted;
      quotedFrom = text.length();
    }
    escaped = quoted && b == '\\' && !escaped;
    text.append(b);
  }

  /** Reads a command's text, if it has the shape of one. */
  public static Optional<InputCommand> parse(String text) {
    return InputCommand.parse(text);
  }
}
