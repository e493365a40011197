package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Hears input commands as an element does, in pieces cut anywhere: a command ends at a semicolon
 * outside quotes. A command longer than the limit comes out as one that cannot be read.
 */
public final class CommandDecoder {

  private static final int LIMIT = 16_384;

  private final Bytes text = new Bytes();
  private boolean quoted;
  private boolean escaped;
  private boolean tooLong;

  /** Hears more bytes; returns the texts of the commands they complete, without semicolons. */
  public List<String> feed(byte[] bytes, int offset, int length) {
    var commands = new ArrayList<String>();
    for (var i = offset; i < offset + length; i++) {
      var b = bytes[i];
      if (b == ';' && (!quoted || tooLong)) {
        commands.add(tooLong ? "" : text.text().strip());
        text.clear();
        quoted = false;
        tooLong = false;
      } else if (text.length() >= LIMIT) {
        tooLong = true;
      } else {
        keep(b);
      }
    }
    return List.copyOf(commands);
  }

  /** True if nothing but white space has come since the last semicolon. */
  public boolean isAtStart() {
    return text.text().isBlank();
  }

  private void keep(byte b) {
    if (b == '"' && !escaped) {
      quoted = !quoted;
    }
    escaped = quoted && b == '\\' && !escaped;
    if (b != '\r' && b != '\n') {
      text.append(b);
    }
  }

  /** Reads a command's text, if it has the shape of one. */
  public static Optional<InputCommand> parse(String text) {
    var pieces = pieces(text);
    if (!pieces.getFirst().matches("[A-Za-z][A-Za-z0-9-]{0,40}")) {
      return Optional.empty();
    }
    return Optional.of(
        new InputCommand(
            pieces.getFirst(),
            at(pieces, 1),
            at(pieces, 2),
            at(pieces, 3),
            at(pieces, 4),
            pieces.size() > 5 ? pieces.subList(5, pieces.size()) : List.of()));
  }

  private static String at(List<String> pieces, int position) {
    return position < pieces.size() ? pieces.get(position) : "";
  }

  private static List<String> pieces(String text) {
    var pieces = new ArrayList<String>();
    var piece = new StringBuilder();
    var inQuotes = false;
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c == '"' && (i == 0 || text.charAt(i - 1) != '\\')) {
        inQuotes = !inQuotes;
      }
      if (c == ':' && !inQuotes) {
        pieces.add(piece.toString().strip());
        piece.setLength(0);
      } else {
        piece.append(c);
      }
    }
    pieces.add(piece.toString().strip());
    return pieces;
  }
}
