package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.message.InputCommand;

/** Decoding of input commands. */
class CommandStreamSplitterTest {

  private static List<String> decode(String text) {
    var decoder = new CommandStreamSplitter(CommandStreamSplitter.DEFAULT_MAX_BYTES);
    var commands = new ArrayList<String>();
    for (var b : MessageEncoder.toBytes(text)) {
      commands.addAll(decoder.feed(new byte[] {b}, 0, 1));
    }
    return commands;
  }

  @Test
  void decodesEncodedCommands() {
    var commands =
        List.of(
            InputCommand.of("RTRV-HDR").withCtag("1"),
            InputCommand.of("ent-gtp")
                .withTid("LONDON")
                .withAid("g-1")
                .withCtag("2")
                .withBlock("LBL=x", "", "CTP=a&b"),
            InputCommand.of("ACT-USER").withAid("u").withCtag("3").withBlock("\"p;:\\\"w\""),
            InputCommand.of("ED-VCG")
                .withAid("v")
                .withCtag("4")
                .withBlock("")
                .withBlock("PST=OOS"));
    for (var command : commands) {
      var text = decode(MessageEncoder.encode(command)).getFirst();
      assertThat(InputCommand.parse(text)).contains(command);
    }
  }

  @Test
  void endsACommandAtASemicolonOutsideQuotesOnly() {
    assertThat(decode("A:::1::\"x;y\";B:::2;;\r\nC"))
        .containsExactly("A:::1::\"x;y\"", "B:::2", "");
  }

  @Test
  void ignoresAQuoteThatIsNotClosedOnItsLine() {
    assertThat(decode("ENT-X::a:1::L=\"abc;\r\nRTRV-HDR:::2;RTRV-HDR:::3;"))
        .containsExactly("ENT-X::a:1::L=\"abc", "RTRV-HDR:::2", "RTRV-HDR:::3");
    assertThat(decode("A:::1::\"x;B:::2;C\r\n:::3;D:::4::\"\"; \"y;\n"))
        .containsExactly("A:::1::\"x", "B:::2", "C:::3", "D:::4::\"\"", "\"y");
    assertThat(InputCommand.parse("ENT-X::a:1::L=\"abc")).isEmpty();
  }

  /** Cisco accepts 255 characters with all blocks and the semicolon. */
  @Test
  void acceptsTheLongestCommandAndTruncatesALongerOne() {
    var longest = "ENT-X::" + "x".repeat(InputCommand.ONS_MAX_LENGTH - 8);
    var decoder = new CommandStreamSplitter(InputCommand.ONS_MAX_LENGTH);
    assertThat(feed(decoder, longest + ";")).containsExactly(longest);
    assertThat(feed(decoder, longest + "\r\n;")).containsExactly(longest);
    var cut = feed(decoder, longest + "x;").getFirst();
    assertThat(cut).startsWith(longest);
    assertThat(InputCommand.parse(cut)).isEmpty();
  }

  @Test
  void boundsTheMemoryOfACommandWithoutEnd() {
    for (var start : List.of("A:", "A:\"")) {
      var decoder = new CommandStreamSplitter(CommandStreamSplitter.DEFAULT_MAX_BYTES);
      for (var i = 0; i < 1_000; i++) {
        assertThat(feed(decoder, start + "x".repeat(10_000))).isEmpty();
        assertThat(decoder.retainedBytes())
            .isLessThanOrEqualTo(2 * CommandStreamSplitter.DEFAULT_MAX_BYTES);
      }
      assertThat(feed(decoder, ";RTRV-HDR:::1;")).last().isEqualTo("RTRV-HDR:::1");
    }
  }

  private static List<String> feed(CommandStreamSplitter decoder, String text) {
    var bytes = MessageEncoder.toBytes(text);
    return decoder.feed(bytes, 0, bytes.length);
  }

  @Test
  void rejectsTextWithoutAVerb() {
    assertThat(InputCommand.parse("")).isEmpty();
    assertThat(InputCommand.parse("::1")).isEmpty();
    assertThat(InputCommand.parse("GET / HTTP/1.1")).isEmpty();
  }

  @Test
  void masksPasswordsInEveryNotation() {
    assertThat(PasswordMasker.mask("act-user:LONDON:u:1::secret;"))
        .isEqualTo("act-user:LONDON:u:1::****;");
    assertThat(PasswordMasker.mask("<ACT-USER::u:1::\"a;b\";")).isEqualTo("<ACT-USER::u:1::****;");
    assertThat(PasswordMasker.mask("RTRV-HDR:::1;")).isEqualTo("RTRV-HDR:::1;");
    assertThat(PasswordMasker.mask("ENT-USER-SECU:LONDON:bob:1::hush,,SUPER:x=1;"))
        .isEqualTo("ENT-USER-SECU:LONDON:bob:1::****;");
    assertThat(PasswordMasker.mask("   /* ED-PID:LONDON:bob:2::old,new; [379] */"))
        .isEqualTo("   /* ED-PID:LONDON:bob:2::****; */");
    assertThat(PasswordMasker.mask("ED-RADIUS-SERVER::SRV1:3:::HOST=a,SHAREDSECRET=hush;"))
        .isEqualTo("ED-RADIUS-SERVER::SRV1:3::****;");
    assertThat(PasswordMasker.mask("ED-NE-GEN::ALL:3:::SNMPCOMMUNITY=hush,NAME=x;"))
        .isEqualTo("ED-NE-GEN::ALL:3:::SNMPCOMMUNITY=****,NAME=x;");
    assertThat(PasswordMasker.mask("\"bob:NEWPID=\\\"a,b:c\\\",LEVEL=2\""))
        .isEqualTo("\"bob:NEWPID=****,LEVEL=2\"");
  }

  /** A report of another user's change may leave blocks out, so the rest of the row is masked. */
  @Test
  void masksThePasswordInADatabaseChangeReport() {
    var change = "   \"DBCHGSEQ=52,SOURCE=65,PRIORITY=GEN_TL1_CMD:";
    assertThat(PasswordMasker.mask(change + "ENT-USER-SECU:bob:hush,,SUPER:a=b:c:d:IS\""))
        .isEqualTo(change + "ENT-USER-SECU:****;\"");
    var crossConnect = change + "ENT-CRS-STS1:STS1-1-5-1-1,STS1-1-11-1-1:2WAY:CKTID=x\"";
    assertThat(PasswordMasker.mask(crossConnect)).isEqualTo(crossConnect);
  }
}
