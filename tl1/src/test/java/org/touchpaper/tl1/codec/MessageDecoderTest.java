package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;

/** What the decoder makes of what no element should send. */
class MessageDecoderTest {

  private static final int FUZZ_ROUNDS = 300;
  private static final Header HEADER = new Header("LONDON", "26-12-01", "21:00:00");
  private static final Compld GOOD =
      new Compld(HEADER, "42", Text.rows(List.of("g-1,CTP=a&b")), Terminator.END);

  private static List<OutputMessage> heard(String text) {
    return new MessageDecoder().feed(Printer.bytes(text));
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
  @ValueSource(
      strings = {
        "   \"row without an end",
        "   \"row without an end\r\n   and its second line",
        "   /* comment without an end",
        "   bare",
        "   \"row\"",
        "   \"row with a last quote\\\"",
        "",
      })
  void doesNotLetAMessageWithoutEndSwallowTheNext(String unfinished) {
    var broken = "\r\n\n   LONDON 26-12-01 20:59:59\r\nM  41 COMPLD\r\n" + unfinished;
    assertThat(heard(broken + Printer.print(GOOD))).last().isEqualTo(GOOD);
  }

  @Test
  void dropsAMessageThatPassesTheLimitAndGoesOn() {
    var decoder = new MessageDecoder(10_000);
    var messages = new ArrayList<OutputMessage>();
    messages.addAll(
        decoder.feed(Printer.bytes("\r\n\n   LONDON 26-12-01 21:00:00\r\nM  41 COMPLD\r\n")));
    for (var i = 0; i < 1_000; i++) {
      messages.addAll(decoder.feed(Printer.bytes("   \"" + "x".repeat(95) + "\"\r\n")));
    }
    messages.addAll(decoder.feed(Printer.bytes(Printer.print(GOOD))));
    assertThat(messages).filteredOn(each -> !(each instanceof Stray)).containsExactly(GOOD);
    assertThat(messages).contains(new Stray("message longer than 10000 bytes dropped"));
  }

  @Test
  void keepsNothingOfALineThatNeverEnds() {
    var decoder = new MessageDecoder();
    for (var i = 0; i < 1_000; i++) {
      assertThat(decoder.feed(new byte[10_000])).isEmpty();
    }
    assertThat(decoder.feed(Printer.bytes("\r\n" + Printer.print(GOOD)))).last().isEqualTo(GOOD);
  }

  @Test
  void hearsAGoodMessageAfterAnyGarbageAndHoweverItIsCut() {
    for (var seed = 0; seed < FUZZ_ROUNDS; seed++) {
      var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      var decoder = new MessageDecoder(5_000);
      var bytes = concat(garbage(random), Printer.bytes("\r\n*/\r\n" + Printer.print(GOOD)));
      var whole = decoder.feed(bytes);
      assertThat(whole).as("seed %d", seed).last().isEqualTo(GOOD);
      assertThat(cut(bytes, random)).as("seed %d", seed).isEqualTo(whole);
    }
  }

  /** Mostly what TL1 is made of, in no order. */
  private static byte[] garbage(RandomGenerator random) {
    var pieces =
        List.of(
            "\r\n",
            "\n",
            "   ",
            "\"",
            "\\",
            "\\\"",
            "/*",
            "*/",
            ";",
            ">",
            "<",
            "M  1 COMPLD",
            "M  2 DENY",
            "LONDON 26-12-01 21:00:00",
            "A  1 REPT EVT",
            "IP 1",
            "IP",
            "*C",
            "\u0000",
            "\u00ff",
            "text");
    var text = new StringBuilder();
    for (var i = random.nextInt(200); i > 0; i--) {
      text.append(pieces.get(random.nextInt(pieces.size())));
    }
    return Printer.bytes(text.toString());
  }

  private static List<OutputMessage> cut(byte[] bytes, RandomGenerator random) {
    var decoder = new MessageDecoder(5_000);
    var messages = new ArrayList<OutputMessage>();
    for (var from = 0; from < bytes.length; ) {
      var to = Math.min(bytes.length, from + 1 + random.nextInt(9));
      messages.addAll(decoder.feed(Arrays.copyOfRange(bytes, from, to)));
      from = to;
    }
    return messages;
  }

  private static byte[] concat(byte[] first, byte[] second) {
    var both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
