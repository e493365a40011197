package org.touchpaper.tl1.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.codec.MessageEncoder;

/** Encoding and parsing of input commands. */
class InputCommandTest {

  private static final int ROUNDS = 5_000;

  /** A label may contain an ampersand; without quotes it would be read as two values. */
  @Test
  void quotesAnAmpersandUnlessItGroups() {
    assertThat(InputCommand.parameter("LBL", "vis&sim")).isEqualTo("LBL=\"vis&sim\"");
    assertThat(InputCommand.listParameter("CTP", "1-A-1-1-CTP-1&&7"))
        .isEqualTo("CTP=1-A-1-1-CTP-1&&7");
    assertThat(InputCommand.listParameter("CTP", "a group&b")).isEqualTo("CTP=\"a group&b\"");
  }

  @Test
  void separatesBlocksByColons() {
    var command =
        InputCommand.of("ent-crs-sts3c")
            .withTid("VINBURG")
            .withAid("STS-1-1,STS-12-1")
            .withCtag("102")
            .withBlock("2WAY")
            .withBlock(InputCommand.parameter("CKTID", "UCL: run 42; a,b"));
    assertThat(MessageEncoder.encode(command))
        .isEqualTo("ENT-CRS-STS3C:VINBURG:STS-1-1,STS-12-1:102::2WAY:CKTID=\"UCL: run 42; a,b\";");
  }

  @Test
  void readsMissingBlocksAsEmpty() {
    var command = InputCommand.parse("rtrv-hdr").orElseThrow();
    assertThat(command).isEqualTo(InputCommand.of("RTRV-HDR"));
    assertThat(command.isRead()).isTrue();
    assertThat(InputCommand.parse("RTRV-CRS:::::ALL").orElseThrow().blocks())
        .containsExactly("ALL");
  }

  /** Cisco's example has a blank after the comma, and Adtran omits trailing colons. */
  @Test
  void readsManuallyTypedCommands() {
    var command = InputCommand.parse(" DLT-CRS-STS12C : VINBURG:STS-1-1, STS-12-1:102::: ");
    assertThat(command.orElseThrow().aid()).isEqualTo("STS-1-1, STS-12-1");
    assertThat(command.orElseThrow().ctag()).isEqualTo("102");
  }

  @Test
  void keepsColonsAndSemicolonsInsideQuotes() {
    var command = InputCommand.parse("ACT-USER:\"A:B\":u:1::\"p;:\\\"w\\\\\"").orElseThrow();
    assertThat(ValueQuoting.unquote(command.tid())).isEqualTo("A:B");
    assertThat(ValueQuoting.unquote(command.blocks().getFirst())).isEqualTo("p;:\"w\\");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a:b",
        "a;DLT-CRS-STS1::x:1",
        "a\r\nDLT-CRS-STS1::x:1;",
        "LABEL=\"not closed",
        "LABEL=\"closed\\\"",
        "LABEL=caf\u00e9",
      })
  void rejectsAValueThatBreaksOutOfItsBlock(String value) {
    assertThatThrownBy(() -> InputCommand.of("RTRV-EQPT").withAid(value))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> InputCommand.of("RTRV-EQPT").withBlock("OK=1", value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "::1", "GET / HTTP/1.1", "1-2", "A:\"b", "A:b;c", "A:\u0007"})
  void rejectsTextThatIsNotACommand(String text) {
    assertThat(InputCommand.parse(text)).isEmpty();
  }

  @Test
  void parsesEveryEncodedCommand() {
    for (var seed = 0; seed < ROUNDS; seed++) {
      var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      var command = command(random);
      var printed = MessageEncoder.encode(command);
      assertThat(InputCommand.parse(printed.substring(0, printed.length() - 1)))
          .as("seed %d: %s", seed, printed)
          .contains(command);
      var value = value(random);
      assertThat(ValueQuoting.unquote(ValueQuoting.quote(value)))
          .as("seed %d", seed)
          .isEqualTo(value);
    }
  }

  private static InputCommand command(RandomGenerator random) {
    var command =
        InputCommand.of(random.nextBoolean() ? "ENT-CRS-STSPC" : "RTRV-X1")
            .withTid(ValueQuoting.quote(value(random)))
            .withAid(ValueQuoting.quote(value(random)) + "," + ValueQuoting.quote(value(random)))
            .withCtag(Integer.toString(random.nextInt(1_000_000)));
    for (var i = random.nextInt(4); i > 0; i--) {
      command =
          command.withBlock(
              ValueQuoting.quote(value(random)),
              "",
              InputCommand.parameter("K" + i, value(random)));
    }
    return command;
  }

  /** Printable text that contains many TL1 delimiters. */
  private static String value(RandomGenerator random) {
    var text = new StringBuilder();
    for (var i = random.nextInt(12); i > 0; i--) {
      text.append(
          random.nextBoolean()
              ? (char) (' ' + random.nextInt('~' - ' ' + 1))
              : "\"\\:;,=&-> ".charAt(random.nextInt(10)));
    }
    return text.toString();
  }
}
