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

/** The header and second line of a message whose text is still to come. */
sealed interface MessageHead {

  /** Completes the message with its text and terminator. */
  OutputMessage toMessage(BodyContentBuilder content, Terminator terminator);

  /** {@code M ctag code}. */
  record ResponseHead(Header header, String ctag, CompletionCode code) implements MessageHead {
    @Override
    public OutputMessage toMessage(BodyContentBuilder content, Terminator terminator) {
      return switch (code) {
        case COMPLD -> new Compld(header, ctag, content.toTextBlock(), terminator);
        case PRTL -> new Prtl(header, ctag, content.toTextBlock(), terminator);
        case DELAY -> new Delay(header, ctag, content.toTextBlock(), terminator);
        case RTRV -> new Rtrv(header, ctag, content.toTextBlock(), terminator);
        case DENY -> {
          var errorCode = content.takeErrorCode();
          yield new Deny(header, ctag, errorCode, content.toTextBlock(), terminator);
        }
      };
    }
  }

  /** {@code almcde atag verb}. */
  record AutonomousHead(Header header, AlarmCode alarmCode, String atag, String verb)
      implements MessageHead {
    @Override
    public OutputMessage toMessage(BodyContentBuilder content, Terminator terminator) {
      return new AutonomousMessage(
          header, alarmCode, atag, verb, content.toTextBlock(), terminator);
    }
  }

  enum CompletionCode {
    COMPLD,
    DENY,
    PRTL,
    DELAY,
    RTRV
  }

  /** Parses the line after a header; null if it begins no message. */
  static @Nullable MessageHead parse(Header header, Latin1Buffer line, int from, int to) {
    var end = line.startOfBlanks(from, to);
    var codeStart = line.endOfBlanks(from, end);
    var codeEnd = line.endOfToken(codeStart, end);
    var tagStart = line.endOfBlanks(codeEnd, end);
    var tagEnd = line.endOfToken(tagStart, end);
    var verbStart = line.endOfBlanks(tagEnd, end);
    if (to - from > HeaderLineParser.MAX_LINE_LENGTH
        || verbStart == end
        || tagEnd - tagStart > 20) {
      return null;
    }
    if (codeEnd - codeStart == 1 && line.byteAt(codeStart) == 'M') {
      var code = completionCode(line, verbStart, end);
      return code == null ? null : new ResponseHead(header, line.text(tagStart, tagEnd), code);
    }
    var alarm = alarmCode(line, codeStart, codeEnd);
    return alarm == null || !isAtag(line, tagStart, tagEnd)
        ? null
        : new AutonomousHead(header, alarm, line.text(tagStart, tagEnd), line.text(verbStart, end));
  }

  private static @Nullable CompletionCode completionCode(Latin1Buffer line, int from, int to) {
    for (var code : CompletionCode.values()) {
      if (matches(code.name(), line, from, to)) {
        return code;
      }
    }
    return null;
  }

  private static @Nullable AlarmCode alarmCode(Latin1Buffer line, int from, int to) {
    for (var code : AlarmCode.values()) {
      if (matches(code.symbol(), line, from, to)) {
        return code;
      }
    }
    return null;
  }

  private static boolean matches(String expected, Latin1Buffer line, int from, int to) {
    if (to - from != expected.length()) {
      return false;
    }
    for (var i = from; i < to; i++) {
      if (line.byteAt(i) != expected.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }

  /** A number or a dotted pair. */
  private static boolean isAtag(Latin1Buffer line, int from, int to) {
    for (var i = from; i < to; i++) {
      var b = line.byteAt(i);
      if (b != '.' && (b < '0' || b > '9')) {
        return false;
      }
    }
    return true;
  }
}
