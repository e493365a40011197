package org.touchpaper.tl1.codec;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.Header;

/**
 * Parses header and acknowledgement lines. It reads from the end of a line, where a few bytes
 * distinguish them from all others.
 */
final class HeaderLineParser {

  /** Well above any known header or acknowledgement. */
  static final int MAX_LINE_LENGTH = 200;

  private static final int MAX_CTAG_LENGTH = 10;

  private HeaderLineParser() {}

  /** The header {@code sid date time} in these bytes; null if there is none. */
  static @Nullable Header parseHeader(Latin1Buffer line, int from, int to) {
    var end = line.startOfBlanks(from, to);
    var timeStart = end - 8;
    if (to - from > MAX_LINE_LENGTH || timeStart <= from || !isTime(line, timeStart)) {
      return null;
    }
    var dateEnd = line.startOfBlanks(from, timeStart);
    var dateStart = line.startOfToken(from, dateEnd);
    if (dateEnd == timeStart || !isDate(line, dateStart, dateEnd)) {
      return null;
    }
    var sidEnd = line.startOfBlanks(from, dateStart);
    var sidStart = skipPrompts(line, from, sidEnd);
    if (sidStart == sidEnd) {
      return null;
    }
    return new Header(
        unquoted(line, sidStart, sidEnd), line.text(dateStart, dateEnd), line.text(timeStart, end));
  }

  /** Skips a prompt or an echoed command before the SID; it ends in one of these characters. */
  private static int skipPrompts(Latin1Buffer line, int from, int to) {
    var quoted = false;
    var start = from;
    for (var i = from; i < to; i++) {
      var b = line.byteAt(i);
      quoted ^= b == '"';
      if (!quoted && (b == ';' || b == '<' || b == '>')) {
        start = i + 1;
      }
    }
    return line.endOfBlanks(start, to);
  }

  private static String unquoted(Latin1Buffer line, int from, int to) {
    var start = to - from > 1 && line.byteAt(from) == '"' ? from + 1 : from;
    return line.text(start, to - start > 1 && line.byteAt(to - 1) == '"' ? to - 1 : to);
  }

  private static boolean isTime(Latin1Buffer line, int start) {
    return isNumber(line, start, start + 2)
        && line.byteAt(start + 2) == ':'
        && isNumber(line, start + 3, start + 5)
        && line.byteAt(start + 5) == ':'
        && isNumber(line, start + 6, start + 8);
  }

  /** YY-MM-DD or YYYY-MM-DD. */
  private static boolean isDate(Latin1Buffer line, int from, int to) {
    return (to - from == 8 || to - from == 10)
        && isNumber(line, from, to - 6)
        && line.byteAt(to - 6) == '-'
        && isNumber(line, to - 5, to - 3)
        && line.byteAt(to - 3) == '-'
        && isNumber(line, to - 2, to);
  }

  private static boolean isNumber(Latin1Buffer line, int from, int to) {
    for (var i = from; i < to; i++) {
      if (line.byteAt(i) < '0' || line.byteAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** The acknowledgement {@code code ctag} that ends these bytes, after any text; null if none. */
  static @Nullable Acknowledgement parseAcknowledgement(Latin1Buffer line, int from, int to) {
    var end = line.startOfBlanks(from, to);
    var ctagStart = line.startOfToken(from, end);
    var codeEnd = line.startOfBlanks(from, ctagStart);
    var codeStart = codeEnd - 2;
    if (to - from > MAX_LINE_LENGTH
        || codeStart < from
        || codeEnd == ctagStart
        || !isCtag(line, ctagStart, end)) {
      return null;
    }
    var code = acknowledgementCode(line.byteAt(codeStart), line.byteAt(codeStart + 1));
    return code == null || (codeStart > from && !isSeparator(line.byteAt(codeStart - 1)))
        ? null
        : new Acknowledgement(code, line.text(ctagStart, end));
  }

  private static boolean isCtag(Latin1Buffer line, int from, int to) {
    for (var i = from; i < to; i++) {
      var b = line.byteAt(i);
      if (b != '.' && !(b >= '0' && b <= '9') && !isLetter(b)) {
        return false;
      }
    }
    return to > from && to - from <= MAX_CTAG_LENGTH;
  }

  private static boolean isSeparator(byte b) {
    return Latin1Buffer.isBlank(b) || b == ';' || b == '<' || b == '>';
  }

  private static Acknowledgement.@Nullable Code acknowledgementCode(byte first, byte second) {
    for (var code : Acknowledgement.Code.values()) {
      if (code.name().charAt(0) == first && code.name().charAt(1) == second) {
        return code;
      }
    }
    return null;
  }

  /** True if the line looks like an error code (GR-833: four letters; some have more). */
  static boolean isErrorCode(String line) {
    return line.length() >= 4
        && line.length() <= 8
        && line.chars().allMatch(c -> isLetter((byte) c));
  }

  private static boolean isLetter(byte b) {
    return (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
  }

  /** Restores the text of a header that no message follows. */
  static String format(Header header) {
    return String.format(Locale.ROOT, "%s %s %s", header.sid(), header.date(), header.time());
  }
}
