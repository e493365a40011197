package org.touchpaper.tl1.codec;

import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Delay;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Prtl;
import org.touchpaper.tl1.message.Rtrv;
import org.touchpaper.tl1.message.Terminator;

/** A message that has begun: what its header and second line say. */
sealed interface Opening {

  /** The message, now that its text and end are known. */
  OutputMessage finish(Elements elements, Terminator terminator);

  /** {@code M ctag code}. */
  record OfResponse(Header header, String ctag, Completion code) implements Opening {
    @Override
    public OutputMessage finish(Elements elements, Terminator terminator) {
      return switch (code) {
        case COMPLD -> new Compld(header, ctag, elements.text(), terminator);
        case PRTL -> new Prtl(header, ctag, elements.text(), terminator);
        case DELAY -> new Delay(header, ctag, elements.text(), terminator);
        case RTRV -> new Rtrv(header, ctag, elements.text(), terminator);
        case DENY -> {
          var error = elements.takeErrorCode();
          yield new Deny(header, ctag, error, elements.text(), terminator);
        }
      };
    }
  }

  /** {@code almcde atag verb}. */
  record OfReport(Header header, AlarmCode alarmCode, String atag, String verb) implements Opening {
    @Override
    public OutputMessage finish(Elements elements, Terminator terminator) {
      return new AutonomousMessage(header, alarmCode, atag, verb, elements.text(), terminator);
    }
  }

  /** The completion codes of GR-831. */
  enum Completion {
    COMPLD,
    DENY,
    PRTL,
    DELAY,
    RTRV
  }

  /** Reads the line behind a header; null if it opens no message. */
  static @Nullable Opening read(Header header, Bytes line, int from, int to) {
    var end = line.blanksBefore(from, to);
    var sign = line.blanksAfter(from, end);
    var signEnd = line.wordAfter(sign, end);
    var tag = line.blanksAfter(signEnd, end);
    var tagEnd = line.wordAfter(tag, end);
    var rest = line.blanksAfter(tagEnd, end);
    if (to - from > Lines.LONGEST || rest == end || tagEnd - tag > 20) {
      return null;
    }
    if (signEnd - sign == 1 && line.at(sign) == 'M') {
      var code = completion(line, rest, end);
      return code == null ? null : new OfResponse(header, line.text(tag, tagEnd), code);
    }
    var alarm = alarmCode(line, sign, signEnd);
    return alarm == null || !isAtag(line, tag, tagEnd)
        ? null
        : new OfReport(header, alarm, line.text(tag, tagEnd), line.text(rest, end));
  }

  private static @Nullable Completion completion(Bytes line, int from, int to) {
    for (var code : Completion.values()) {
      if (is(code.name(), line, from, to)) {
        return code;
      }
    }
    return null;
  }

  private static @Nullable AlarmCode alarmCode(Bytes line, int from, int to) {
    for (var code : AlarmCode.values()) {
      if (is(code.sign(), line, from, to)) {
        return code;
      }
    }
    return null;
  }

  private static boolean is(String word, Bytes line, int from, int to) {
    if (to - from != word.length()) {
      return false;
    }
    for (var i = from; i < to; i++) {
      if (line.at(i) != word.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }

  /** A number or a dotted pair. */
  private static boolean isAtag(Bytes line, int from, int to) {
    for (var i = from; i < to; i++) {
      var b = line.at(i);
      if (b != '.' && (b < '0' || b > '9')) {
        return false;
      }
    }
    return true;
  }
}
