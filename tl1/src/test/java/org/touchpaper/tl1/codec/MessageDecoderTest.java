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
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** Memory bounds of the decoder, and its recovery after messages without end. */
class MessageDecoderTest {

  private static final int LIMIT = 100_000;
  private static final Header HEADER = new Header("LONDON", "26-12-01", "21:00:00");
  private static final Compld GOOD =
      new Compld(HEADER, "42", TextBlock.rows(List.of("g-1,CTP=a&b")), Terminator.END);
  private static final String MESSAGE_START =
      "\r\n\n   LONDON 26-12-01 21:00:00\r\nM  41 COMPLD\r\n";

  private final MessageDecoder decoder = new MessageDecoder(LIMIT);

  private List<OutputMessage> decode(String text) {
    return decoder.feed(MessageEncoder.toBytes(text));
  }

  @Test
  void decodesEncodedMessages() {
    var messages =
        List.of(
            GOOD,
            new Deny(
                HEADER,
                "c1",
                "IENE",
                TextBlock.comment("Entity; does > not exist"),
                Terminator.END),
            new Deny(HEADER, "c1", null, TextBlock.EMPTY, Terminator.MORE));
    for (var message : messages) {
      assertThat(decode(MessageEncoder.encode(message))).containsExactly(message);
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
  void dropsTheTextOfAMessageOverTheLimit(String name, String start, String piece, String end) {
    var messages = new ArrayList<>(decode(MESSAGE_START + start));
    var more = (piece + end).repeat(1_000);
    for (var i = 0; i < 1_000; i++) {
      decode(more).stream().limit(2 - Math.min(2, messages.size())).forEach(messages::add);
      assertThat(decoder.retainedBytes()).as(name).isLessThanOrEqualTo(3 * LIMIT);
    }
    assertThat(messages)
        .startsWith(
            new StrayLine("text longer than " + LIMIT + " bytes dropped"),
            new Compld(HEADER, "41", TextBlock.EMPTY, Terminator.MISSING));
    assertThat(decode(MessageEncoder.encode(GOOD))).last().isEqualTo(GOOD);
  }

  @Test
  void truncatesALineWithoutEnd() {
    for (var i = 0; i < 1_000; i++) {
      assertThat(decode("x".repeat(10_000))).isEmpty();
      assertThat(decoder.retainedBytes()).isLessThanOrEqualTo(2 * MessageDecoder.MAX_LINE_BYTES);
    }
    assertThat(decode(MessageEncoder.encode(GOOD)))
        .containsExactly(new StrayLine("x".repeat(MessageDecoder.MAX_LINE_BYTES)), GOOD);
  }

  /** The collector of the segments, not the decoder, bounds their number. */
  @Test
  void retainsNothingOfReturnedSegments() {
    var segment = MESSAGE_START + "   \"" + "x".repeat(4_000) + "\"\r\n>";
    for (var i = 0; i < 1_000; i++) {
      assertThat(decode(segment)).hasSize(1);
      assertThat(decoder.retainedBytes()).isLessThanOrEqualTo(8_192);
    }
  }

  @Test
  void returnsABannerOfAnyLengthAsStrayLines() {
    for (var i = 0; i < 1_000; i++) {
      assertThat(decode("M  1 COMPLD;\r\n\"'/*\r\n".repeat(10))).hasSize(20);
      assertThat(decoder.retainedBytes()).isLessThanOrEqualTo(1_024);
    }
    assertThat(decode(MessageEncoder.encode(GOOD))).containsExactly(GOOD);
  }
}
