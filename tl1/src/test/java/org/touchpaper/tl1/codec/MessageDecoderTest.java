package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;

/** What the decoder keeps of what never ends, and how it finds its way back. */
class MessageDecoderTest {

  private static final int LIMIT = 100_000;
  private static final Header HEADER = new Header("LONDON", "26-12-01", "21:00:00");
  private static final Compld GOOD =
      new Compld(HEADER, "42", Text.rows(List.of("g-1,CTP=a&b")), Terminator.END);
  private static final String BEGUN = "\r\n\n   LONDON 26-12-01 21:00:00\r\nM  41 COMPLD\r\n";

  private final MessageDecoder decoder = new MessageDecoder(LIMIT);

  private List<OutputMessage> heard(String text) {
    return decoder.feed(Printer.bytes(text));
  }

  @Test
  void hearsWhatThePrinterPrints() {
    var messages =
        List.of(
            GOOD,
            new Deny(
                HEADER, "c1", "IENE", Text.comment("Entity; does > not exist"), Terminator.END),
            new Deny(HEADER, "c1", null, Text.EMPTY, Terminator.MORE));
    for (var message : messages) {
      assertThat(heard(Printer.print(message))).containsExactly(message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a row,              '   \"', x, ''",
    "a comment,          '   /*', x, ''",
    "a line,             '   ',   x, ''",
    "rows,               '',      '   \"x\"', '\n'",
    "unclosed rows,      '',      '   \"x', '\n'",
    "comments,           '',      '   /* x */', '\n'",
    "lines,              '',      'x', '\n'",
    "nothing but blanks, '',      ' ', '\n'",
  })
  void dropsAMessageWithoutEndAtItsLimit(String what, String start, String piece, String end) {
    var messages = new ArrayList<>(heard(BEGUN + start));
    var more = (piece + end).repeat(1_000);
    for (var i = 0; i < 1_000; i++) {
      heard(more).stream().limit(2 - Math.min(2, messages.size())).forEach(messages::add);
      assertThat(decoder.held()).as(what).isLessThanOrEqualTo(3 * LIMIT);
    }
    assertThat(messages)
        .startsWith(
            new Stray("text longer than " + LIMIT + " bytes dropped"),
            new Compld(HEADER, "41", Text.EMPTY, Terminator.MISSING));
    assertThat(heard(Printer.print(GOOD))).last().isEqualTo(GOOD);
  }

  @Test
  void keepsTheBeginningOfALineWithoutEnd() {
    for (var i = 0; i < 1_000; i++) {
      assertThat(heard("x".repeat(10_000))).isEmpty();
      assertThat(decoder.held()).isLessThanOrEqualTo(2 * MessageDecoder.LINE_LIMIT);
    }
    assertThat(heard(Printer.print(GOOD)))
        .containsExactly(new Stray("x".repeat(MessageDecoder.LINE_LIMIT)), GOOD);
  }

  /** How many segments an answer may have is for whoever collects them to say. */
  @Test
  void keepsNothingOfSegmentsThatItHasTold() {
    var segment = BEGUN + "   \"" + "x".repeat(4_000) + "\"\r\n>";
    for (var i = 0; i < 1_000; i++) {
      assertThat(heard(segment)).hasSize(1);
      assertThat(decoder.held()).isLessThanOrEqualTo(8_192);
    }
  }

  @Test
  void takesABannerOfAnyLengthForStrayLines() {
    for (var i = 0; i < 1_000; i++) {
      assertThat(heard("M  1 COMPLD;\r\n\"'/*\r\n".repeat(10))).hasSize(20);
      assertThat(decoder.held()).isLessThanOrEqualTo(1_024);
    }
    assertThat(heard(Printer.print(GOOD))).containsExactly(GOOD);
  }
}
