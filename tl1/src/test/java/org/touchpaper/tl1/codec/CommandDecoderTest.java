package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.message.InputCommand;

/** Input commands as an element hears them. */
class CommandDecoderTest {

  private static List<String> heard(String text) {
    var decoder = new CommandDecoder();
    var commands = new ArrayList<String>();
    for (var b : Printer.bytes(text)) {
      commands.addAll(decoder.feed(new byte[] {b}, 0, 1));
    }
    return commands;
  }

  @Test
  void readsWhatThePrinterPrints() {
    var commands =
        List.of(
            InputCommand.of("RTRV-HDR").tagged("1"),
            InputCommand.of("ent-gtp")
                .to("LONDON")
                .at("g-1")
                .tagged("2")
                .block("LBL=x", "", "CTP=a&b"),
            InputCommand.of("ACT-USER").at("u").tagged("3").block("\"p;:\\\"w\""),
            InputCommand.of("ED-VCG").at("v").tagged("4").block("").block("PST=OOS"));
    for (var command : commands) {
      var text = heard(Printer.print(command)).getFirst();
      assertThat(CommandDecoder.parse(text)).contains(command);
    }
  }

  @Test
  void endsACommandOutsideQuotesOnly() {
    assertThat(heard("A:::1::\"x;y\";B:::2;;\r\nC")).containsExactly("A:::1::\"x;y\"", "B:::2", "");
  }

  @Test
  void letsNoQuoteGoOverTheEndOfItsLine() {
    assertThat(heard("ENT-X::a:1::L=\"abc;\r\nRTRV-HDR:::2;RTRV-HDR:::3;"))
        .containsExactly("ENT-X::a:1::L=\"abc", "RTRV-HDR:::2", "RTRV-HDR:::3");
    assertThat(heard("A:::1::\"x;B:::2;C\r\n:::3;D:::4::\"\"; \"y;\n"))
        .containsExactly("A:::1::\"x", "B:::2", "C:::3", "D:::4::\"\"", "\"y");
    assertThat(InputCommand.parse("ENT-X::a:1::L=\"abc")).isEmpty();
  }

  /** Cisco takes 255 characters with all blocks and the semicolon. */
  @Test
  void hearsACommandAsLongAsItMayBeAndCutsALongerOne() {
    var longest = "ENT-X::" + "x".repeat(InputCommand.ONS_LIMIT - 8);
    var decoder = new CommandDecoder(InputCommand.ONS_LIMIT);
    assertThat(fed(decoder, longest + ";")).containsExactly(longest);
    assertThat(fed(decoder, longest + "\r\n;")).containsExactly(longest);
    var cut = fed(decoder, longest + "x;").getFirst();
    assertThat(cut).startsWith(longest);
    assertThat(InputCommand.parse(cut)).isEmpty();
  }

  @Test
  void keepsNoMoreThanItsLimitOfACommandWithoutEnd() {
    for (var start : List.of("A:", "A:\"")) {
      var decoder = new CommandDecoder();
      for (var i = 0; i < 1_000; i++) {
        assertThat(fed(decoder, start + "x".repeat(10_000))).isEmpty();
        assertThat(decoder.held()).isLessThanOrEqualTo(2 * CommandDecoder.DEFAULT_LIMIT);
      }
      assertThat(fed(decoder, ";RTRV-HDR:::1;")).last().isEqualTo("RTRV-HDR:::1");
    }
  }

  private static List<String> fed(CommandDecoder decoder, String text) {
    var bytes = Printer.bytes(text);
    return decoder.feed(bytes, 0, bytes.length);
  }

  @Test
  void refusesWhatHasNoVerb() {
    assertThat(CommandDecoder.parse("")).isEmpty();
    assertThat(CommandDecoder.parse("::1")).isEmpty();
    assertThat(CommandDecoder.parse("GET / HTTP/1.1")).isEmpty();
  }

  @Test
  void masksPasswordsHoweverTheyAreSpelled() {
    assertThat(Passwords.mask("act-user:LONDON:u:1::secret;"))
        .isEqualTo("act-user:LONDON:u:1::****;");
    assertThat(Passwords.mask("<ACT-USER::u:1::\"a;b\";")).isEqualTo("<ACT-USER::u:1::****;");
    assertThat(Passwords.mask("RTRV-HDR:::1;")).isEqualTo("RTRV-HDR:::1;");
    assertThat(Passwords.mask("ENT-USER-SECU:LONDON:bob:1::hush,,SUPER:x=1;"))
        .isEqualTo("ENT-USER-SECU:LONDON:bob:1::****;");
    assertThat(Passwords.mask("   /* ED-PID:LONDON:bob:2::old,new; [379] */"))
        .isEqualTo("   /* ED-PID:LONDON:bob:2::****; */");
    assertThat(Passwords.mask("ED-RADIUS-SERVER::SRV1:3:::HOST=a,SHAREDSECRET=hush;"))
        .isEqualTo("ED-RADIUS-SERVER::SRV1:3::****;");
    assertThat(Passwords.mask("ED-NE-GEN::ALL:3:::SNMPCOMMUNITY=hush,NAME=x;"))
        .isEqualTo("ED-NE-GEN::ALL:3:::SNMPCOMMUNITY=****,NAME=x;");
    assertThat(Passwords.mask("\"bob:NEWPID=\\\"a,b:c\\\",LEVEL=2\""))
        .isEqualTo("\"bob:NEWPID=****,LEVEL=2\"");
  }

  /** What an element tells of others' changes leaves blocks out, so all that follows is masked. */
  @Test
  void masksThePasswordInAReportOfAChange() {
    var change = "   \"DBCHGSEQ=52,SOURCE=65,PRIORITY=GEN_TL1_CMD:";
    assertThat(Passwords.mask(change + "ENT-USER-SECU:bob:hush,,SUPER:a=b:c:d:IS\""))
        .isEqualTo(change + "ENT-USER-SECU:****;\"");
    var crossConnect = change + "ENT-CRS-STS1:STS1-1-5-1-1,STS1-1-11-1-1:2WAY:CKTID=x\"";
    assertThat(Passwords.mask(crossConnect)).isEqualTo(crossConnect);
  }
}
