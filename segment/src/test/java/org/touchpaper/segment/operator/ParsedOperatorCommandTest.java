package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The masked form of a command, for the log and the operator's terminal. */
class ParsedOperatorCommandTest {

  @Test
  void masksPasswordsInBothSyntaxes() {
    assertThat(ParsedOperatorCommand.masked("enable secret hush")).isEqualTo("enable secret ****");
    assertThat(ParsedOperatorCommand.masked("line vty 0 4\r\n password hush\n login"))
        .isEqualTo("line vty 0 4 /  password **** /  login");
    assertThat(ParsedOperatorCommand.masked("ED-USER-SECU:LONDON:bob:1::hush;"))
        .isEqualTo("ED-USER-SECU:LONDON:bob:1::****;");
    assertThat(ParsedOperatorCommand.masked("ED-USER-SECU:\nLONDON:bob:1::hush;"))
        .isEqualTo("ED-USER-SECU: / LONDON:bob:1::****;");
  }

  @Test
  void showsOtherTextOnOneLine() {
    assertThat(ParsedOperatorCommand.masked("interface Gi3/1\n shutdown\u0007"))
        .isEqualTo("interface Gi3/1 /  shutdown / ");
  }
}
