package org.touchpaper.tl1.codec;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.Header;

/**
 * Lines that stand alone: headers and acknowledgements. Read by hand and from the end, where both
 * are told from any other line within a few bytes.
 */
final class Lines {

  /** No header or acknowledgement known is nearly as long. */
  static final int LONGEST = 200;

  private static final int LONGEST_CTAG = 10;

  private Lines() {}

  /** The header {@code sid date time} in these bytes; null if they are none. */
  static @Nullable Header header(Bytes line, int from, int to) {
    var end = line.blanksBefore(from, to);
    var time = end - 8;
    if (to - from > LONGEST || time <= from || !isTime(line, time)) {
      return null;
    }
    var dateEnd = line.blanksBefore(from, time);
    var date = line.wordBefore(from, dateEnd);
    if (dateEnd == time || !isDate(line, date, dateEnd)) {
      return null;
    }
    var sidEnd = line.blanksBefore(from, date);
    var sid = afterPrompts(line, from, sidEnd);
    if (sid == sidEnd) {
      return null;
    }
    return new Header(unquoted(line, sid, sidEnd), line.text(date, dateEnd), line.text(time, end));
  }

  /** A prompt, or an echoed command, may stand before the SID; it ends in one of these signs. */
  private static int afterPrompts(Bytes line, int from, int to) {
    var quoted = false;
    var start = from;
    for (var i = from; i < to; i++) {
      var b = line.at(i);
      quoted ^= b == '"';
      if (!quoted && (b == ';' || b == '<' || b == '>')) {
        start = i + 1;
      }
    }
    return line.blanksAfter(start, to);
  }

  private static String unquoted(Bytes line, int from, int to) {
    var start = to - from > 1 && line.at(from) == '"' ? from + 1 : from;
    return line.text(start, to - start > 1 && line.at(to - 1) == '"' ? to - 1 : to);
  }

  private static boolean isTime(Bytes line, int at) {
    return isNumber(line, at, at + 2)
        && line.at(at + 2) == ':'
        && isNumber(line, at + 3, at + 5)
        && line.at(at + 5) == ':'
        && isNumber(line, at + 6, at + 8);
  }

  /** YY-MM-DD or YYYY-MM-DD. */
  private static boolean isDate(Bytes line, int from, int to) {
    return (to - from == 8 || to - from == 10)
        && isNumber(line, from, to - 6)
        && line.at(to - 6) == '-'
        && isNumber(line, to - 5, to - 3)
        && line.at(to - 3) == '-'
        && isNumber(line, to - 2, to);
  }

  private static boolean isNumber(Bytes line, int from, int to) {
    for (var i = from; i < to; i++) {
      if (line.at(i) < '0' || line.at(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /**
   * The acknowledgement {@code code ctag} at the end of these bytes, whatever prompt or garbage
   * stands before it; null if there is none.
   */
  static @Nullable Acknowledgement acknowledgement(Bytes line, int from, int to) {
    var end = line.blanksBefore(from, to);
    var ctag = line.wordBefore(from, end);
    var codeEnd = line.blanksBefore(from, ctag);
    var codeAt = codeEnd - 2;
    if (to - from > LONGEST || codeAt < from || codeEnd == ctag || !isCtag(line, ctag, end)) {
      return null;
    }
    var code = code(line.at(codeAt), line.at(codeAt + 1));
    return code == null || (codeAt > from && !separates(line.at(codeAt - 1)))
        ? null
        : new Acknowledgement(code, line.text(ctag, end));
  }

  private static boolean isCtag(Bytes line, int from, int to) {
    for (var i = from; i < to; i++) {
      var b = line.at(i);
      if (b != '.' && !(b >= '0' && b <= '9') && !isLetter(b)) {
        return false;
      }
    }
    return to > from && to - from <= LONGEST_CTAG;
  }

  private static boolean separates(byte b) {
    return Bytes.isBlank(b) || b == ';' || b == '<' || b == '>';
  }

  private static Acknowledgement.@Nullable Code code(byte first, byte second) {
    return switch ((first << 8) | second) {
      case ('I' << 8) | 'P' -> Acknowledgement.Code.IP;
      case ('P' << 8) | 'F' -> Acknowledgement.Code.PF;
      case ('O' << 8) | 'K' -> Acknowledgement.Code.OK;
      case ('N' << 8) | 'A' -> Acknowledgement.Code.NA;
      case ('N' << 8) | 'G' -> Acknowledgement.Code.NG;
      case ('R' << 8) | 'L' -> Acknowledgement.Code.RL;
      default -> null;
    };
  }

  /** True if these bytes have the shape of an error code (GR-833: four letters; some have more). */
  static boolean isErrorCode(String line) {
    return line.length() >= 4
        && line.length() <= 8
        && line.chars().allMatch(c -> isLetter((byte) c));
  }

  private static boolean isLetter(byte b) {
    return (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
  }

  /** What is left of a header when no message follows it. */
  static String text(Header header) {
    return String.format(Locale.ROOT, "%s %s %s", header.sid(), header.date(), header.time());
  }
}
